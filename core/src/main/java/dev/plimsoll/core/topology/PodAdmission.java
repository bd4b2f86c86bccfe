package dev.plimsoll.core.topology;

import dev.plimsoll.core.topology.hints.Fitness;
import dev.plimsoll.core.topology.hints.Hint;
import dev.plimsoll.core.topology.hints.HintList;
import dev.plimsoll.core.topology.hints.HintMerge;
import dev.plimsoll.core.topology.machine.NodeMask;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * The order in which one pod's resources are agreed on and given.
 *
 * <p>Cases: (1) no alignment: container by container, without hints; (2) scope container: for each container its resources
 * agree on nodes and are given; (3) scope pod: the pod's resources agree once, (3a) then each container is given its own,
 * (3b) or, with pod-level resources, the pod is given everything and divides it. The first refusal ends it.
 */
final class PodAdmission {
    private static final String NOT_ALIGNED = "Resources cannot be allocated with Topology locality";
    private static final String POD_LEVEL_NOT_ALIGNED_AS_POD =
            "Pod Scope pod with pod-level resources failed admission under pod-scope topology manager";
    private static final String POD_LEVEL_NOT_ALIGNED_BY_CONTAINER =
            "Pod Scope pod with pod-level resources failed admission with a container-level topology manager";

    private final NodePolicies policies;
    private final NodeMask allNodes;
    private final Fitness fitness;
    private final PodClaim pod;
    private final List<ResourceTurn> turns;
    private final boolean isActive;
    private final Map<String, Hint> agreed = new HashMap<>();

    /**
     * One pod's way through.
     *
     * @param isActive whether the node counts the pod as one of its own meanwhile; what others have is taken for left over,
     *     and is freed before each question and each step
     */
    PodAdmission(
            NodePolicies policies,
            NodeMask allNodes,
            Fitness fitness,
            PodClaim pod,
            List<ResourceTurn> turns,
            boolean isActive) {
        this.policies = policies;
        this.allNodes = allNodes;
        this.fitness = fitness;
        this.pod = pod;
        this.turns = turns;
        this.isActive = isActive;
    }

    /** What containers agreed on, by name. */
    Map<String, Hint> agreed() {
        return agreed;
    }

    Optional<Refusal> run() {
        if (policies.alignment() == AlignmentPolicy.NONE)
            return giveEach(_ -> Optional.of(new Hint(NodeMask.NONE, false)));
        return switch (policies.scope()) {
            case CONTAINER -> giveEach(container -> agree(ask(turn -> turn.hints(container))));
            case POD -> {
                var hint = agree(ask(ResourceTurn::podHints));
                if (hint.isPresent() && pod.isPodLevel()) yield giveAll(hint.get());
                yield giveEach(_ -> hint);
            }
        };
    }

    private List<HintList> ask(Function<ResourceTurn, HintList> question) {
        var answers = new ArrayList<HintList>();
        for (var turn : turns) {
            if (!isActive) turn.forget();
            answers.add(question.apply(turn));
        }
        return answers;
    }

    private Optional<Refusal> giveEach(Function<ContainerClaim, Optional<Hint>> hints) {
        for (var container : pod.containers()) {
            var hint = hints.apply(container);
            if (hint.isEmpty()) return Optional.of(Refusal.notAligned(notAlignedText()));
            agreed.put(container.name(), hint.get());
            for (var turn : turns) {
                if (!isActive) turn.forget();
                var refusal = turn.allocate(container, hint.get());
                if (refusal.isPresent()) return refusal;
            }
        }
        return Optional.empty();
    }

    private Optional<Refusal> giveAll(Hint hint) {
        for (var container : pod.containers()) agreed.put(container.name(), hint);
        for (var turn : turns) {
            var refusal = turn.allocatePod(hint);
            if (refusal.isPresent()) return refusal;
        }
        return Optional.empty();
    }

    private Optional<Hint> agree(List<HintList> hints) {
        return switch (policies.alignment()) {
            case NONE -> Optional.of(Hint.ANY);
            case BEST_EFFORT -> Optional.of(new HintMerge(allNodes, hints, fitness).best());
            case RESTRICTED -> new HintMerge(allNodes, hints, fitness).preferred();
            case SINGLE_NUMA_NODE -> new HintMerge(allNodes, hints, fitness).onSingleNode();
        };
    }

    private String notAlignedText() {
        if (!pod.isPodLevel()) return NOT_ALIGNED;
        return switch (policies.scope()) {
            case POD -> POD_LEVEL_NOT_ALIGNED_AS_POD;
            case CONTAINER -> POD_LEVEL_NOT_ALIGNED_BY_CONTAINER;
        };
    }
}
