package dev.plimsoll.core.topology;

import dev.plimsoll.core.topology.hints.Hint;
import dev.plimsoll.core.topology.hints.HintList;
import java.util.Optional;

/** One kind of resource while one pod is placed. */
sealed interface ResourceTurn permits CpuTurn, MemoryTurn {
    HintList hints(ContainerClaim container);

    HintList podHints();

    /** Gives a container what it is due, near the nodes that all resources agreed on. */
    Optional<Refusal> allocate(ContainerClaim container, Hint agreed);

    /** Gives the pod as a whole what it is due and divides it between the containers. */
    Optional<Refusal> allocatePod(Hint agreed);

    /** Gives back what the containers of the pod have got so far. */
    void forget();
}
