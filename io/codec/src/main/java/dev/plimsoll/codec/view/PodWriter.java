package dev.plimsoll.codec.view;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceRequirements;
import dev.plimsoll.core.quantity.ParsedQuantity;
import dev.plimsoll.core.quantity.Quantity;
import java.util.List;

/** Writes what the core decided about a pod's resources back into its document. All other fields stay as they are. */
public final class PodWriter {
    private PodWriter() {}

    /**
     * Writes the resources and resize policies of the containers, of the pod and its overhead. The lists of containers must be
     * those of the document.
     */
    public static void resources(ObjectNode pod, PodSpec spec) {
        if (!(pod.get("spec") instanceof ObjectNode node)) return;
        containers(node.path("containers"), spec.containers());
        containers(node.path("initContainers"), spec.initContainers());
        requirements(node, spec.resources());
        if (spec.overhead().isDeclared()) node.set("overhead", amounts(node, spec.overhead()));
        else node.remove("overhead");
    }

    private static void containers(JsonNode list, List<Container> containers) {
        for (var i = 0; i < containers.size(); i++) {
            if (!(list.get(i) instanceof ObjectNode node)) continue;
            var container = containers.get(i);
            requirements(node, container.resources());
            if (container.resizePolicy().isEmpty()) {
                node.remove("resizePolicy");
                continue;
            }
            var policies = node.putArray("resizePolicy");
            for (var policy : container.resizePolicy()) {
                policies.addObject()
                        .put("resourceName", policy.resourceName())
                        .put("restartPolicy", policy.restartPolicy());
            }
        }
    }

    private static void requirements(ObjectNode owner, ResourceRequirements resources) {
        if (!resources.isDeclared()) {
            owner.remove("resources");
            return;
        }
        var node = owner.get("resources") instanceof ObjectNode known ? known : owner.putObject("resources");
        list(node, "limits", resources.limits());
        list(node, "requests", resources.requests());
        if (!resources.claimsDeclared()) {
            node.remove("claims");
            return;
        }
        var claims = node.putArray("claims");
        for (var claim : resources.claims()) {
            var entry = claims.addObject().put("name", claim.name());
            if (!claim.request().isEmpty()) entry.put("request", claim.request());
        }
    }

    private static void list(ObjectNode owner, String name, ResourceAmounts amounts) {
        if (amounts.isEmpty()) owner.remove(name);
        else owner.set(name, kept(owner.path(name), amounts(owner, amounts)));
    }

    /**
     * Values that are as they were keep their text: a sum of binary quantities such as {@code 1179649000} would be read back as a decimal one and
     * become {@code 1179649k} with a change of something else.
     */
    private static ObjectNode kept(JsonNode before, ObjectNode amounts) {
        for (var entry : amounts.properties()) {
            var text = before.path(entry.getKey()).asText();
            var isOther = !text.isEmpty() && !text.equals(entry.getValue().textValue());
            if (isOther && isSame(text, entry.getValue().textValue())) entry.setValue(TextNode.valueOf(text));
        }
        return amounts;
    }

    private static boolean isSame(String before, String after) {
        return Quantity.parse(before) instanceof ParsedQuantity.Parsed(var quantity)
                && quantity.equals(Quantity.of(after));
    }

    /** A resource list as documents hold it. */
    public static ObjectNode amounts(ObjectNode owner, ResourceAmounts amounts) {
        var node = owner.objectNode();
        for (var name : amounts.names())
            node.put(name.text(), amounts.amount(name).toString());
        return node;
    }
}
