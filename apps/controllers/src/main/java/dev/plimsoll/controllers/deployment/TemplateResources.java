package dev.plimsoll.controllers.deployment;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.Json;
import dev.plimsoll.controllers.objects.PodResources;
import dev.plimsoll.controllers.objects.Templates;
import dev.plimsoll.core.quantity.ParsedQuantity;
import dev.plimsoll.core.quantity.Quantity;
import java.util.List;
import java.util.Map;

/** The resources of templates and pods, compared with each other. */
final class TemplateResources {
    private static final String RESOURCES = "resources";
    private static final List<String> LISTS = List.of("containers", "initContainers");

    private TemplateResources() {}

    /** Whether two templates differ in resources and in nothing else. */
    static boolean alone(JsonNode before, JsonNode after) {
        return !Templates.areSame(before, after, NewSet.HASH)
                && Templates.areSame(without(before), without(after), NewSet.HASH);
    }

    private static JsonNode without(JsonNode template) {
        var copy = template.deepCopy();
        if (!(copy.get("spec") instanceof ObjectNode spec)) return copy;
        spec.remove(RESOURCES);
        for (var list : LISTS) {
            for (var container : spec.path(list)) {
                if (container instanceof ObjectNode node) node.remove(RESOURCES);
            }
        }
        return copy;
    }

    /** Whether everything that is named before is named after: a resize can change amounts, but take none away. */
    static boolean namesAll(JsonNode before, JsonNode after) {
        var now = PodResources.partsOf(after.path("spec"));
        for (var part : PodResources.partsOf(before.path("spec")).entrySet()) {
            for (var kind : part.getValue().properties()) {
                var other = now.getOrDefault(part.getKey(), Json.object()).path(kind.getKey());
                for (var amount : kind.getValue().properties()) if (!other.has(amount.getKey())) return false;
            }
        }
        return true;
    }

    /** Whether a pod asks for all that the template names; what it has besides came from elsewhere. */
    static boolean areIn(JsonNode template, Map<String, JsonNode> pod) {
        for (var part : PodResources.partsOf(template.path("spec")).entrySet()) {
            for (var kind : part.getValue().properties()) {
                var other = pod.getOrDefault(part.getKey(), Json.object()).path(kind.getKey());
                for (var amount : kind.getValue().properties()) {
                    if (!isSame(amount.getValue(), other.path(amount.getKey()))) return false;
                }
            }
        }
        return true;
    }

    private static boolean isSame(JsonNode one, JsonNode other) {
        return Quantity.parse(one.asText()) instanceof ParsedQuantity.Parsed(var first)
                && Quantity.parse(other.asText()) instanceof ParsedQuantity.Parsed(var second)
                && first.compareTo(second) == 0;
    }

    /** The change that brings them into a pod. */
    static ObjectNode change(JsonNode template) {
        var change = Json.object();
        var spec = change.putObject("spec");
        PodResources.partsOf(template.path("spec")).forEach((part, amounts) -> {
            if (part.isEmpty()) {
                spec.set(RESOURCES, amounts);
                return;
            }
            var slash = part.indexOf('/');
            spec.withArray("/" + part.substring(0, slash))
                    .addObject()
                    .put("name", part.substring(slash + 1))
                    .set(RESOURCES, amounts);
        });
        return change;
    }

    /** Puts the resources of one template into another. */
    static void copy(JsonNode from, ObjectNode template) {
        var spec = template.withObject("/spec");
        set(spec, from.path("spec"));
        for (var list : LISTS) {
            var containers = spec.path(list);
            for (var i = 0; i < containers.size(); i++) {
                if (containers.get(i) instanceof ObjectNode node)
                    set(node, from.path("spec").path(list).path(i));
            }
        }
    }

    private static void set(ObjectNode target, JsonNode source) {
        if (source.has(RESOURCES)) target.set(RESOURCES, source.get(RESOURCES).deepCopy());
        else target.remove(RESOURCES);
    }
}
