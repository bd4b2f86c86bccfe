package dev.plimsoll.controllers.statefulset;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.Json;
import dev.plimsoll.controllers.objects.Templates;
import dev.plimsoll.controllers.objects.Workload;
import dev.plimsoll.controllers.revisions.Revision;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/** The names of pods of a stateful set, and what comes with them. */
final class Identity {
    private Identity() {}

    static String podName(Workload set, int ordinal) {
        return set.name().name() + "-" + ordinal;
    }

    /** The ordinal of a pod; empty for a name that the set would not give. */
    static OptionalInt ordinal(Workload set, String pod) {
        var prefix = set.name().name() + "-";
        if (!pod.startsWith(prefix)) return OptionalInt.empty();
        var digits = pod.substring(prefix.length());
        var plain = !digits.isEmpty() && digits.length() < 10 && digits.chars().allMatch(c -> c >= '0' && c <= '9');
        if (!plain || (digits.length() > 1 && digits.startsWith("0"))) return OptionalInt.empty();
        return OptionalInt.of(Integer.parseInt(digits));
    }

    static ObjectNode pod(Workload set, JsonNode template, String revision, int ordinal) {
        var name = podName(set, ordinal);
        var pod = Templates.pod(set, template, name);
        pod.withObject("/metadata").put("generateName", set.name().name() + "-");
        var labels = pod.withObject("/metadata").withObject("/labels");
        labels.put("statefulset.kubernetes.io/pod-name", name);
        labels.put("apps.kubernetes.io/pod-index", Integer.toString(ordinal));
        labels.put(Revision.POD_LABEL, revision);
        var spec = pod.withObject("/spec");
        spec.put("hostname", name);
        var service = set.spec().path("serviceName").asText();
        if (!service.isEmpty()) spec.put("subdomain", service);
        for (var claim : set.spec().path("volumeClaimTemplates")) mount(spec, claim, claimName(claim, name));
        return pod;
    }

    private static void mount(ObjectNode spec, JsonNode claim, String claimName) {
        var volume = claim.path("metadata").path("name").asText();
        var volumes = spec.withArray("/volumes");
        for (var i = volumes.size() - 1; i >= 0; i--) {
            if (volumes.get(i).path("name").asText().equals(volume)) volumes.remove(i);
        }
        volumes.addObject()
                .put("name", volume)
                .putObject("persistentVolumeClaim")
                .put("claimName", claimName);
    }

    private static String claimName(JsonNode claim, String pod) {
        return claim.path("metadata").path("name").asText() + "-" + pod;
    }

    /** The claims that a pod wants. */
    static List<ObjectNode> claims(Workload set, int ordinal) {
        var claims = new ArrayList<ObjectNode>();
        for (var template : set.spec().path("volumeClaimTemplates")) {
            var claim = Json.object().put("apiVersion", "v1").put("kind", "PersistentVolumeClaim");
            var metadata = claim.putObject("metadata");
            metadata.put("namespace", set.name().namespace());
            metadata.put("name", claimName(template, podName(set, ordinal)));
            var labels = metadata.putObject("labels");
            for (var part : List.of(template.at("/metadata/labels"), set.spec().at("/selector/matchLabels"))) {
                for (var label : part.properties()) labels.set(label.getKey(), label.getValue());
            }
            var annotations = template.at("/metadata/annotations");
            if (!annotations.isEmpty()) metadata.set("annotations", annotations.deepCopy());
            claim.set("spec", template.path("spec").deepCopy());
            claims.add(claim);
        }
        return claims;
    }
}
