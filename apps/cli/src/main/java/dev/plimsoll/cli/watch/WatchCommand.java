package dev.plimsoll.cli.watch;

import dev.plimsoll.cli.ConnectionOptions;
import dev.plimsoll.cli.Console;
import dev.plimsoll.cli.ExitCode;
import dev.plimsoll.cli.text.Paint;
import dev.plimsoll.client.connection.Configured;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code plimsoll watch}: a live view of nodes and pods. */
@Command(
        name = "watch",
        aliases = "top",
        description = {
            "Show nodes and pods live: what pods desire, were allocated, have and use, and resizes that wait, with the reason.",
            "",
            "Works on any cluster, by a watch. On a pipe, with --once or without a terminal: one picture as plain text."
        },
        footer = {
            "",
            "Keys: q quit, arrows or j/k move, g/G first/last, s sort, n namespace,",
            "/ filter (Enter keeps, Escape clears).",
            "",
            "Examples:",
            "  plimsoll watch",
            "  plimsoll watch -n shop --once",
            "  plimsoll top -o json | jq '.pods[] | select(.resize)'"
        })
public final class WatchCommand implements Callable<Integer> {
    /** How one picture is written. */
    enum Output {
        text,
        json
    }

    /** Something to look at: a key, or that the cluster changed. */
    private sealed interface Signal {
        record Pressed(Key key) implements Signal {}

        record Changed() implements Signal {}

        record Ended() implements Signal {}
    }

    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final int PLAIN_WIDTH = 140;
    private static final int FIRST_ROWS = 24;
    private static final int FIRST_COLUMNS = 80;
    private static final long FRAME_MILLIS = 100;
    private static final long SIZE_MILLIS = 1000;

    private final Console console;
    private final PrintWriter out;

    @Option(names = "--once", description = "Show one picture and end.")
    private boolean once;

    @Option(
            names = {"-o", "--output"},
            defaultValue = "text",
            description = "text or json; json is one picture.")
    private Output output = Output.text;

    @Option(names = "--color", description = "auto, always or never.", defaultValue = "auto")
    private Paint.Choice color = Paint.Choice.auto;

    @Option(
            names = {"-A", "--all-namespaces"},
            description = "All namespaces, which is the default without -n.")
    private boolean allNamespaces;

    @Mixin
    private final ConnectionOptions connection = new ConnectionOptions();

    public WatchCommand(Console console, PrintWriter out) {
        this.console = console;
        this.out = out;
    }

    @Override
    public Integer call() throws InterruptedException {
        return switch (connection.connection()) {
            case Configured.Invalid(var why) -> unreadable(why);
            case Configured.Ready ready -> {
                try (var _ = ready.transport()) {
                    yield watch(ready);
                }
            }
        };
    }

    private int watch(Configured.Ready ready) throws InterruptedException {
        var signals = new LinkedBlockingQueue<Signal>();
        var client = ConnectionOptions.client(ready, "plimsoll-watch");
        var namespace = allNamespaces ? "" : connection.askedNamespace();
        try (var following = new ClusterFollower(client, () -> signals.offer(new Signal.Changed()))) {
            if (!following.awaitSync(PATIENCE)) {
                return unreadable("no answer from the cluster"
                        + (following.trouble().isEmpty() ? "" : ": " + following.trouble()));
            }
            var view = View.FIRST.withNamespace(namespace);
            if (once || output == Output.json || !console.outIsTerminal()) return picture(following, view);
            var taken = Terminal.take(out);
            if (taken.isEmpty()) return picture(following, view);
            try (var terminal = taken.get()) {
                Thread.ofPlatform().daemon().name("keys").start(() -> keys(signals));
                live(following, terminal, signals, view);
            }
            return ExitCode.OK;
        }
    }

    private int picture(ClusterFollower following, View view) {
        var snapshot = following.snapshot();
        switch (output) {
            case text ->
                new Screen(console.paint(color), PLAIN_WIDTH, 0)
                        .lines(snapshot, view, "once")
                        .forEach(out::println);
            case json ->
                out.println(SnapshotDocument.of(snapshot, view.pods(snapshot)).toPrettyString());
        }
        out.flush();
        return ExitCode.OK;
    }

    private void keys(LinkedBlockingQueue<Signal> signals) {
        try {
            for (var key = Key.read(console.input()); key.isPresent(); key = Key.read(console.input())) {
                signals.offer(new Signal.Pressed(key.get()));
            }
        } catch (IOException _) {
            // The terminal is gone: the view ends as at the end of its input.
        }
        signals.offer(new Signal.Ended());
    }

    /** Draws at most ten times a second, however fast the cluster changes, and asks for the size once a second. */
    private void live(ClusterFollower following, Terminal terminal, LinkedBlockingQueue<Signal> signals, View first)
            throws InterruptedException {
        var view = first;
        var size = new Key.Size(FIRST_ROWS, FIRST_COLUMNS);
        var snapshot = following.snapshot();
        var paint = console.paint(color);
        terminal.askSize();
        var askedAt = System.nanoTime();
        while (!view.isOver()) {
            var source = following.trouble().isEmpty() ? "live" : paint.bad(following.trouble());
            terminal.show(new Screen(paint, size.columns(), size.rows()).lines(snapshot, view, source));
            var signal = signals.poll(SIZE_MILLIS, TimeUnit.MILLISECONDS);
            var changed = false;
            for (; signal != null; signal = signals.poll()) {
                switch (signal) {
                    case Signal.Ended _ -> {
                        return;
                    }
                    case Signal.Changed _ -> changed = true;
                    case Signal.Pressed(Key.Size seen) -> size = seen;
                    case Signal.Pressed(var key) -> view = view.on(key, snapshot);
                }
            }
            if (changed) {
                snapshot = following.snapshot();
                TimeUnit.MILLISECONDS.sleep(FRAME_MILLIS);
            }
            if (System.nanoTime() - askedAt > TimeUnit.MILLISECONDS.toNanos(SIZE_MILLIS)) {
                terminal.askSize();
                askedAt = System.nanoTime();
            }
        }
    }

    private int unreadable(String problem) {
        console.errors().println("plimsoll: " + problem);
        console.errors().flush();
        return ExitCode.UNREADABLE;
    }
}
