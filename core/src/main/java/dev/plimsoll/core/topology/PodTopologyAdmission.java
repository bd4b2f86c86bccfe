package dev.plimsoll.core.topology;

import dev.plimsoll.core.topology.claims.ContainerClaim;
import dev.plimsoll.core.topology.claims.PodClaim;
import dev.plimsoll.core.topology.hints.Fitness;
import dev.plimsoll.core.topology.hints.Hint;
import dev.plimsoll.core.topology.hints.HintList;
import dev.plimsoll.core.topology.hints.HintMerge;
import dev.plimsoll.core.topology.machine.NodeMask;
import dev.plimsoll.core.topology.policy.NodePolicies;
import dev.plimsoll.core.topology.policy.TopologyManagerPolicy;
import dev.plimsoll.core.topology.policy.TopologyManagerScope;
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
final class PodTopologyAdmission {
    private static final String NOT_ALIGNED = "Resources cannot be allocated with Topology locality";
    private static final String POD_LEVEL_NOT_ALIGNED_AS_POD =
            "Pod Scope pod with pod-level resources failed admission under pod-scope topology manager";
    private static final String POD_LEVEL_NOT_ALIGNED_BY_CONTAINER =
            "Pod Scope pod with pod-level resources failed admission with a container-level topology manager";

    private final NodePolicies policies;
    private final NodeMask allNodes;
    private final Fitness fitness;
    private final PodClaim pod;
    private final List<ResourceAllocator> turns;
    private final boolean isActive;
    private final ManagerCounts counts;
    private final Map<String, Hint> agreed = new HashMap<>();

    /**
     * One pod's way through.
     *
     * @param isActive whether the node counts the pod as one of its own meanwhile; what others have is taken for left over,
     *     and is freed before each question and each step
     * @param counts where each step is counted
     */
    PodTopologyAdmission(
            NodePolicies policies,
            NodeMask allNodes,
            Fitness fitness,
            PodClaim pod,
            List<ResourceAllocator> turns,
            boolean isActive,
            ManagerCounts counts) {
        this.policies = policies;
        this.allNodes = allNodes;
        this.fitness = fitness;
        this.pod = pod;
        this.turns = turns;
        this.isActive = isActive;
        this.counts = counts;
    }

    /** What containers agreed on, by name. */
    Map<String, Hint> agreed() {
        return agreed;
    }

    Optional<TopologyRefusal> run() {
        if (policies.alignment() == TopologyManagerPolicy.NONE)
            return giveEach(_ -> Optional.of(new Hint(NodeMask.NONE, false)));
        return switch (policies.scope()) {
            case CONTAINER -> giveEach(container -> agree(ask(allocator -> allocator.hints(container))));
            case POD -> {
                var hint = agree(ask(ResourceAllocator::podHints));
                if (hint.isPresent() && pod.isPodLevel()) yield giveAll(hint.get());
                yield giveEach(_ -> hint);
            }
        };
    }

    /** A pod that has all that it is due is asked about once more, as after a restart. */
    void keep() {
        var isWhole = pod.isPodLevel() && !policies.placesContainersAlone();
        for (var container : pod.containers()) {
            for (var allocator : turns) {
                if (!isWhole && allocator.isDue(container))
                    counts.container(allocator, container, true, Optional.empty());
            }
            if (policies.scope() == TopologyManagerScope.CONTAINER) counts.aligned();
        }
        if (policies.scope() == TopologyManagerScope.POD) counts.aligned();
    }

    /**
     * Why the pod's resources could not agree, where the cause is the pod and not the node: its exclusive containers use up what
     * others of it are to share. Upstream says then only that resources could not be aligned.
     */
    Optional<TopologyRefusal> emptySharedPool() {
        if (!pod.isPodLevel() || policies.placesContainersAlone()) return Optional.empty();
        return turns.stream()
                .flatMap(allocator -> allocator.emptySharedPool().stream())
                .findFirst();
    }

    private List<HintList> ask(Function<ResourceAllocator, HintList> question) {
        var answers = new ArrayList<HintList>();
        for (var allocator : turns) {
            if (!isActive) allocator.forget();
            answers.add(question.apply(allocator));
        }
        return answers;
    }

    private Optional<TopologyRefusal> giveEach(Function<ContainerClaim, Optional<Hint>> hints) {
        for (var container : pod.containers()) {
            var hint = hints.apply(container);
            if (hint.isEmpty()) {
                counts.notAligned();
                return Optional.of(TopologyRefusal.notAligned(notAlignedText()));
            }
            agreed.put(container.name(), hint.get());
            for (var allocator : turns) {
                if (!isActive) allocator.forget();
                var refusal = give(allocator, container, hint.get());
                if (refusal.isPresent()) return refusal;
            }
            if (policies.scope() == TopologyManagerScope.CONTAINER) counts.aligned();
        }
        if (policies.scope() == TopologyManagerScope.POD) counts.aligned();
        return Optional.empty();
    }

    private Optional<TopologyRefusal> give(ResourceAllocator allocator, ContainerClaim container, Hint hint) {
        var had = allocator.has(container);
        var refusal = allocator.allocate(container, hint);
        if (allocator.isDue(container)) counts.container(allocator, container, had, refusal);
        if (refusal.isPresent()) counts.refused();
        return refusal;
    }

    private Optional<TopologyRefusal> giveAll(Hint hint) {
        for (var container : pod.containers()) agreed.put(container.name(), hint);
        for (var allocator : turns) {
            var isDue = allocator.isPodDue();
            var refusal = allocator.allocatePod(hint);
            if (isDue) counts.pod(allocator, refusal);
            if (refusal.isPresent()) {
                counts.refused();
                return refusal;
            }
        }
        counts.aligned();
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
