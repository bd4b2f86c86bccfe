package dev.plimsoll.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.codec.view.PodReader;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.model.ResourceRequirements;
import dev.plimsoll.core.topology.ResourceManagers;
import dev.plimsoll.core.topology.TopologyAdmission;
import dev.plimsoll.core.topology.TopologyRefusal;
import dev.plimsoll.core.topology.claims.Rule;
import dev.plimsoll.core.topology.memory.MemoryBlock;
import dev.plimsoll.core.topology.placement.AssignedPlacement;
import dev.plimsoll.core.topology.placement.ContainerPlacement;
import dev.plimsoll.core.topology.state.CpuState;
import dev.plimsoll.core.topology.state.ManagersState;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * One recorded sequence of pods on one node.
 *
 * <p>What the recorder did, and the replay follows: (1) it listed a pod as active only once it was admitted, so that of a pod
 * that is placed container by container only what the last one got is left; (2) what it calls {@code exclusiveCPUs} are all
 * CPUs assigned, shared ones included; (3) what a refused pod had got stays out of the shared pool until the next admission,
 * so that the pool is not compared until then.
 *
 * <p>Where the replay differs by name: (4) a node loop of the recorder ran while a pod was not listed yet and freed its CPUs;
 * (5) CPUs of a pod whose pool could not be divided are lost upstream, and free here; (6) of several memory resources of which
 * nothing is left to share upstream names the one that its map gives first.
 */
final class ManagersRun {
    private static final String FREED_BY_RECORDER = "recorder-freed-cpus";
    private static final String NOTHING_LEFT_BEHIND = "refused-pod-leaves-nothing";
    private static final String OTHER_RESOURCE_NAMED = "one-of-several-resources-named";

    private final ResourceManagers resourceManagers;
    private final LineComparison comparison = new LineComparison();
    private ManagersState state;
    private boolean hasLeftovers;
    private boolean hasLost;
    private int freed;
    private int renamed;

    ManagersRun(ResourceManagers resourceManagers) {
        this.resourceManagers = resourceManagers;
        this.state = resourceManagers.initialState();
    }

    ReplayVerdict run(JsonNode operations) {
        for (var i = 0; i < operations.size(); i++) {
            var operation = operations.get(i);
            var what = "operation " + i;
            switch (operation.get("op").asText()) {
                case "admit" -> admit(what, operation);
                case "remove" ->
                    state = resourceManagers.remove(state, operation.get("uid").asText());
                default -> throw new IllegalArgumentException("operation " + operation.get("op"));
            }
            if (operation.has("sharedPool") && !hasLeftovers) {
                comparison.text(
                        what + " sharedPool",
                        operation.get("sharedPool"),
                        state.cpus().shared().toString());
            }
            if (hasLost && !comparison.isEqual()) return comparison.divergence(NOTHING_LEFT_BEHIND); // 5
        }
        var differing = comparison.differing().size();
        if (renamed > 0 && differing == renamed) return comparison.divergence(OTHER_RESOURCE_NAMED);
        var onlyFreed = freed > 0 && differing == freed + renamed;
        return onlyFreed ? comparison.divergence(FREED_BY_RECORDER) : comparison.verdict();
    }

    private void admit(String what, JsonNode operation) {
        var pod = PodReader.read(operation.get("pod")).orThrow();
        switch (resourceManagers.admitUnlisted(state, pod)) {
            case TopologyAdmission.Refused(var refusal) -> {
                comparison.text(what + " admitted", operation.get("admitted"), "false");
                comparison.text(what + " reason", operation.get("reason"), refusal.reason());
                comparison.text(what + " message", operation.get("message"), refusal.message());
                if (namesAnother(pod, operation.path("message").asText(), refusal)) renamed++;
                hasLeftovers = true;
                hasLost |= comparison.isEqual()
                        && refusal.rule() == Rule.TOO_FEW_CPUS
                        && pod.spec().hasPodLevelResources();
            }
            case TopologyAdmission.Admitted(var after, var placement) -> {
                comparison.text(what + " admitted", operation.get("admitted"), "true");
                hasLeftovers = false;
                start(pod, after, placement);
                followFreeing(what, pod, operation);
                var running = resourceManagers.placement(state, pod);
                comparison.equal(
                        what + " podCPUs",
                        operation.path("podCPUs").asText(""),
                        running.podCpus().toString());
                for (var container : running.containers()) {
                    compare(
                            what + " " + container.container(),
                            operation.path("containers").path(container.container()),
                            container);
                }
            }
        }
    }

