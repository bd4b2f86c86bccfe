package dev.plimsoll.cli.up;

import dev.plimsoll.cli.clusters.records.ClusterRecord;
import dev.plimsoll.cli.console.Console;
import dev.plimsoll.cli.text.Paint;
import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.ClusterLog;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;

/** What people see of a cluster that starts: its steps, and what to do next. */
final class StartText implements ClusterLog {
    private final Console console;
    private final PrintWriter out;
    private final Paint paint;

    StartText(Console console, PrintWriter out, Paint.Choice color) {
        this.console = console;
        this.out = out;
        this.paint = console.paint(console.log().isForPeople() ? color : Paint.Choice.never);
    }

    @Override
    public void step(String what, Duration took) {
        say(paint.faint(what + " (" + took.toMillis() + " ms)"));
    }

    @Override
    public void tell(String problem) {
        console.log().problem(problem);
    }

    @Override
    public void defect(String where, Throwable problem) {
        console.log().defect(where, problem);
    }

    void ready(Cluster cluster, Path kubeconfig, boolean isMerged, Duration took) {
        var count = cluster.nodes().size();
        say(paint.good("ready") + " in " + seconds(took) + ": " + paint.bold(cluster.url()) + ", "
                + (count == 1 ? "1 node" : count + " nodes"));
        if (!console.log().isForPeople()) return;
        hints(kubeconfig, isMerged);
        say(paint.faint("Ctrl-C ends it"));
    }

    /** Where its console is; the address can be opened once. */
    void console(String address) {
        say("console: " + paint.bold(address));
    }

    /** Of one that runs in the background. */
    void ready(ClusterRecord cluster) {
        say(paint.good("ready") + ": cluster " + paint.bold(cluster.name()) + " at " + paint.bold(cluster.url())
                + ", in the background (process " + cluster.pid() + ")");
        if (!console.log().isForPeople()) return;
        hints(cluster.kubeconfig(), cluster.mergedOrNull() != null);
        say(paint.faint("plimsoll stop " + cluster.name() + " ends it"));
    }

    private void hints(Path kubeconfig, boolean isMerged) {
        out.println();
        if (!isMerged) out.println("  export KUBECONFIG=" + kubeconfig);
        out.println("  kubectl get nodes");
        out.println("  kubectl run web --image=nginx");
        out.println("  kubectl get pods --output wide");
        out.println();
    }

    /** Somebody ended it before it was ready. */
    void stoppedEarly() {
        say(paint.faint("stopped before it was ready; what is kept is whole, and the next start goes on with it"));
    }

    void stopping() {
        say(paint.faint("stopping"));
    }

    void say(String text) {
        console.log().say(out, text);
    }

    private static String seconds(Duration took) {
        return String.format(Locale.ROOT, "%.2f s", took.toMillis() / 1000.0);
    }
}
