package dev.plimsoll.fakes.resize;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** Pods and resizes of scenarios as documents. */
public final class ResizeDocuments {
    /** Where the first container finds the cgroups of the node. */
    public static final String NODE_CGROUPS = "/node";

    private ResizeDocuments() {}

    /** A command that prints the cgroup of the pod with this uid, whoever named it: systemd's names have no dashes in a part. */
    public static String finding(String uid) {
        return "find " + NODE_CGROUPS + " -name '*" + uid + "*' -o -name '*" + uid.replace('-', '_') + "*'";
    }

    /** A spec whose containers sleep; the first of them sees the cgroups of its node. */
    public static ObjectNode spec(AskedResources asked, String image) {
        var spec = JsonNodeFactory.instance.objectNode();
        spec.put("terminationGracePeriodSeconds", 0);
        podLevel(spec, asked);
        for (var part : asked.parts()) {
            var list = list(spec, part);
            // Nothing is pulled: of one pod 25 events are told, and those of the resize are to be among them.
            var container = list.addObject()
                    .put("name", part.name())
                    .put("image", image)
                    .put("imagePullPolicy", "IfNotPresent");
            container.putArray("command").add("sleep").add("100000");
            resources(container, part.requests(), part.limits());
            if (part.isSidecar()) container.put("restartPolicy", "Always");
            else if (list.size() == 1) {
                container
                        .putArray("volumeMounts")
                        .addObject()
                        .put("name", "node")
                        .put("mountPath", NODE_CGROUPS);
            }
            for (var resource : part.restarts())
                container
                        .withArray("resizePolicy")
                        .addObject()
                        .put("resourceName", resource)
                        .put("restartPolicy", "RestartContainer");
        }
        spec.putArray("volumes")
                .addObject()
                .put("name", "node")
                .putObject("hostPath")
                .put("path", "/sys/fs/cgroup");
        return spec;
    }

    /** The spec of a patch. */
    public static ObjectNode patch(AskedResources asked) {
        var spec = JsonNodeFactory.instance.objectNode();
        podLevel(spec, asked);
        for (var part : asked.parts())
            resources(list(spec, part).addObject().put("name", part.name()), part.requests(), part.limits());
        return spec;
    }

    /** Asks for something else in a pod that is there, to be sent as a whole. */
    public static void change(ObjectNode pod, AskedResources asked) {
        var spec = (ObjectNode) pod.path("spec");
        podLevel(spec, asked);
        for (var list : List.of("containers", "initContainers")) {
            for (var container : spec.path(list)) {
                for (var part : asked.parts()) {
                    if (part.name().equals(container.path("name").asText()))
                        resources((ObjectNode) container, part.requests(), part.limits());
                }
            }
        }
    }

    private static ArrayNode list(ObjectNode spec, AskedResources.Part part) {
        return spec.withArray(part.isSidecar() ? "initContainers" : "containers");
    }

    private static void podLevel(ObjectNode spec, AskedResources asked) {
        if (asked.isPodLevel()) resources(spec, asked.requests(), asked.limits());
    }

    private static void resources(ObjectNode owner, String requests, String limits) {
        var resources = owner.putObject("resources");
        amounts(resources, "requests", requests);
        amounts(resources, "limits", limits);
    }

    private static void amounts(ObjectNode resources, String name, String amounts) {
        if (amounts.isEmpty()) return;
        var list = resources.putObject(name);
        for (var each : amounts.split(",", -1)) {
            var at = each.indexOf('=');
            list.put(each.substring(0, at), each.substring(at + 1));
        }
    }
}
