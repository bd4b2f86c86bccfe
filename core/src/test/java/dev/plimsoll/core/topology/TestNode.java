package dev.plimsoll.core.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.core.quantity.QuantityFormat;
import dev.plimsoll.core.topology.machine.Machine;
import dev.plimsoll.core.topology.machine.MachineNotation;
import dev.plimsoll.core.topology.memory.MemoryBlock;
import dev.plimsoll.core.topology.memory.NodeMemory;
import dev.plimsoll.core.topology.placement.AssignedPlacement;
import dev.plimsoll.core.topology.policy.KubeletSettings;
import dev.plimsoll.core.topology.state.ManagersState;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A node that pods are put on one after another, with what is expected of it. */
final class TestNode {
    private final Machine machine;
    private KubeletSettings settings = KubeletSettings.DEFAULT;
    private FeatureGates gates = FeatureGates.DEFAULT.with(Gate.CPU_MANAGER_POLICY_ALPHA_OPTIONS, true);
    private final Map<String, String> cpuOptions = new HashMap<>();
    private @Nullable ResourceManagers resourceManagers;
    private @Nullable ManagersState state;

    private TestNode(Machine machine) {
        this.machine = machine;
    }

    static TestNode on(String notation) {
        return new TestNode(MachineNotation.literal(notation));
    }

    static TestNode on(Machine machine) {
        return new TestNode(machine);
    }

    TestNode reserve(int cpus) {
        settings = settings.withStaticCpus(Quantity.ofMilli(cpus * 1000L), cpuOptions);
        return reconfigured();
    }

    TestNode reserve(String cpus) {
        settings = settings.withStaticCpus(cpus, cpuOptions);
        return reconfigured();
    }

    TestNode option(String name) {
        cpuOptions.put(name, "true");
        settings = settings.reservedSystemCpus().isEmpty()
                ? settings.withStaticCpus(settings.reservedCpu(), cpuOptions)
                : settings.withStaticCpus(settings.reservedSystemCpus(), cpuOptions);
        return reconfigured();
    }

    /** Reserved memory such as {@code 0=1Gi,1=1Gi}. */
    TestNode memory(String reserved) {
        var byNode = new HashMap<Integer, ResourceAmounts>();
        for (var entry : reserved.split(",", -1)) {
            var parts = entry.split("=", -1);
            byNode.put(Integer.valueOf(parts[0]), ResourceAmounts.parse("memory=" + parts[1]));
        }
        settings = settings.withStaticMemory(byNode);
        return reconfigured();
    }

    TestNode align(String policy, String scope) {
        return align(policy, scope, Map.of());
    }

    TestNode align(String policy, String scope, Map<String, String> options) {
        settings = settings.withAlignment(policy, scope, options);
        return reconfigured();
    }

    TestNode gate(Gate gate, boolean on) {
        gates = gates.with(gate, on);
        return reconfigured();
    }

    TestNode podLevel() {
        return gate(Gate.POD_LEVEL_RESOURCE_MANAGERS, true);
    }

    private TestNode reconfigured() {
        resourceManagers = null;
        return this;
    }

    ResourceManagers.Configured configure() {
        return ResourceManagers.configure(machine, settings, gates);
    }

    List<String> startRefusal() {
        return ((ResourceManagers.Configured.Refused) configure()).reasons();
    }

    ResourceManagers resourceManagers() {
        var ready = resourceManagers;
        if (ready == null) {
            ready = ((ResourceManagers.Configured.Ready) configure()).resourceManagers();
            resourceManagers = ready;
        }
        return ready;
    }

    ManagersState state() {
        var current = state;
        if (current == null) {
            current = resourceManagers().initialState();
            state = current;
        }
        return current;
    }

    TestNode state(ManagersState changed) {
        state = changed;
        return this;
    }

    String shared() {
        return state().cpus().shared().toString();
    }

    TestNode hasShared(String expected) {
        assertThat(shared()).isEqualTo(expected);
        return this;
    }

    AssignedPlacement admit(Pod pod) {
        var answer = resourceManagers().admit(state(), pod);
        assertThat(answer).isInstanceOf(TopologyAdmission.Admitted.class);
        var admitted = (TopologyAdmission.Admitted) answer;
        state = admitted.state();
        return admitted.placement();
    }

    /** Admits the pod; {@code expected} are the CPUs of its containers, as {@code name=list} separated by blanks. */
    TestNode admits(String pod, String expected) {
        assertThat(cpus(admit(PodText.pod(pod)))).isEqualTo(expected);
        return this;
    }

    static String cpus(AssignedPlacement placement) {
        return placement.containers().stream()
                .map(container -> container.container() + "=" + container.cpus())
                .collect(Collectors.joining(" "));
    }

    /** As {@link #admits(String, String)}, also with the nodes that containers agreed on, as {@code name@{0,1}}. */
    TestNode aligns(String pod, String expected) {
        assertThat(admit(PodText.pod(pod)).containers().stream()
                        .map(container ->
                                container.container() + "@" + container.agreed().nodes() + "=" + container.cpus())
                        .collect(Collectors.joining(" ")))
                .isEqualTo(expected);
        return this;
    }

    TopologyRefusal refuse(String pod) {
        var answer = resourceManagers().admit(state(), PodText.pod(pod));
        assertThat(answer).isInstanceOf(TopologyAdmission.Refused.class);
        return ((TopologyAdmission.Refused) answer).refusal();
    }

    TestNode refuses(String pod, String reason, String message) {
        var refusal = refuse(pod);
        assertThat(refusal.reason()).isEqualTo(reason);
        assertThat(refusal.message()).isEqualTo(message);
        return this;
    }

    TestNode remove(String uid) {
        state = resourceManagers().remove(state(), uid);
        return this;
    }

    TestNode removeContainer(String uid, String container) {
        state = resourceManagers().removeContainer(state(), uid, container);
        return this;
    }

    TestNode starts(String pod, String container) {
        state = resourceManagers().started(state(), PodText.pod(pod), container);
        return this;
    }

    NodeMemory memory(int node) {
        return Objects.requireNonNull(state().memory().ledger().nodes().get(node));
    }

    /** {@code reserved Gi / free Gi / assignments / cells} of a node's memory. */
    TestNode hasMemory(int node, String expected) {
        var table = memory(node).table(ResourceName.MEMORY);
        assertThat(gi(table.reserved()) + "/" + gi(table.free()) + "/"
                        + memory(node).assignments() + "/" + memory(node).cells())
                .isEqualTo(expected);
        return this;
    }

    private static String gi(long bytes) {
        var gi = bytes / (double) (1L << 30);
        return gi == Math.rint(gi) ? Long.toString((long) gi) : Double.toString(gi);
    }

    /** {@code name=2Gi@{0}} for each container with memory of the pod as the state has it, separated by blanks. */
    static String memory(AssignedPlacement placement) {
        return placement.containers().stream()
                .filter(container -> !container.memory().isEmpty())
                .map(container -> container.container() + "="
                        + container.memory().stream().map(TestNode::text).collect(Collectors.joining("+")))
                .collect(Collectors.joining(" "));
    }

    static String text(MemoryBlock block) {
        var amount = Quantity.of(block.bytes(), QuantityFormat.BINARY_SI);
        var resource = block.resource().isHugePages() ? "huge" : "";
        return resource + amount + "@" + block.nodes();
    }
}
