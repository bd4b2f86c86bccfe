package dev.plimsoll.nodeagent.simulated;

import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.resize.protocol.Act;
import dev.plimsoll.core.resize.protocol.NodeEvent;
import dev.plimsoll.core.resize.state.StartError;
import dev.plimsoll.nodeagent.payload.PodPayloads;
import dev.plimsoll.nodeagent.volumes.ProjectedVolume;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What pods refer to in the API, such as config maps. A pod waits for it on a simulated node as it does on a real one. */
final class ApiReferences {
    private static final Set<String> OBJECTS = Set.of("configMap", "secret", "configMapKeyRef", "secretKeyRef");

    private final @Nullable PodPayloads payloads;

    /** @param payloads null where there is no API to ask */
    ApiReferences(@Nullable PodPayloads payloads) {
        this.payloads = payloads;
    }

    /** Whether the API has to be asked before an act can be done. */
    boolean areNeededFor(Act act) {
        return switch (act) {
            case Act.RunPodSandbox run -> areIn(run.pod());
            case Act.StartContainer start -> areIn(SimulatedSessions.specOf(start.pod(), start.container()));
            default -> false;
        };
    }

    /**
     * Something that the API does not have.
     *
     * @param reason as the failure of the act is called
     */
    record Missing(String why, String reason) {}

    /** What an act needs and the API does not have. */
    Optional<Missing> missing(Act act, String ip) {
        return switch (act) {
            case Act.RunPodSandbox run ->
                problem(run.pod()).map(why -> new Missing(why, NodeEvent.Failed.FAILED_MOUNT));
            case Act.StartContainer start ->
                problem(start.pod(), SimulatedSessions.specOf(start.pod(), start.container()), ip)
                        .map(why -> new Missing(why, StartError.CREATE_CONTAINER_CONFIG_ERROR));
            default -> Optional.empty();
        };
    }

    /** Whether the API has to be asked before the volumes of a pod can be made. */
    private boolean areIn(Pod pod) {
        if (payloads == null) return false;
        for (var volume : pod.spec().details().volumes()) {
            // What the volume of every pod needs is there.
            if (isObject(volume.sources()) || ProjectedVolume.isOwn(volume)) return true;
        }
        return false;
    }

    /** Renews what ends while a pod runs. What else its volumes hold is read when somebody looks. */
    void renew(Pod pod, String ip) {
        if (payloads == null || pod.spec().details().volumes().stream().noneMatch(ProjectedVolume::isOwn)) return;
        payloads.find(pod.metadata()).ifPresent(found -> payloads.renew(found, pod.spec(), ip));
    }

    /** The same before a container can be made. */
    private boolean areIn(Container container) {
        var details = container.details();
        return payloads != null
                && (details.hasEnvFrom()
                        || details.env().stream().anyMatch(each -> isObject(each.sources()))
                        || details.volumeMounts().stream()
                                .anyMatch(each -> !each.subPathExpr().isEmpty()));
    }

    private static boolean isObject(Collection<String> sources) {
        return sources.stream().anyMatch(OBJECTS::contains);
    }

    /** Why the volumes of a pod cannot be made. */
    private Optional<String> problem(Pod pod) {
        return Stream.ofNullable(payloads)
                .filter(_ -> areIn(pod))
                .flatMap(known -> known.find(pod.metadata()).stream()
                        .flatMap(found -> known.volumeProblem(found, pod.spec(), "").stream()))
                .findFirst();
    }

    /** Why a container cannot be made. */
    private Optional<String> problem(Pod pod, Container container, String ip) {
        return Stream.ofNullable(payloads)
                .filter(_ -> areIn(container))
                .flatMap(known -> known.find(pod.metadata()).stream()
                        .flatMap(found -> known.containerProblem(found, pod.spec(), ip, container).stream()))
                .findFirst();
    }
}
