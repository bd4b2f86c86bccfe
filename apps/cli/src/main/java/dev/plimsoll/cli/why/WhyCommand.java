package dev.plimsoll.cli.why;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.cli.connection.ConnectionOptions;
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
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
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
    private static final Map<String, ApiResource> KINDS = kinds();

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

    private static Map<String, ApiResource> kinds() {
        var kinds = new TreeMap<String, ApiResource>();
        add(kinds, ApiResource.PODS, "po");
        add(kinds, ApiResource.DEPLOYMENTS, "deploy");
        add(kinds, ApiResource.REPLICA_SETS, "rs");
        add(kinds, ApiResource.STATEFUL_SETS, "sts");
        add(kinds, ApiResource.DAEMON_SETS, "ds");
        add(kinds, ApiResource.JOBS, "job");
        return kinds;
    }

    private static void add(Map<String, ApiResource> kinds, ApiResource resource, String brief) {
        for (var word : List.of(resource.kind().toLowerCase(Locale.ROOT), resource.plural(), brief))
            kinds.put(word, resource);
    }

    @Override
    public Integer call() {
        var words = target.size() == 1 && !target.getFirst().contains("/") ? List.of("pod", target.getFirst()) : target;
        return switch (ObjectReference.parse(words)) {
            case ObjectReference.Malformed(var why) -> unreadable(why + ", as in: plimsoll why pod/web");
            case ObjectReference.Named(var kind, var name) -> {
                var resource = KINDS.get(kind.toLowerCase(Locale.ROOT));
                if (resource == null) {
                    yield unreadable(
                            kind + ": known are pod, deployment, replicaset, statefulset, daemonset and job, as in: "
                                    + "plimsoll why deployment/" + name);
                }
                yield switch (connection.connection()) {
                    case Configured.Invalid(var why) -> unreadable(why);
                    case Configured.Ready ready -> {
                        try (var _ = ready.transport()) {
                            var client = ConnectionOptions.client(ready, "plimsoll-why");
                            yield tell(client, resource, new ObjectName(connection.namespace(ready), name));
                        }
                    }
                };
            }
        };
    }

    private int tell(ApiClient client, ApiResource resource, ObjectName name) {
        return switch (client.get(resource, name)) {
            case RequestResult.Done<ObjectNode>(var object) -> {
                var isPod = resource.equals(ApiResource.PODS);
                var page = new ArrayList<Told>();
                page.add(new Told(title(resource, object), isPod ? PodReasons.of(object) : WorkloadReasons.of(object)));
                var related = new HashSet<String>();
                related.add(object.path("metadata").path("uid").asText());
                if (isPod) addOwner(client, object, page, related);
                else addParts(client, resource, object, page, related);
                var isUnwell = page.stream().anyMatch(told -> !told.reasons().isEmpty());
                if (!isPod && isUnwell) page.addAll(ScalingReasons.quotas(client, name.namespace()));
                page.addAll(ScalingReasons.autoscalers(client, resource, object));
                var hasReason = print(page);
                printEvents(client, name.namespace(), related);
                out.flush();
                yield hasReason ? ExitCode.NO : ExitCode.OK;
            }
            case RequestResult<ObjectNode> missing -> unreadable(missing.problem() + elsewhere(client, resource, name));
        };
    }

    private static String title(ApiResource resource, JsonNode object) {
        var text = resource.kind().toLowerCase(Locale.ROOT) + "/"
                + object.path("metadata").path("name").asText();
        var phase = object.path("status").path("phase").asText();
        var node = object.path("spec").path("nodeName").asText();
        return text + (phase.isEmpty() ? "" : "   " + phase) + (node.isEmpty() ? "" : " on " + node);
    }

    /** The node that it is on may be the reason. */
    private static void addOwner(ApiClient client, JsonNode pod, List<Told> page, Set<String> related) {
        var node = pod.path("spec").path("nodeName").asText();
        if (node.isEmpty()) return;
        if (!(client.get(ApiResource.NODES, new ObjectName("", node))
                instanceof RequestResult.Done<ObjectNode>(var found))) return;
        for (var condition : found.path("status").path("conditions")) {
            if (condition.path("type").asText().equals("Ready")
                    && !condition.path("status").asText().equals("True")) {
                page.add(new Told(
                        "node/" + node,
                        List.of(new Reason(
                                "It is not ready",
                                condition.path("message").asText(),
                                "plimsoll explain node/" + node))));
                related.add(found.path("metadata").path("uid").asText());
            }
        }
    }

    /** The ReplicaSets and pods of a workload. */
    private static void addParts(
            ApiClient client, ApiResource resource, ObjectNode workload, List<Told> page, Set<String> related) {
        var namespace = workload.path("metadata").path("namespace").asText();
        var owners = new HashSet<String>();
        owners.add(workload.path("metadata").path("uid").asText());
        if (resource.equals(ApiResource.DEPLOYMENTS)) {
            for (var set : owned(client, ApiResource.REPLICA_SETS, namespace, owners)) {
                if (set.path("spec").path("replicas").asInt() == 0) continue;
                owners.add(set.path("metadata").path("uid").asText());
                related.add(set.path("metadata").path("uid").asText());
            }
        }
        for (var pod : owned(client, ApiResource.PODS, namespace, owners)) {
            var reasons = PodReasons.of(pod);
            if (reasons.isEmpty()) continue;
            page.add(new Told(title(ApiResource.PODS, pod), reasons));
            related.add(pod.path("metadata").path("uid").asText());
        }
    }

    private static List<ObjectNode> owned(
            ApiClient client, ApiResource resource, String namespace, Set<String> owners) {
        var found = new ArrayList<ObjectNode>();
        if (client.list(resource, ObjectSelection.inNamespace(namespace), Page.ALL)
                instanceof RequestResult.Done<ResourceList>(var list)) {
            for (var item : list.items()) {
                for (var owner : item.path("metadata").path("ownerReferences")) {
                    if (owners.contains(owner.path("uid").asText())) found.add(item);
                }
            }
        }
        return found;
    }

    private boolean print(List<Told> page) {
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
        var events = new ArrayList<ObjectNode>();
        for (var event : list.items()) {
            if (related.contains(event.path("involvedObject").path("uid").asText())) events.add(event);
        }
        if (events.isEmpty()) return;
        events.sort(Comparator.comparing(WhyCommand::time));
        var paint = console.paint(color);
        var table = new TextTable("  ")
                .row(
                        paint.faint("LAST"),
                        paint.faint("TYPE"),
                        paint.faint("REASON"),
                        paint.faint("OBJECT"),
                        paint.faint("MESSAGE"));
        for (var event : events.subList(Math.max(0, events.size() - MOST_EVENTS), events.size())) {
            var count =
                    event.path("count").asInt(event.path("series").path("count").asInt(1));
            table.row(
                    time(event),
                    event.path("type").asText(),
                    event.path("reason").asText(),
                    event.path("involvedObject").path("kind").asText().toLowerCase(Locale.ROOT) + "/"
                            + event.path("involvedObject").path("name").asText(),
                    event.path("message").asText() + (count > 1 ? " (" + count + " times)" : ""));
        }
        out.println();
        out.print(table);
    }

    private static String time(JsonNode event) {
        for (var field : List.of("lastTimestamp", "eventTime", "firstTimestamp")) {
            var text = event.path(field).asText();
            if (!text.isEmpty() && !text.equals("null")) return text.replaceAll("\\.\\d+Z$", "Z");
        }
        return event.path("metadata").path("creationTimestamp").asText();
    }

    /** Whether something else has the name; empty if not. */
    private static String elsewhere(ApiClient client, ApiResource asked, ObjectName name) {
        for (var resource : new HashSet<>(KINDS.values())) {
            if (!resource.equals(asked) && client.get(resource, name).done().isPresent()) {
                return "; there is a " + resource.kind() + " of this name: plimsoll why "
                        + resource.kind().toLowerCase(Locale.ROOT) + "/" + name.name();
            }
        }
        return "";
    }

    private int unreadable(String why) {
        console.log().problem(why);
        return ExitCode.UNREADABLE;
    }
}
