package dev.plimsoll.nodeagent.cri.container;

import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.resize.state.StatusReport;
import dev.plimsoll.cri.CriReply;
import dev.plimsoll.cri.Image;
import dev.plimsoll.cri.config.ContainerConfig.Profile;
import dev.plimsoll.cri.config.ContainerConfig.Security;
import dev.plimsoll.cri.config.IdMapping;
import dev.plimsoll.cri.config.NamespaceOptions;
import dev.plimsoll.nodeagent.payload.UnsupportedFeature;
import dev.plimsoll.objects.pod.PodObject;
import dev.plimsoll.objects.pod.spec.ContainerObject;
import dev.plimsoll.objects.pod.spec.PodSecurityContext;
import dev.plimsoll.objects.pod.spec.ProfileReference;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** What the processes of a container may do: the container's own word over the pod's. */
final class ContainerSecurity {
    private static final long UNSAID = -1;

    private ContainerSecurity() {}

    /** The image of a container, for whom its own user matters. */
    interface ImageLookup {
        CriReply<Optional<Image>> find();
    }

    /**
     * For one container.
     *
     * @param place the container and its pod, as messages name them
     * @param profiles the folder with the node's own profiles of seccomp
     * @param users that the pod has of its own
     */
    static CriReply<Security> of(
            PodObject pod,
            PodSpec spec,
            ContainerObject container,
            String place,
            Path profiles,
            ImageLookup image,
            List<IdMapping> users) {
        var own = container.securityContext();
        var ofPod = pod.securityContext();
        var said = own.user().or(ofPod.user());
        var user = said.userOr(UNSAID);
        if (said.isNonRoot()) {
            var root = asRoot(user, image);
            if (root instanceof CriReply.Failed<String>(var code, var why)) return new CriReply.Failed<>(code, why);
            if (root instanceof CriReply.Ok<String>(var why) && !why.isEmpty())
                return new CriReply.Failed<>(CriReply.Code.FAILED_PRECONDITION, why + " (" + place + ")");
        }
        // A file of the node, whose name is relative and stays below the folder (the API server sees to it); or a name
        // for the kernel.
        return profile(
                        "seccompProfile",
                        said.seccompOrNull(),
                        file -> profiles.resolve(file).toString())
                .then(seccomp -> profile("appArmorProfile", said.appArmorOrNull(), name -> name)
                        .then(appArmor -> namespaces(pod, spec, container, users)
                                .map(namespaces -> new Security(
                                        own.privileged(),
                                        user,
                                        said.groupOr(UNSAID),
                                        own.readOnlyRootFilesystem(),
                                        own.forbidsEscalation(),
                                        own.addedCapabilities(),
                                        own.droppedCapabilities(),
                                        groups(ofPod),
                                        ofPod.strictGroups(),
                                        namespaces,
                                        seccomp,
                                        appArmor))));
    }

    /** Those of the pod; with a target, the processes are those of that container. */
    private static CriReply<NamespaceOptions> namespaces(
            PodObject pod, PodSpec spec, ContainerObject container, List<IdMapping> users) {
        var ofPod = PodSandboxes.namespaces(pod, spec, users);
        var target = container.targetContainerName();
        if (target.isEmpty() || ofPod.pid() != NamespaceOptions.Mode.CONTAINER) return new CriReply.Ok<>(ofPod);
        for (var each : pod.reportedContainers()) {
            if (!each.name().equals(target) || !(each.state() instanceof StatusReport.State.Running)) continue;
            var id = each.containerId().substring(each.containerId().indexOf("://") + "://".length());
            return new CriReply.Ok<>(ofPod.targeting(id));
        }
        return new CriReply.Failed<>(CriReply.Code.FAILED_PRECONDITION, "unable to find target container " + target);
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

    private static CriReply<Profile> profile(
            String field, @Nullable ProfileReference said, UnaryOperator<String> localhost) {
        if (said == null) return new CriReply.Ok<>(Profile.UNSAID);
        return switch (said.type()) {
            case "RuntimeDefault" -> new CriReply.Ok<>(Profile.RUNTIME_DEFAULT);
            case "Unconfined" -> new CriReply.Ok<>(Profile.UNCONFINED);
            case "Localhost" ->
                new CriReply.Ok<>(new Profile(Profile.Kind.LOCALHOST, localhost.apply(said.localhostProfile())));
            default -> UnsupportedFeature.failure(field + " " + said.type());
        };
    }

    private static List<Long> groups(PodSecurityContext pod) {
        var groups = new ArrayList<Long>();
        if (pod.fsGroupOrNull() != null) groups.add(pod.fsGroupOrNull());
        groups.addAll(pod.supplementalGroups());
        return groups;
    }
}