    /** 6: without the huge pages that are named here the pod is refused with exactly the recorded text. */
    private boolean namesAnother(Pod pod, String recorded, TopologyRefusal refusal) {
        if (refusal.rule() != Rule.EMPTY_SHARED_POOL || recorded.equals(refusal.message())) return false;
        var left = pod;
        for (var name : pod.spec().resources().limits().names()) {
            if (!name.text().startsWith("hugepages-")) continue;
            left = left.withSpec(without(left.spec(), name));
            if (resourceManagers.admitUnlisted(state, left) instanceof TopologyAdmission.Refused(var other)
                    && other.rule() == Rule.EMPTY_SHARED_POOL
                    && other.message().equals(recorded)) return true;
        }
        return false;
    }

    private static PodSpec without(PodSpec spec, ResourceName name) {
        UnaryOperator<ResourceRequirements> change = own -> ResourceRequirements.of(
                own.requests().retaining(each -> !each.equals(name)),
                own.limits().retaining(each -> !each.equals(name)));
        return spec.mappingContainers(container -> container.withResources(change.apply(container.resources())))
                .withResources(change.apply(spec.resources()));
    }

    private void start(Pod pod, ManagersState after, AssignedPlacement placement) {
        state = after;
        for (var container : placement.containers())
            state = resourceManagers.started(state, pod, container.container());
    }

    /** 4: all of the pod's CPUs are back in the recorded pool. */
    private void followFreeing(String what, Pod pod, JsonNode operation) {
        var uid = pod.metadata().uid();
        var own = state.cpus().pod(uid).all();
        var others = new TreeMap<>(state.cpus().pods());
        others.remove(uid);
        var without = new CpuState(state.cpus().shared().union(own), others);
        var recordedPool = operation.path("sharedPool").asText();
        if (own.isEmpty() || !recordedPool.equals(without.shared().toString())) return;
        comparison.equal(what + " CPUs freed by the recorder", "", own.toString());
        freed++;
        state = new ManagersState(without, state.memory());
    }

    private void compare(String where, JsonNode recorded, ContainerPlacement container) {
        comparison.equal(
                where + " cpus",
                recorded.path("cpus").asText(""),
                container.cpus().toString());
        comparison.equal(
                where + " exclusiveCPUs",
                recorded.path("exclusiveCPUs").asText(""),
                container.cpus().toString());
        comparison.equal(
                where + " memoryNUMANodes",
                numbers(recorded.path("memoryNUMANodes")),
                container.memoryNodes().toList());
        comparison.equal(where + " memoryBlocks", blocks(recorded.path("memoryBlocks")), blocks(container));
    }

    private static List<String> blocks(JsonNode recorded) {
        var blocks = new ArrayList<String>();
        for (var block : recorded) {
            blocks.add(block.get("type").asText() + " " + block.get("size").asText() + " of "
                    + numbers(block.get("numa")));
        }
        return blocks.stream().sorted().toList();
    }

    private static List<String> blocks(ContainerPlacement container) {
        return container.memory().stream().map(ManagersRun::text).sorted().toList();
    }

    private static String text(MemoryBlock block) {
        return block.resource() + " " + block.bytes() + " of " + block.nodes().toList();
    }

    private static List<Integer> numbers(JsonNode recorded) {
        var numbers = new ArrayList<Integer>();
        for (var number : recorded) numbers.add(number.asInt());
        return numbers;
    }
}
