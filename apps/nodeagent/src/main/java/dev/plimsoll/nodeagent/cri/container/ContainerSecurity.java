package dev.plimsoll.nodeagent.cri.container;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.cri.CriReply;
import dev.plimsoll.cri.Image;
import dev.plimsoll.cri.config.ContainerConfig.Seccomp;
import dev.plimsoll.cri.config.ContainerConfig.Security;
import dev.plimsoll.nodeagent.payload.UnsupportedFeature;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What the processes of a container may do: the container's own word over the pod's. */
final class ContainerSecurity {
    private ContainerSecurity() {}

    /** The image of a container, for whom its own user matters. */
    interface ImageLookup {
        CriReply<Optional<Image>> find();
    }

    /** @param place the container and its pod, as messages name them */
    static CriReply<Security> of(JsonNode spec, JsonNode container, String place, ImageLookup image) {
        var pod = spec.path("securityContext");
        var own = container.path("securityContext");
        var user = number(pod, own, "runAsUser");
        if (said(pod, own, "runAsNonRoot").asBoolean()) {
            var root = asRoot(user, image);
            if (root instanceof CriReply.Failed<String>(var code, var why)) return new CriReply.Failed<>(code, why);
            if (root instanceof CriReply.Ok<String>(var why) && !why.isEmpty())
                return new CriReply.Failed<>(CriReply.Code.FAILED_PRECONDITION, why + " (" + place + ")");
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

    /** Why it is not known that a container does not run as root; empty if that is known. */
    private static CriReply<String> asRoot(long user, ImageLookup image) {
        if (user == 0) return new CriReply.Ok<>("container's runAsUser breaks non-root policy");
        if (user > 0) return new CriReply.Ok<>("");
        return image.find().map(found -> {
            var own = found.map(Image::user).orElse(null);
            var name = found.map(Image::userName).orElse("");
            if (own == null && !name.isEmpty())
                return "container has runAsNonRoot and image has non-numeric user (" + name
                        + "), cannot verify user is non-root";
            return own == null || own == 0 ? "container has runAsNonRoot and image will run as root" : "";
        });
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
            default -> UnsupportedFeature.failure("seccompProfile " + type);
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
