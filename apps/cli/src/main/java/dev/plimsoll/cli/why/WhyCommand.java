package dev.plimsoll.cli.why;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.cli.connection.ConnectionOptions;
import dev.plimsoll.cli.connection.KindNames;
import dev.plimsoll.cli.connection.ObjectReference;
import dev.plimsoll.cli.console.Console;
import dev.plimsoll.cli.console.ExitCode;
import dev.plimsoll.cli.text.Paint;
import dev.plimsoll.cli.text.TextTable;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.ObjectSelection;
import dev.plimsoll.client.Page;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.ResourceList;
import dev.plimsoll.client.connection.Configured;
import dev.plimsoll.objects.ApiObject;
import dev.plimsoll.objects.ObjectKind;
import dev.plimsoll.objects.event.EventObject;
import dev.plimsoll.objects.node.NodeObject;
import dev.plimsoll.objects.pod.PodObject;
import dev.plimsoll.objects.workload.ReplicaSetObject;
import dev.plimsoll.objects.workload.WorkloadOverview;
import java.io.PrintWriter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code plimsoll why POD}: one page from conditions, containers, owners and events. */
@Command(
        name = "why",
        description = {
            "Say why a pod is pending, deferred, evicted or restarted, or why a workload lacks pods: one page from its "
                    + "conditions, containers and events, its node, quotas that are used up and its autoscalers.",
            "",
            "Exit code 1 if there is something to tell, 0 if all is well."
        },
        footer = {
            "",
            "Examples:",
            "  plimsoll why web                 the pod web",
            "  plimsoll why deployment/shop     and its pods"
        })
public final class WhyCommand implements Callable<Integer> {
    private static final int MOST_EVENTS = 10;
    private static final KindNames KINDS = KindNames.of(
            ApiResource.PODS,
            ApiResource.DEPLOYMENTS,
            ApiResource.REPLICA_SETS,
            ApiResource.STATEFUL_SETS,
            ApiResource.DAEMON_SETS,
            ApiResource.JOBS);

    private final Console console;
    private final PrintWriter out;

    @Parameters(arity = "1..2", paramLabel = "[KIND/]NAME", description = "The pod, or KIND/NAME of a workload.")
    private List<String> target = List.of();

    @Option(names = "--color", description = "auto, always or never.", defaultValue = "auto")
    private Paint.Choice color = Paint.Choice.auto;

    @Mixin
    private final ConnectionOptions connection = new ConnectionOptions();

    public WhyCommand(Console console, PrintWriter out) {
        this.console = console;
        this.out = out;
    }

    @Override
    public Integer call() {
        var words = target.size() == 1 && !target.getFirst().contains("/") ? List.of("pod", target.getFirst()) : target;
        return switch (ObjectReference.parse(words)) {
            case ObjectReference.Malformed(var why) -> console.unreadable(why + ", as in: plimsoll why pod/web");
            case ObjectReference.Named(var kind, var name) -> {
                var resource = KINDS.find(kind);
                if (resource.isEmpty()) {
                    yield console.unreadable(
                            kind + ": known kinds are " + KINDS.list() + ", as in: plimsoll why deployment/" + name);
                }
                yield switch (connection.connection()) {
                    case Configured.Invalid(var why) -> console.unreadable(why);
                    case Configured.Ready ready -> {
                        try (var _ = ready.transport()) {
                            var client = ConnectionOptions.client(ready, "plimsoll-why");
                            yield tell(client, resource.get(), new ObjectName(connection.namespace(ready), name));
                        }
                    }
                };
            }
        };
    }

    private int tell(ApiClient client, ApiResource resource, ObjectName name) {
        return switch (client.get(resource, name)) {
            case RequestResult.Done<ObjectNode>(var document) -> {
                var page = new ArrayList<ObjectReasons>();
                var related = new HashSet<String>();
                var object = resource.equals(ApiResource.PODS)
                        ? addPod(client, new PodObject(document), page, related)
                        : addWorkload(client, resource, new WorkloadOverview(document), page, related);
                page.addAll(ScalingReasons.autoscalers(client, object));
                var hasReason = print(page);
                printEvents(client, name.namespace(), related);
                out.flush();
                yield hasReason ? ExitCode.NO : ExitCode.OK;
            }
            case RequestResult<ObjectNode> missing ->
                console.unreadable(missing.problem() + elsewhere(client, resource, name));
        };
    }

    private static ApiObject addPod(ApiClient client, PodObject pod, List<ObjectReasons> page, Set<String> related) {
        page.add(new ObjectReasons(title(pod), PodReasons.of(pod)));
        related.add(pod.uid());
        addNode(client, pod, page, related);
        return pod;
    }

    private static ApiObject addWorkload(
            ApiClient client,
            ApiResource resource,
            WorkloadOverview workload,
            List<ObjectReasons> page,
            Set<String> related) {
        page.add(new ObjectReasons(title(resource, workload), WorkloadReasons.of(workload)));
        related.add(workload.uid());
        addParts(client, resource, workload, page, related);
        var isUnwell = page.stream().anyMatch(told -> !told.reasons().isEmpty());
        if (isUnwell)
            page.addAll(ScalingReasons.quotas(client, workload.metadata().namespace()));
        return workload;
    }

