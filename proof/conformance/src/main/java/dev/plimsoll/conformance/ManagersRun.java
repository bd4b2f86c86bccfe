package dev.plimsoll.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.codec.view.PodReader;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.topology.Admission;
import dev.plimsoll.core.topology.ContainerPlacement;
import dev.plimsoll.core.topology.CpuState;
import dev.plimsoll.core.topology.NodeState;
import dev.plimsoll.core.topology.Pinning;
import dev.plimsoll.core.topology.Placement;
import dev.plimsoll.core.topology.Rule;
import dev.plimsoll.core.topology.memory.MemoryBlock;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * One recorded sequence of pods on one node.
 *
 * <p>What the recorder did, and the replay follows: (1) it listed a pod as active only once it was admitted, so that of a pod
 * that is placed container by container only what the last one got is left; (2) what it calls {@code exclusiveCPUs} are all
 * CPUs assigned, shared ones included; (3) what a refused pod had got stays out of the shared pool until the next admission,
 * so that the pool is not compared until then.
 *
 * <p>Where the replay differs by name: (4) a node loop of the recorder ran while a pod was not listed yet and freed its CPUs;
 * (5) CPUs of a pod whose pool could not be divided are lost upstream, and free here.
 */
final class ManagersRun {
    private static final String FREED_BY_RECORDER = "recorder-freed-cpus";
    private static final String NOTHING_LEFT_BEHIND = "refused-pod-leaves-nothing";

    private final Pinning pinning;
    private final Comparison comparison = new Comparison();
    private NodeState state;
    private boolean hasLeftovers;
    private boolean hasLost;
    private int freed;

    ManagersRun(Pinning pinning) {
        this.pinning = pinning;
        this.state = pinning.initialState();
    }

    Verdict run(JsonNode operations) {
        for (var i = 0; i < operations.size(); i++) {
            var operation = operations.get(i);
            var what = "operation " + i;
            switch (operation.get("op").asText()) {
                case "admit" -> admit(what, operation);
                case "remove" ->
                    state = pinning.remove(state, operation.get("uid").asText());
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
        var onlyFreed = freed > 0 && comparison.differing().size() == freed;
        return onlyFreed ? comparison.divergence(FREED_BY_RECORDER) : comparison.verdict();
    }

    private void admit(String what, JsonNode operation) {
        var pod = PodReader.read(operation.get("pod")).orThrow();
        switch (pinning.admitUnlisted(state, pod)) {
            case Admission.Refused(var refusal) -> {
                comparison.text(what + " admitted", operation.get("admitted"), "false");
                comparison.text(what + " reason", operation.get("reason"), refusal.reason());
                comparison.text(what + " message", operation.get("message"), refusal.message());
                hasLeftovers = true;
                hasLost |= comparison.isEqual()
                        && refusal.rule() == Rule.TOO_FEW_CPUS
                        && pod.spec().hasPodLevelResources();
            }
            case Admission.Admitted(var after, var placement) -> {
                comparison.text(what + " admitted", operation.get("admitted"), "true");
                hasLeftovers = false;
                start(pod, after, placement);
                followFreeing(what, pod, operation);
                var running = pinning.placement(state, pod);
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

    private void start(Pod pod, NodeState after, Placement placement) {
        state = after;
        for (var container : placement.containers()) state = pinning.started(state, pod, container.container());
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
        state = new NodeState(without, state.memory());
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
