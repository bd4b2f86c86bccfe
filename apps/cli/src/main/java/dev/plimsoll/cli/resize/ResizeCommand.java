package dev.plimsoll.cli.resize;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.cli.connection.ConnectionOptions;
import dev.plimsoll.cli.connection.ObjectReference;
import dev.plimsoll.cli.console.Console;
import dev.plimsoll.cli.console.ExitCode;
import dev.plimsoll.cli.explain.node.NodeHoldings;
import dev.plimsoll.cli.text.Paint;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.ObjectSelection;
import dev.plimsoll.client.Patch;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.WatchEvent;
import dev.plimsoll.client.WatchStream;
import dev.plimsoll.client.connection.Configured;
import dev.plimsoll.codec.view.Read;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.objects.pod.PodObject;
import dev.plimsoll.objects.pod.PodResizePatch;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code plimsoll resize pod NAME}: sends a resize and shows how it goes on. */
@Command(
        name = "resize",
        description = {
            "Resize a running pod in place, and watch it until it is done, deferred or infeasible; or the pods of a workload, "
                    + "one after the other.",
            "",
            "Works on any cluster from Kubernetes 1.33 on. An amount alone is for request and limit where both are the "
                    + "same today, else for the request; REQUEST:LIMIT sets each. Exit code 1 if the resize waits or can never be."
        },
        footer = {
            "",
            "Examples:",
            "  plimsoll resize pod/web --cpu 2 --memory 1Gi   the only container of web",
            "  plimsoll resize pod/web -c app --cpu 500m:1    request 500m, limit 1",
            "  plimsoll resize pod/ide --pod --memory 4Gi     the pod as a whole",
            "  plimsoll resize pod/web --cpu 6 --dry-run=server    what would come of it",
            "  plimsoll resize deployment/web --cpu 2         all its pods",
            "",
            "asked: the API server has it. in progress: the node does it. deferred: there",
            "is no room now. infeasible: there never is. desired is what the spec says,",
            "allocated what the node has promised, actual what is in force."
        })
public final class ResizeCommand implements Callable<Integer> {
    private static final String AGAIN = "; the resize itself goes on: see plimsoll why, or run it again";

    private final Console console;
    private final PrintWriter out;

    @Parameters(
            arity = "1..2",
            paramLabel = "KIND/NAME",
            description =
                    "pod/web or pod web; or a deployment, replicaset, statefulset or daemonset, whose template stays as "
                            + "it is.")
    private List<String> target = List.of();

    @Option(
            names = "--dry-run",
            paramLabel = "none|server",
            defaultValue = "none",
            description = "server: change nothing, and say what the API server and the node would make of it.")
    private DryRun dryRun = DryRun.none;

    /** Whether anything is changed. */
    enum DryRun {
        none,
        server
    }

    private String name = "";

    @Option(
            names = {"-c", "--container"},
            paramLabel = "NAME",
            description = "The container; may be left out where there is one.")
    private String container = "";

    @Option(names = "--pod", description = "Resize the pod as a whole: spec.resources.")
    private boolean podLevel;

    @Option(names = "--cpu", paramLabel = "AMOUNT[:LIMIT]", description = "CPU, such as 2, 500m or 500m:1.")
    private String cpu = "";

    @Option(names = "--memory", paramLabel = "AMOUNT[:LIMIT]", description = "Memory, such as 1Gi or 512Mi:1Gi.")
    private String memory = "";

    @Option(names = "--wait", description = "Go on watching a resize that is deferred.")
    private boolean waits;

    @Option(
            names = "--timeout",
            paramLabel = "SECONDS",
            defaultValue = "300",
            description = "How long to watch (default: ${DEFAULT-VALUE}).")
    private int timeout = 300;

    @Option(names = "--color", description = "auto, always or never.", defaultValue = "auto")
    private Paint.Choice color = Paint.Choice.auto;

    @Mixin
    private final ConnectionOptions connection = new ConnectionOptions();

    public ResizeCommand(Console console, PrintWriter out) {
        this.console = console;
        this.out = out;
    }

