package dev.plimsoll.snapshot.anonymous;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.plimsoll.codec.topology.AssignedResources;
import dev.plimsoll.codec.topology.NumaZonesAnnotation;
import dev.plimsoll.core.quantity.ParsedQuantity;
import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.snapshot.tree.AmountFields;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Replaces what could tell whose cluster it is: names, namespaces, labels, annotations, images, hosts, selectors and topology keys that
 * Kubernetes does not define. Structure, numbers, amounts, times, the words of the API and the names of resources stay.
 */
public final class Anonymizer {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    /** Maps whose keys are labels, or the like. */
    private static final Set<String> KEYED = Set.of("labels", "annotations", "matchLabels", "nodeSelector", "selector");

    /** Lists and fields that hold such keys. */
    private static final Set<String> KEYS =
            Set.of("key", "topologyKey", "matchLabelKeys", "mismatchLabelKeys", "labelSelectorKeys", "finalizers");

    /** What people wrote for people. */
    private static final Set<String> PROSE =
            Set.of("message", "description", "note", "messageExpression", "expression");

    /** Texts that are words of the API or of a program, and no names, whatever they look like. */
    private static final Set<String> KEPT = Set.of(
            "kind",
            "type",
            "kubeletVersion",
            "kubeProxyVersion",
            "containerRuntimeVersion",
            "operatingSystem",
            "architecture",
            "window",
            "resourceName",
            "resource",
            "schedule",
            "timeZone",
            "resourceVersion",
            "protocol",
            "state",
            "fieldPath",
            "operations",
            "resources",
            "apiGroups",
            "apiVersions",
            "matchFields",
            "declaredFeatures",
            "controlledResources",
            "controlledValues",
            "updateMode",
            "mode");

    /** Labels whose values Kubernetes defines as well. */
    private static final Set<String> KEPT_VALUES =
            Set.of("kubernetes.io/os", "kubernetes.io/arch", "beta.kubernetes.io/os", "beta.kubernetes.io/arch");

    private static final Set<String> KEPT_KEYS =
            Set.of("pod-template-hash", "controller-revision-hash", "metadata.name");
    private static final Pattern TIME = Pattern.compile("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z");
    private static final Pattern API_WORD = Pattern.compile("[A-Z][A-Za-z0-9]*");

    /** Fields whose text is a name even where it looks like a word of the API. */
    private static final Set<String> NAMES =
            Set.of("name", "namespace", "nodeName", "image", "value", "values", "host", "osImage");

    private final Pseudonyms pseudonyms;
    private final AnonymousManagers managers;

    public Anonymizer(Pseudonyms pseudonyms) {
        this.pseudonyms = pseudonyms;
        this.managers = new AnonymousManagers(pseudonyms);
    }

    /** The same object with other names; the one that was given is not changed. */
    public ObjectNode anonymous(ObjectNode document) {
        var changed = object(document, "");
        var zones = managers.zones(document);
        if (!zones.isEmpty()) changed.withObject("/metadata/annotations").put(NumaZonesAnnotation.NAME, zones);
        return changed;
    }

    private JsonNode value(JsonNode value, String field) {
        return switch (value) {
            case ObjectNode object -> object(object, field);
            case ArrayNode array -> {
                var items = JSON.arrayNode(array.size());
                for (var item : array) items.add(value(item, field));
                yield items;
            }
            case TextNode text -> JSON.textNode(text(text.textValue(), field));
            default -> value;
        };
    }

    private ObjectNode object(ObjectNode object, String holder) {
        var changed = JSON.objectNode();
        if (AmountFields.contains(holder) && isAmounts(object)) return object;
        if (isKeyed(object, holder)) {
            for (var member : object.properties()) {
                var text = member.getValue().asText();
                // Which words in them are names, nobody knows.
                if (holder.equals("annotations") && (text.startsWith("{") || text.startsWith("["))) continue;
                changed.put(key(member.getKey()), labelValue(member.getKey(), text));
            }
            return changed;
        }
        var key = object.path("key").asText();
        for (var member : object.properties()) {
            var name = member.getKey();
            if (PROSE.contains(name)) continue;
            changed.set(
                    name, isValueOf(name, key) ? labelValues(key, member.getValue()) : value(member.getValue(), name));
        }
        if (object.path("type").asText().equals(AssignedResources.CONDITION)) {
            var assigned = managers.assigned(object.path("message").asText());
            if (!assigned.isEmpty()) changed.put("message", assigned);
        }
        // A metric or a reference to a resource, such as {type: Resource, resource: {name: cpu}}, keeps its resource.
        if ((holder.equals("resource") || holder.equals("containerResource"))
                && object.path("name").isTextual()) {
            changed.set("name", object.get("name"));
        }
        return changed;
    }

    /** Of {@code selector}, which is a map of labels for some kinds and a selector for others, the former. */
    private static boolean isKeyed(ObjectNode object, String holder) {
        if (!KEYED.contains(holder)) return false;
        for (var member : object.properties()) if (!member.getValue().isTextual()) return false;
        return true;
    }

    private static boolean isAmounts(ObjectNode object) {
        for (var member : object.properties()) {
            if (!(Quantity.parse(member.getValue().asText()) instanceof ParsedQuantity.Parsed)) return false;
        }
        return true;
    }

    private static boolean isValueOf(String name, String key) {
        return !key.isEmpty() && (name.equals("values") || name.equals("value"));
    }

    private JsonNode labelValues(String key, JsonNode values) {
        if (values.isTextual()) return JSON.textNode(labelValue(key, values.textValue()));
        if (!(values instanceof ArrayNode list)) return values;
        var changed = JSON.arrayNode(list.size());
        for (var each : list) changed.add(labelValue(key, each.asText()));
        return changed;
    }

    private String labelValue(String key, String value) {
        var isKept = KEPT_VALUES.contains(key) || key.startsWith("pod-security.kubernetes.io/") || isWellKnown(value);
        return isKept || TIME.matcher(value).matches() ? value : pseudonyms.text(value);
    }

    private String key(String key) {
        if (KEPT_KEYS.contains(key) || isWellKnown(key)) return key;
        return pseudonyms.text(key);
    }

    /** What stands in a domain of Kubernetes. */
    private static boolean isWellKnown(String text) {
        var slash = text.indexOf('/');
        if (slash < 0) return false;
        var domain = text.substring(0, slash);
        return isOfKubernetes(domain, "kubernetes.io") || isOfKubernetes(domain, "k8s.io");
    }

    private static boolean isOfKubernetes(String domain, String own) {
        return domain.equals(own) || domain.endsWith("." + own);
    }

    private String text(String text, String field) {
        if (text.isEmpty() || KEPT.contains(field)) return text;
        if (field.equals("uid")) return pseudonyms.uid(text);
        if (field.equals("apiVersion")) return apiVersion(text);
        if (KEYS.contains(field)) return key(text);
        if (NAMES.contains(field)) return pseudonyms.text(text);
        var isKept = API_WORD.matcher(text).matches()
                || TIME.matcher(text).matches()
                || isWellKnown(text)
                || Quantity.parse(text) instanceof ParsedQuantity.Parsed;
        return isKept ? text : pseudonyms.text(text);
    }

    private String apiVersion(String text) {
        var group = text.substring(0, Math.max(0, text.indexOf('/')));
        return !group.contains(".") || isOfKubernetes(group, "k8s.io") ? text : pseudonyms.text(text);
    }
}
