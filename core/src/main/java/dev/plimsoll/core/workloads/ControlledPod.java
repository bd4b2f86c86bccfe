package dev.plimsoll.core.workloads;

import dev.plimsoll.core.model.PodDetails.Toleration;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;

/**
 * What controllers ask of a pod.
 *
 * @param node where it runs; empty while it is not assigned
 * @param target the node that a daemon set made it for, by its affinity; otherwise empty
 * @param readySince when its condition Ready last changed
 * @param finished when its last container ended, as far as that is known
 * @param ending how it failed; {@link PodFailure#NONE} for a pod that has not
 * @param disruption the time of condition DisruptionTarget while it is true; otherwise {@link Instant#EPOCH}
 */
public record ControlledPod(
        ObjectMetadata meta,
        String node,
        String target,
        String phase,
        boolean isReady,
        Instant readySince,
        Instant finished,
        PodFailure ending,
        Instant disruption,
        Restarts restarts,
        List<Toleration> tolerations,
        PodResourceRequests resources,
        PodNetwork network) {
    /** By namespace, then by name. */
    public static final Comparator<ControlledPod> BY_NAME =
            Comparator.comparing((ControlledPod pod) -> pod.meta().namespace()).thenComparing(ControlledPod::name);

    private static final String DELETION_COST = "controller.kubernetes.io/pod-deletion-cost";

    /**
     * How often containers were started again.
     *
     * @param containers the most of one container
     * @param sidecars the most of one sidecar
     * @param started the sum of all containers
     */
    public record Restarts(int containers, int sidecars, int started) {
        public static final Restarts NONE = new Restarts(0, 0, 0);
    }

    public ControlledPod {
        tolerations = List.copyOf(tolerations);
    }

    public String name() {
        return meta.name();
    }

    /** As messages name it: {@code namespace/name}. */
    public String qualifiedName() {
        return meta.qualifiedName();
    }

    public String uid() {
        return meta.uid();
    }

    public boolean hasFailed() {
        return phase.equals("Failed");
    }

    public boolean hasSucceeded() {
        return phase.equals("Succeeded");
    }

    public boolean isTerminal() {
        return hasFailed() || hasSucceeded();
    }

    public boolean isActive() {
        return !isTerminal() && !meta.isBeingDeleted();
    }

    /** Ready for long enough. */
    public boolean isAvailable(int minReadySeconds, Instant now) {
        return isReady
                && (minReadySeconds <= 0 || untilAvailable(minReadySeconds, now).isZero());
    }

    /** How long a ready pod must stay so to be available; zero if it is, or is not ready. */
    public Duration untilAvailable(int minReadySeconds, Instant now) {
        if (!isReady || minReadySeconds <= 0) return Duration.ZERO;
        var left = Duration.between(now, readySince.plusSeconds(minReadySeconds));
        return left.isPositive() ? left : Duration.ZERO;
    }

    /** What its deletion costs, by its annotation; 0 for one that is not a number of 32 bits. */
    public int deletionCost() {
        try {
            return Integer.parseInt(meta.annotation(DELETION_COST));
        } catch (NumberFormatException _) {
            return 0;
        }
    }

    /** Where it runs, or is to run. */
    public String anyNode() {
        return node.isEmpty() ? target : node;
    }

    public boolean hasFinalizer(String finalizer) {
        return meta.finalizers().contains(finalizer);
    }
}
