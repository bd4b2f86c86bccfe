package dev.plimsoll.codec.view;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceRequirements;
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
        else owner.set(name, amounts(owner, amounts));
    }

    /** A resource list as documents hold it. */
    public static ObjectNode amounts(ObjectNode owner, ResourceAmounts amounts) {
        var node = owner.objectNode();
        for (var name : amounts.names())
            node.put(name.text(), amounts.amount(name).toString());
        return node;
    }
}