    @Override
    public Integer call() throws IOException {
        var kind = "";
        switch (ObjectReference.parse(target)) {
            case ObjectReference.Malformed(var why) -> {
                return console.unreadable(why + ", as in: plimsoll resize pod/web --cpu 2");
            }
            case ObjectReference.Named(var word, var found) -> {
                kind = word.toLowerCase(Locale.ROOT);
                name = found;
            }
        }
        var isPod = kind.equals("pod") || kind.equals("po") || kind.equals("pods");
        if (!isPod && !RunningWorkloadPods.isWorkload(kind)) {
            return console.unreadable(
                    kind + ": only pods and the pods of a deployment, replicaset, statefulset or daemonset can be "
                            + "resized, as in: plimsoll resize pod/" + name + " --cpu 2");
        }
        var workload = isPod ? "" : kind;
        if (podLevel && !container.isEmpty())
            return console.unreadable("--pod and --container exclude each other; leave out one of the two");
        var tasks = new ArrayList<RequestedResize>();
        var problems = new ArrayList<String>();
        wish("--cpu", ResourceName.CPU, cpu, tasks, problems);
        wish("--memory", ResourceName.MEMORY, memory, tasks, problems);
        if (tasks.isEmpty() && problems.isEmpty()) problems.add("nothing to change: give --cpu, --memory or both");
        if (!problems.isEmpty()) return console.unreadable(String.join("; ", problems));
        return switch (connection.connection()) {
            case Configured.Invalid(var why) -> console.unreadable(why);
            case Configured.Ready ready -> {
                try (var _ = ready.transport()) {
                    var client = ConnectionOptions.client(ready, "plimsoll-resize");
                    var named = new ObjectName(connection.namespace(ready), name);
                    yield workload.isEmpty() ? resize(client, named, tasks) : resizeAll(client, workload, named, tasks);
                }
            }
        };
    }

    private static void wish(
            String option, ResourceName resource, String text, List<RequestedResize> tasks, List<String> problems) {
        if (text.isEmpty()) return;
        switch (RequestedResize.parse(option, resource, text)) {
            case RequestedResize.Parsed.Ok(var wish) -> tasks.add(wish);
            case RequestedResize.Parsed.Malformed(var why) -> problems.add(why);
        }
    }

    /** One after the other, so that at most one waits; the first that is not done ends it. */
    private int resizeAll(ApiClient client, String kind, ObjectName workload, List<RequestedResize> tasks)
            throws IOException {
        return switch (RunningWorkloadPods.of(client, kind, workload)) {
            case RequestResult.Done<List<PodObject>>(var pods) -> {
                if (pods.isEmpty())
                    yield console.refused(kind + " " + workload.name() + " has no running pods; see plimsoll why "
                            + kind + "/" + workload.name());
                var done = 0;
                for (var pod : pods) {
                    name = pod.metadata().name();
                    out.println(console.paint(color).bold("pod/" + name));
                    var exit = resize(client, new ObjectName(workload.namespace(), name), tasks);
                    if (exit != ExitCode.OK) {
                        console.log()
                                .problem(
                                        done + " of " + pods.size()
                                                + " pods are resized; the rest is as it was: run it again when the reason is gone");
                        yield exit;
                    }
                    done++;
                }
                if (dryRun == DryRun.none) {
                    console.log()
                            .say(
                                    out,
                                    done + (done == 1 ? " pod is" : " pods are") + " resized; the template of " + kind
                                            + " " + workload.name() + " is as it was: new pods begin with its amounts");
                }
                yield ExitCode.OK;
            }
            case RequestResult<List<PodObject>> missing -> console.unreadable(missing.problem());
        };
    }

    private int resize(ApiClient client, ObjectName name, List<RequestedResize> tasks) throws IOException {
        return switch (client.get(ApiResource.PODS, name)) {
            case RequestResult.Done<ObjectNode>(var document) ->
                switch (new PodObject(document).view()) {
                    case Read.Ok<Pod>(var pod) -> resize(client, name, pod, tasks);
                    case Read.Malformed<Pod>(var problems) -> console.unreadable(malformed(problems));
                };
            case RequestResult<ObjectNode> missing -> console.unreadable(missing.problem());
        };
    }

    private String malformed(List<Read.Problem> problems) {
        return "pod " + name + " cannot be read: " + problems;
    }

    private int resize(ApiClient client, ObjectName name, Pod pod, List<RequestedResize> tasks) throws IOException {
        return switch (ContainerChoice.of(pod, podLevel, container)) {
            case ContainerChoice.Unclear(var why) -> console.unreadable(why);
            case ContainerChoice.Chosen(var chosen) -> {
                var patch = patch(pod.spec(), chosen, tasks);
                if (dryRun == DryRun.server) yield foretell(client, name, pod, patch);
                yield switch (client.patch(ApiResource.PODS.sub("resize"), name, patch)) {
                    case RequestResult.Done<ObjectNode>(var sent) ->
                        watch(
                                client,
                                new PodObject(sent),
                                chosen,
                                tasks.stream().map(RequestedResize::resource).toList());
                    case RequestResult<ObjectNode> refused -> console.refused(refused.problem());
                };
            }
        };
    }

    /** The API server is asked; what the node would say is foretold from what it and its pods say of themselves. */
    private int foretell(ApiClient client, ObjectName name, Pod pod, Patch patch) {
        return switch (client.dryRun().patch(ApiResource.PODS.sub("resize"), name, patch)) {
            case RequestResult.Done<ObjectNode>(var document) ->
                switch (new PodObject(document).view()) {
                    case Read.Ok<Pod>(var accepted) -> foretell(client, pod, accepted);
                    case Read.Malformed<Pod>(var problems) -> console.refused(malformed(problems));
                };
            case RequestResult<ObjectNode> refused -> console.refused(refused.problem());
        };
    }

