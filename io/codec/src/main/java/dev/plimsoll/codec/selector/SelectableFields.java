package dev.plimsoll.codec.selector;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The fields by which objects of a kind can be selected.
 *
 * @param paths where the value of each field stands; an empty path has an empty value always
 * @param alternates where it stands if it is not there
 * @param fallbacks what counts as the value if there is none
 * @param text how an unsupported field is refused
 */
public record SelectableFields(
        Map<String, List<String>> paths,
        Map<String, List<String>> alternates,
        Map<String, String> fallbacks,
        RefusalText text) {
    /** Kinds differ in how they refuse. */
    public enum RefusalText {
        NOT_SUPPORTED,
        NOT_KNOWN,
        NOT_SUPPORTED_FOR_JOB
    }

    public SelectableFields {
        paths = Map.copyOf(paths);
        alternates = Map.copyOf(alternates);
        fallbacks = Map.copyOf(fallbacks);
    }

    /** Name and namespace, which every kind has. */
    public static final SelectableFields COMMON = new Draft(RefusalText.NOT_KNOWN).done();

    public static final SelectableFields PODS = new Draft(RefusalText.NOT_SUPPORTED)
            .same("spec.nodeName", "spec.restartPolicy", "spec.schedulerName")
            .same("spec.serviceAccountName", "status.phase", "status.nominatedNodeName")
            .at("spec.host", "spec.nodeName")
            .at("status.podIP", "status.podIPs.0.ip")
            .flag("spec.hostNetwork")
            .nothing("status.podIPs")
            .done();

    public static final SelectableFields NODES =
            new Draft(RefusalText.NOT_SUPPORTED).flag("spec.unschedulable").done();

    public static final SelectableFields EVENTS = new Draft(RefusalText.NOT_SUPPORTED)
            .same("involvedObject.kind", "involvedObject.namespace", "involvedObject.name")
            .same("involvedObject.uid", "involvedObject.apiVersion", "involvedObject.resourceVersion")
            .same("involvedObject.fieldPath", "reason", "reportingComponent", "type")
            .at("source", "source.component")
            .or("source", "reportingComponent")
            .done();

    /** Of events as their own group has them. */
    public static final SelectableFields REGARDING_EVENTS = new Draft(RefusalText.NOT_SUPPORTED)
            .same("regarding.kind", "regarding.namespace", "regarding.name", "regarding.uid")
            .same("regarding.apiVersion", "regarding.resourceVersion", "regarding.fieldPath")
            .same("reason", "reportingController", "type")
            .done();

    public static final SelectableFields JOBS = new Draft(RefusalText.NOT_SUPPORTED_FOR_JOB)
            .at("status.successful", "status.succeeded")
            .fallback("status.successful", "0")
            .done();

    public static final SelectableFields REPLICA_SETS = new Draft(RefusalText.NOT_KNOWN)
            .same("status.replicas")
            .fallback("status.replicas", "0")
            .done();

    public static final SelectableFields REPLICATION_CONTROLLERS = new Draft(RefusalText.NOT_SUPPORTED)
            .same("status.replicas")
            .fallback("status.replicas", "0")
            .done();

    /** Name, namespace and these, each of which is its own path. */
    public static SelectableFields of(String... fields) {
        return new Draft(RefusalText.NOT_SUPPORTED).same(fields).done();
    }

    /** The fields of a kind whose definition lists these beside name and namespace, each by the names that lead to it. */
    public static SelectableFields custom(Iterable<List<String>> listed) {
        var draft = new Draft(RefusalText.NOT_SUPPORTED);
        for (var path : listed) draft.same(String.join(".", path));
        return draft.done();
    }

    public boolean supports(String field) {
        return paths.containsKey(field);
    }

    /** Whether a value of a field stands in the object, not in this table. */
    boolean isWritten(String field) {
        return !fallbacks.containsKey(field)
                && !paths.getOrDefault(field, List.of()).isEmpty();
    }

    public String refusal(String field) {
        return switch (text) {
            case NOT_SUPPORTED -> "field label not supported: " + field;
            case NOT_KNOWN ->
                "\"" + field + "\" is not a known field selector: only \"metadata.name\", \"metadata.namespace\"";
            case NOT_SUPPORTED_FOR_JOB -> "field label \"" + field + "\" not supported for Job";
        };
    }

    /** The values of all fields that are not empty. */
    public Map<String, String> valuesOf(JsonNode object) {
        var values = new HashMap<String, String>();
        for (var entry : paths.entrySet()) {
            var value = at(entry.getValue(), object);
            if (value.isEmpty()) value = instead(entry.getKey(), object);
            if (!value.isEmpty()) values.put(entry.getKey(), value);
        }
        return values;
    }

    private String instead(String field, JsonNode object) {
        var value = at(alternates.getOrDefault(field, List.of()), object);
        return value.isEmpty() ? fallbacks.getOrDefault(field, "") : value;
    }

    public String valueOf(String field, JsonNode object) {
        var value = at(paths.getOrDefault(field, List.of()), object);
        return value.isEmpty() ? instead(field, object) : value;
    }

    private static String at(List<String> path, JsonNode object) {
        if (path.isEmpty()) return "";
        var node = object;
        for (var name : path) node = node.isArray() && name.equals("0") ? node.path(0) : node.path(name);
        return node.isNull() ? "" : node.asText();
    }

    /** A table of fields while it is written down; every kind can be selected by name and namespace. */
    private static final class Draft {
        private final Map<String, List<String>> paths = new LinkedHashMap<>();
        private final Map<String, List<String>> alternates = new LinkedHashMap<>();
        private final Map<String, String> fallbacks = new LinkedHashMap<>();
        private final RefusalText text;

        Draft(RefusalText text) {
            this.text = text;
            same("metadata.name", "metadata.namespace");
        }

        Draft same(String... fields) {
            for (var field : fields) at(field, field);
            return this;
        }

        Draft at(String field, String path) {
            paths.put(field, List.of(path.split("\\.", -1)));
            return this;
        }

        Draft or(String field, String path) {
            alternates.put(field, List.of(path.split("\\.", -1)));
            return this;
        }

        Draft flag(String field) {
            return at(field, field).fallback(field, "false");
        }

        Draft nothing(String field) {
            paths.put(field, List.of());
            return this;
        }

        Draft fallback(String field, String value) {
            fallbacks.put(field, value);
            return this;
        }

        SelectableFields done() {
            return new SelectableFields(paths, alternates, fallbacks, text);
        }
    }
}
