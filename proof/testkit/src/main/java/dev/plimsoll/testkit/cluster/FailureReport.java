package dev.plimsoll.testkit.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.ObjectSelection;
import dev.plimsoll.client.Page;
import dev.plimsoll.codec.manifest.YamlText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** What people want to see when a test has failed: short, and the rest in a file. */
final class FailureReport {
    private static final int MOST = 20;

    private final ApiClient client;

    FailureReport(ApiClient client) {
        this.client = client;
    }

    /** Pods and nodes at a glance, warnings, and the last writes over the network. */
    String overview(List<ApiFaultFilter.Write> writes) {
        var text = new ArrayList<String>();
        section(text, "nodes", list(ApiResource.NODES, ObjectSelection.ALL).map(FailureReport::node));
        section(text, "pods", list(ApiResource.PODS, ObjectSelection.ALL).map(FailureReport::pod));
        section(
                text,
                "last warnings",
                last(list(ApiResource.EVENTS, ObjectSelection.ALL)
                        .filter(event -> event.path("type").asText().equals("Warning"))));
        section(
                text,
                "last writes over the network",
                writes.stream().skip(Math.max(0, writes.size() - MOST)).map(FailureReport::write));
        return String.join("\n", text);
    }

    /** One object without managedFields, its events, and who wrote it when. */
    String object(ObjectNode object) {
        var shown = object.deepCopy();
        if (shown.get("metadata") instanceof ObjectNode metadata) metadata.remove("managedFields");
        var text = new ArrayList<String>();
        text.add(YamlText.of(shown).stripTrailing());
        var metadata = object.path("metadata");
        section(
                text,
                "events",
                last(events(
                        metadata.path("namespace").asText(),
                        metadata.path("uid").asText())));
        section(
                text,
                "last writes",
                StreamSupport.stream(metadata.path("managedFields").spliterator(), false)
                        .sorted(Comparator.comparing(entry -> entry.path("time").asText()))
                        .map(FailureReport::manager));
        return String.join("\n", text);
    }

    private Stream<ObjectNode> events(String namespace, String uid) {
        var selection = ObjectSelection.inNamespace(namespace.isEmpty() ? "default" : namespace);
        return list(ApiResource.EVENTS, selection)
                .filter(event -> event.at("/involvedObject/uid").asText().equals(uid));
    }

    List<ObjectNode> eventsAbout(ApiResource resource, ObjectName object) {
        return client.get(resource, object)
                .done()
                .map(found -> events(
                                object.namespace(), found.at("/metadata/uid").asText())
                        .toList())
                .orElse(List.of());
    }

    private static void section(List<String> text, String title, Stream<String> lines) {
        text.add(title + ":");
        var all = lines.map(line -> "  " + line).toList();
        text.addAll(all.isEmpty() ? List.of("  none") : all);
    }

    private Stream<ObjectNode> list(ApiResource resource, ObjectSelection selection) {
        return client.list(resource, selection, Page.ALL).done().stream().flatMap(list -> list.items().stream());
    }

    /** The last of some events, as kubectl shows them. */
    private static Stream<String> last(Stream<ObjectNode> events) {
        var sorted = events.sorted(Comparator.comparing(event -> event.path("lastTimestamp")
                        .asText(event.path("eventTime").asText())))
                .toList();
        return sorted.stream().skip(Math.max(0, sorted.size() - MOST)).map(FailureReport::event);
    }

    private static String event(JsonNode event) {
        var about = event.path("involvedObject");
        return String.join(
                " ",
                event.path("lastTimestamp").asText(event.path("eventTime").asText()),
                event.path("type").asText(),
                event.path("reason").asText(),
                about.path("kind").asText() + "/" + about.path("name").asText(),
                "(" + Math.max(1, event.path("count").asInt()) + "x):",
                event.path("message").asText());
    }

    private static String node(JsonNode node) {
        return node.at("/metadata/name").asText() + " " + condition(node, "Ready") + ", allocatable "
                + node.at("/status/allocatable/cpu").asText() + " CPU, "
                + node.at("/status/allocatable/memory").asText();
    }

    private static String pod(JsonNode pod) {
        var restarts = 0;
        var reasons = new ArrayList<String>();
        for (var container : pod.at("/status/containerStatuses")) {
            restarts += container.path("restartCount").asInt();
            var reason = container.at("/state/waiting/reason").asText();
            if (!reason.isEmpty()) reasons.add(reason);
        }
        for (var type : List.of("PodResizePending", "PodResizeInProgress")) {
            var condition = condition(pod, type);
            if (!condition.isEmpty()) reasons.add(type + " " + condition);
        }
        return pod.at("/metadata/namespace").asText() + "/"
                + pod.at("/metadata/name").asText() + " "
                + pod.at("/status/phase").asText() + " on "
                + (pod.at("/spec/nodeName").asText().isEmpty()
                        ? "no node"
                        : pod.at("/spec/nodeName").asText())
                + ", restarts " + restarts + (reasons.isEmpty() ? "" : ", " + String.join(", ", reasons));
    }

    private static String condition(JsonNode object, String type) {
        for (var condition : object.at("/status/conditions")) {
            if (!condition.path("type").asText().equals(type)) continue;
            var detail = (condition.path("reason").asText() + " "
                            + condition.path("message").asText())
                    .strip();
            return type.equals("Ready") ? "Ready=" + condition.path("status").asText() : detail;
        }
        return "";
    }

    private static String manager(JsonNode entry) {
        var subresource = entry.path("subresource").asText();
        return entry.path("time").asText() + " " + entry.path("manager").asText() + " "
                + entry.path("operation").asText() + (subresource.isEmpty() ? "" : " of " + subresource);
    }

    private static String write(ApiFaultFilter.Write write) {
        return write.at() + " " + write.user() + " (" + write.agent() + ") " + write.verb() + " " + write.path()
                + " -> " + write.status();
    }
}
