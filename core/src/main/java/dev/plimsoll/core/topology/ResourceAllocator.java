package dev.plimsoll.core.topology;

import dev.plimsoll.core.topology.claims.ContainerClaim;
import dev.plimsoll.core.topology.hints.Hint;
import dev.plimsoll.core.topology.hints.HintList;
import java.util.Optional;

/** One kind of resource while one pod is placed. */
sealed interface ResourceAllocator permits CpuAllocator, MemoryAllocator {
    ManagerCounts.Manager manager();

    /** Whether a container is due anything of its own. */
    boolean isDue(ContainerClaim container);

    /** Whether it has been given it. */
    boolean has(ContainerClaim container);

    /** Whether the pod as a whole is due anything that it does not have. */
    boolean isPodDue();

    HintList hints(ContainerClaim container);

    HintList podHints();

    /** Whether exclusive containers leave nothing to those that share the pod's resources; asked of pods that are placed as one. */
    Optional<TopologyRefusal> emptySharedPool();

    /** Gives a container what it is due, near the nodes that all resources agreed on. */
    Optional<TopologyRefusal> allocate(ContainerClaim container, Hint agreed);

    /** Gives the pod as a whole what it is due and divides it between the containers. */
    Optional<TopologyRefusal> allocatePod(Hint agreed);

    /** Gives back what the containers of the pod have got so far. */
    void forget();
}