    private int foretell(ApiClient client, Pod pod, Pod accepted) {
        var node = pod.spec().placement().nodeName();
        if (node.isEmpty())
            return console.refused("the pod has no node yet, and nothing is foretold; see plimsoll why pod/" + name);
        return switch (NodeHoldings.ask(client, node, pod.metadata().namespace())) {
            case NodeHoldings.Asked.Unknown(var why) ->
                console.refused("the API server would accept it; what the node would say is not known: " + why
                        + "; see plimsoll explain node/" + node);
            case NodeHoldings.Asked.Known(var holdings) ->
                foretold(ResizePrediction.of(pod, accepted, holdings), holdings);
        };
    }

    private int foretold(ResizePrediction prediction, NodeHoldings node) {
        var paint = console.paint(color);
        var word = switch (prediction.phase()) {
            case DONE -> paint.good("done");
            case DEFERRED -> paint.bad("deferred");
            case INFEASIBLE -> paint.bad("infeasible");
            case ASKED, IN_PROGRESS, FAILING -> paint.note("unknown");
        };
        out.println("dry run: the API server would accept it, and on " + node.name() + " it would be " + word);
        prediction.reasons().forEach(reason -> out.println("  " + reason));
        if (!node.isWhole()) out.println("  there may be pods on the node that you may not see");
        out.flush();
        return prediction.phase() == ResizeProgress.Phase.DONE ? ExitCode.OK : ExitCode.NO;
    }

    static Patch patch(PodSpec spec, String container, List<RequestedResize> tasks) {
        var isRegular = spec.containers().stream().anyMatch(each -> each.name().equals(container));
        var patch = container.isEmpty()
                ? PodResizePatch.ofPod()
                : isRegular ? PodResizePatch.ofContainer(container) : PodResizePatch.ofInitContainer(container);
        var before = container.isEmpty()
                ? spec.resources()
                : ContainerChoice.named(spec, container).orElseThrow().resources();
        for (var wish : tasks) wish.completed(before).writeTo(patch);
        return patch.patch();
    }

    private int watch(ApiClient client, PodObject sent, String chosen, List<ResourceName> resources)
            throws IOException {
        var progress = new ResizeWatch(new ResizeProgressText(out, console.paint(color)), chosen, resources);
        if (progress.show(sent)) return progress.exit();
        var selection = ObjectSelection.inNamespace(sent.metadata().namespace()).withFields("metadata.name=" + name);
        var version = sent.metadata().version();
        return switch (client.watch(ApiResource.PODS, selection, version, Duration.ofSeconds(timeout))) {
            case RequestResult.Done<WatchStream>(var stream) -> follow(stream, progress);
            case RequestResult<WatchStream> failed ->
                console.refused("the pod cannot be watched: " + failed.problem() + AGAIN);
        };
    }

    private int follow(WatchStream stream, ResizeWatch progress) throws IOException {
        try (stream) {
            for (var event = stream.next(); event.isPresent(); event = stream.next()) {
                switch (event.get()) {
                    case WatchEvent.Added(var pod) -> {
                        if (progress.show(new PodObject(pod))) return progress.exit();
                    }
                    case WatchEvent.Modified(var pod) -> {
                        if (progress.show(new PodObject(pod))) return progress.exit();
                    }
                    case WatchEvent.Deleted _ -> {
                        return console.refused("the pod was deleted meanwhile; see who did: kubectl get events");
                    }
                    case WatchEvent.Failed(var status) -> {
                        return console.refused("the watch ended: " + status.message() + AGAIN);
                    }
                    case WatchEvent.Garbled(var line) -> {
                        return console.refused("the watch cannot be read: " + line + AGAIN);
                    }
                    case WatchEvent.Bookmark _ -> {}
                }
            }
        }
        return console.refused(
                "not done after " + timeout + " s; it goes on without being watched: see plimsoll why pod/" + name);
    }

    /** What was seen of a resize so far. */
    private final class ResizeWatch {
        private final ResizeProgressText shown;
        private final String container;
        private final List<ResourceName> resources;
        private ResizeProgress.Phase phase = ResizeProgress.Phase.ASKED;

        ResizeWatch(ResizeProgressText shown, String container, List<ResourceName> resources) {
            this.shown = shown;
            this.container = container;
            this.resources = resources;
        }

        /** Shows what is new, and says whether there is nothing more to wait for. */
        boolean show(PodObject pod) {
            if (!(pod.view() instanceof Read.Ok<Pod>(var read))) return false;
            var progress = ResizeProgress.of(read, container, resources);
            phase = progress.phase();
            shown.show(progress);
            return switch (phase) {
                case DONE, INFEASIBLE -> true;
                case DEFERRED -> !waits;
                case ASKED, IN_PROGRESS, FAILING -> false;
            };
        }

        int exit() {
            return phase == ResizeProgress.Phase.DONE ? ExitCode.OK : ExitCode.NO;
        }
    }
}