    private static String title(ApiResource resource, ApiObject object) {
        return KindNames.word(resource) + "/" + object.metadata().name();
    }

    private static String title(PodObject pod) {
        return title(ApiResource.PODS, pod)
                + (pod.phase().isEmpty() ? "" : "   " + pod.phase())
                + (pod.nodeName().isEmpty() ? "" : " on " + pod.nodeName());
    }

    /** The node that it is on may be the reason. */
    private static void addNode(ApiClient client, PodObject pod, List<ObjectReasons> page, Set<String> related) {
        if (pod.nodeName().isEmpty()) return;
        if (!(client.get(ApiResource.NODES, ObjectName.ofCluster(pod.nodeName()))
                instanceof RequestResult.Done<ObjectNode>(var found))) return;
        var node = new NodeObject(found);
        var ready = node.conditions().find("Ready");
        if (ready.isEmpty() || node.isReady()) return;
        var title = title(ApiResource.NODES, node);
        page.add(new ObjectReasons(
                title, List.of(new Reason("It is not ready", ready.get().message(), "plimsoll explain " + title))));
        related.add(node.uid());
    }

    /** The ReplicaSets and pods of a workload. */
    private static void addParts(
            ApiClient client,
            ApiResource resource,
            WorkloadOverview workload,
            List<ObjectReasons> page,
            Set<String> related) {
        var namespace = workload.metadata().namespace();
        var owners = new HashSet<String>();
        owners.add(workload.uid());
        if (resource.equals(ApiResource.DEPLOYMENTS)) {
            for (var set : owned(client, ReplicaSetObject.KIND, namespace, owners)) {
                if (set.replicas() == 0) continue;
                owners.add(set.uid());
                related.add(set.uid());
            }
        }
        for (var pod : owned(client, PodObject.KIND, namespace, owners)) {
            var reasons = PodReasons.of(pod);
            if (reasons.isEmpty()) continue;
            page.add(new ObjectReasons(title(pod), reasons));
            related.add(pod.uid());
        }
    }

    private static <T extends ApiObject> List<T> owned(
            ApiClient client, ObjectKind<T> kind, String namespace, Set<String> owners) {
        if (!(client.list(kind.resource(), ObjectSelection.inNamespace(namespace), Page.ALL)
                instanceof RequestResult.Done<ResourceList>(var list))) return List.of();
        return list.items().stream()
                .map(kind::of)
                .filter(each -> each.metadata().owners().stream().anyMatch(owner -> owners.contains(owner.uid())))
                .toList();
    }

    private boolean print(List<ObjectReasons> page) {
        var paint = console.paint(color);
        var hasReason = false;
        for (var told : page) {
            out.println(paint.bold(told.title()));
            if (told.reasons().isEmpty() && page.size() == 1) out.println("  " + paint.good("All is well."));
            for (var reason : told.reasons()) {
                hasReason = true;
                out.println(
                        "  " + paint.bad(reason.what()) + (reason.detail().isEmpty() ? "" : ": " + reason.detail()));
                if (!reason.advice().isEmpty()) out.println("    " + paint.faint("-> " + reason.advice()));
            }
        }
        return hasReason;
    }

    private void printEvents(ApiClient client, String namespace, Set<String> related) {
        if (!(client.list(ApiResource.EVENTS, ObjectSelection.inNamespace(namespace), Page.ALL)
                instanceof RequestResult.Done<ResourceList>(var list))) return;
        var events = SimilarEvents.of(list.items().stream()
                .map(EventObject::new)
                .filter(event -> related.contains(event.aboutUid()))
                .toList());
        if (events.isEmpty()) return;
        var paint = console.paint(color);
        var table = new TextTable("  ")
                .row(
                        paint.faint("LAST"),
                        paint.faint("TYPE"),
                        paint.faint("REASON"),
                        paint.faint("OBJECT"),
                        paint.faint("MESSAGE"));
        for (var similar : events.subList(Math.max(0, events.size() - MOST_EVENTS), events.size())) {
            var event = similar.last();
            table.row(
                    event.lastTime().truncatedTo(ChronoUnit.SECONDS).toString(),
                    event.type(),
                    event.reason(),
                    event.aboutKind().toLowerCase(Locale.ROOT) + "/" + event.aboutName(),
                    similar.message());
        }
        out.println();
        out.print(table);
    }

    /** Whether something else has the name; empty if not. */
    private static String elsewhere(ApiClient client, ApiResource asked, ObjectName name) {
        for (var resource : KINDS.resources()) {
            if (!resource.equals(asked) && client.get(resource, name).done().isPresent()) {
                return "; there is a " + resource.kind() + " of this name: plimsoll why " + KindNames.word(resource)
                        + "/" + name.name();
            }
        }
        return "";
    }
}
