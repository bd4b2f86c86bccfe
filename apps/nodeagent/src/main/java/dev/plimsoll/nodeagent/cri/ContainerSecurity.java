package dev.plimsoll.nodeagent.cri;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.cri.CriReply;
import dev.plimsoll.cri.config.ContainerConfig.Seccomp;
import dev.plimsoll.cri.config.ContainerConfig.Security;
import java.util.ArrayList;
import java.util.List;

/** What the processes of a container may do: the container's own word over the pod's. */
final class ContainerSecurity {
    private ContainerSecurity() {}

    static CriReply<Security> of(JsonNode spec, JsonNode container) {
        var pod = spec.path("securityContext");
        var own = container.path("securityContext");
        var user = number(pod, own, "runAsUser");
        if (said(pod, own, "runAsNonRoot").asBoolean()) {
            if (user == 0)
                return new CriReply.Failed<>(
                        CriReply.Code.FAILED_PRECONDITION, "container's runAsUser breaks non-root policy");
            if (user < 0) return ContainerConfigs.unsupported("runAsNonRoot without runAsUser");
        }
        return seccomp(said(pod, own, "seccompProfile"))
                .map(seccomp -> new Security(
                        own.path("privileged").asBoolean(),
                        user,
                        number(pod, own, "runAsGroup"),
                        own.path("readOnlyRootFilesystem").asBoolean(),
                        own.has("allowPrivilegeEscalation")
                                && !own.path("allowPrivilegeEscalation").asBoolean(),
                        texts(own.path("capabilities").path("add")),
                        texts(own.path("capabilities").path("drop")),
                        groups(pod),
                        PodSandboxes.namespaces(spec),
                        seccomp));
    }

    private static JsonNode said(JsonNode pod, JsonNode own, String field) {
        return own.has(field) ? own.path(field) : pod.path(field);
    }

    private static long number(JsonNode pod, JsonNode own, String field) {
        return said(pod, own, field).asLong(-1);
    }

    private static CriReply<Seccomp> seccomp(JsonNode profile) {
        var type = profile.path("type").asText();
        return switch (type) {
            case "" -> new CriReply.Ok<>(Seccomp.UNSAID);
            case "RuntimeDefault" -> new CriReply.Ok<>(Seccomp.RUNTIME_DEFAULT);
            case "Unconfined" -> new CriReply.Ok<>(Seccomp.UNCONFINED);
            default -> ContainerConfigs.unsupported("seccompProfile " + type);
        };
    }

    private static List<String> texts(JsonNode list) {
        var texts = new ArrayList<String>();
        for (var text : list) texts.add(text.asText());
        return texts;
    }

    private static List<Long> groups(JsonNode pod) {
        var groups = new ArrayList<Long>();
        if (pod.has("fsGroup")) groups.add(pod.path("fsGroup").asLong());
        for (var group : pod.path("supplementalGroups")) groups.add(group.asLong());
        return groups;
    }
}
