package dev.plimsoll.core.resize;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.ContainerDetails;
import dev.plimsoll.core.model.Node;
import dev.plimsoll.core.model.ObjectMeta;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.PodDetails;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.PodSpecBuilder;
import dev.plimsoll.core.model.PodStatus;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceRequirements;
import dev.plimsoll.core.model.Taint;
import dev.plimsoll.core.model.Unmodelled;
import dev.plimsoll.core.model.scheduling.NodeAffinity;
import dev.plimsoll.core.model.scheduling.NodeNeeds;
import dev.plimsoll.core.model.scheduling.NodeTerm;
import dev.plimsoll.core.model.scheduling.PodPlacement;
import dev.plimsoll.core.model.scheduling.Requirement;
import dev.plimsoll.core.resize.protocol.Effect;
import dev.plimsoll.core.resize.protocol.NodeEvent;
import dev.plimsoll.core.resize.state.NodeAbilities;
import dev.plimsoll.core.resize.state.NodeCondition;
import dev.plimsoll.core.resize.state.NodeFacts;
import dev.plimsoll.core.resize.state.PodSource;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

// Acceptance of nodes: sysctls
/** What a node says to pods that come, in the words of the kubelet. */
// Acceptance of KEP-5419: e2e-admission
class NodeAdmissionTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final Map<String, String> LABELS = Map.of("disk", "ssd", "kubernetes.io/os", "linux", "cores", "16");

    private static final NodeFacts NODE = new NodeFacts(
            new Node(
                    new ObjectMeta("node", "", "", "", 0, LABELS, Map.of(), null),
                    ResourceAmounts.parse("cpu=4,memory=4Gi,pods=3"),
                    ResourceAmounts.parse("cpu=4,memory=4Gi,pods=3"),
                    Set.of("VolumeBindMountOptions")),
            Set.of(),
            List.of(),
            NodeAbilities.LINUX,
            false);

    /** A pod as second guest of the node, and the answer; an empty one where it may run. */
    record Row(String sentence, NodeFacts node, PodSource source, PodSpec spec, String reason, String message) {
        @Override
        public String toString() {
            return sentence;
        }
    }

    private static Row row(String sentence, NodeFacts node, PodSpecBuilder spec, String reason, String message) {
        return new Row(sentence, node, PodSource.API, spec.build(), reason, message);
    }

    private static Row fits(String sentence, NodeFacts node, PodSpecBuilder spec) {
        return row(sentence, node, spec, "", "");
    }

    private static PodSpecBuilder pod(PodDetails details) {
        return PodSpec.builder().container("c", "cpu=1", "").details(details);
    }

    private static PodSpecBuilder needing(NodeNeeds needs) {
        return pod(PodDetails.NONE.withNeeds(needs));
    }

    private static PodDetails selecting(Map<String, String> labels, PodDetails.Toleration... tolerations) {
        var none = PodDetails.NONE;
        return new PodDetails(
                none.volumes(),
                none.resourceClaims(),
                List.of(tolerations),
                labels,
                none.terminationGracePeriodSeconds(),
                none.dnsPolicy(),
                none.hostNetwork(),
                none.serviceAccountName(),
                none.hostname(),
                none.subdomain(),
                none.needs(),
                none.rest());
    }

    private static NodeNeeds affinity(Requirement... requirements) {
        var term = new NodeTerm(List.of(requirements), List.of());
        return new NodeNeeds(
                new NodeAffinity(true, List.of(term), List.of()), List.of(), false, false, false, Set.of());
    }

    private static NodeNeeds sysctls(boolean hostIpc, String... names) {
        return new NodeNeeds(NodeAffinity.NONE, List.of(names), hostIpc, false, false, Set.of());
    }

    private static final NodeNeeds STRICT = new NodeNeeds(NodeAffinity.NONE, List.of(), false, false, true, Set.of());
    private static final NodeNeeds ARMOUR = new NodeNeeds(NodeAffinity.NONE, List.of(), false, true, false, Set.of());

    private static NodeNeeds features(String... names) {
        return new NodeNeeds(NodeAffinity.NONE, List.of(), false, false, false, Set.of(names));
    }

    private static Container withPort(int hostPort, String protocol, String address) {
        var port = new ContainerDetails.Port("", 80, hostPort, protocol, address);
        var details = new ContainerDetails("", "", List.of(port), List.of(), List.of(), Unmodelled.NOTHING);
        return new Container("p", "example/p", "", ResourceRequirements.parse("", ""), List.of(), details);
    }

    private static PodSpecBuilder port(int hostPort, String protocol, String address) {
        return PodSpec.builder().container(withPort(hostPort, protocol, address));
    }

    private static NodeFacts tainted(String effect) {
        return NODE.withTaints(List.of(new Taint("broken", "yes", effect)));
    }

    private static final String NO_AFFINITY =
            "Predicate NodeAffinity failed: node(s) didn't match Pod's node affinity/selector";
    private static final String NO_PORTS =
            "Predicate NodePorts failed: node(s) didn't have free ports for the requested pod ports";
    private static final String TAINTS =
            "Predicate TaintToleration failed: node(s) had taints that the pod didn't tolerate";

    static Stream<Row> rows() {
        var rows = new ArrayList<Row>();
        rows.add(fits("room for it", NODE, PodSpec.builder().container("c", "cpu=3,memory=3Gi", "")));
        rows.add(row(
                "too much cpu",
                NODE,
                PodSpec.builder().container("c", "cpu=3500m", ""),
                "OutOfcpu",
                "Node didn't have enough resource: cpu, requested: 3500, used: 1000, capacity: 4000"));
        rows.add(row(
                "more than one thing is missing: the first is named",
                NODE,
                PodSpec.builder().container("c", "cpu=5,memory=5Gi", ""),
                "OutOfcpu",
                "Node didn't have enough resource: cpu, requested: 5000, used: 1000, capacity: 4000"));
        rows.add(fits(
                "an extended resource that the node has never heard of",
                NODE,
                PodSpec.builder().container("c", "example.com/gpu=1", "example.com/gpu=1")));
        rows.add(fits("the right label", NODE, pod(selecting(Map.of("disk", "ssd")))));
        rows.add(row("the wrong label", NODE, pod(selecting(Map.of("disk", "hdd"))), "NodeAffinity", NO_AFFINITY));
        rows.add(row(
                "another system by selector",
                NODE,
                pod(selecting(Map.of("kubernetes.io/os", "windows"))),
                "PodOSSelectorNodeLabelDoesNotMatch",
                "Failed to admit pod as the `kubernetes.io/os` label doesn't match node label"));
        rows.add(row(
                "another system by name",
                NODE,
                pod(PodDetails.NONE).os("windows"),
                "PodOSNotSupported",
                "Failed to admit pod as the OS field doesn't match node OS: windows != linux"));
        var large = new Requirement("cores", Requirement.Operator.GREATER_THAN, Set.of("8"));
        var larger = new Requirement("cores", Requirement.Operator.GREATER_THAN, Set.of("32"));
        rows.add(fits("required affinity that holds", NODE, needing(affinity(large))));
        rows.add(row("required affinity that does not", NODE, needing(affinity(larger)), "NodeAffinity", NO_AFFINITY));
        rows.add(row(
                "bound to a node of another name",
                NODE,
                pod(PodDetails.NONE).placement(new PodPlacement("other", "", 0, PodPlacement.UNSET, false, List.of())),
                "NodeName",
                "Predicate NodeName failed: node(s) didn't match the requested node name"));
        rows.add(fits("a free port", NODE, port(8081, "TCP", "")));
        rows.add(row("a port that is taken", NODE, port(8080, "TCP", ""), "NodePorts", NO_PORTS));
        rows.add(row("all addresses include the one", NODE, port(8080, "", "127.0.0.1"), "NodePorts", NO_PORTS));
        rows.add(fits("another protocol", NODE, port(8080, "UDP", "")));
        rows.add(fits("a taint that only keeps new pods off", tainted(Taint.NO_SCHEDULE), pod(PodDetails.NONE)));
        rows.add(row(
                "a taint that drives pods out",
                tainted(Taint.NO_EXECUTE),
                pod(PodDetails.NONE),
                "TaintToleration",
                TAINTS));
        rows.add(fits(
                "one that it tolerates",
                tainted(Taint.NO_EXECUTE),
                pod(selecting(Map.of(), new PodDetails.Toleration("broken", "Exists", "", "", PodPlacement.UNSET)))));
        rows.add(new Row(
                "static pods are above taints",
                tainted(Taint.NO_EXECUTE),
                PodSource.STATIC,
                pod(PodDetails.NONE).build(),
                "",
                ""));
        rows.add(fits("a safe sysctl", NODE, needing(sysctls(false, "net/ipv4/tcp_syncookies"))));
        rows.add(row(
                "an unsafe one",
                NODE,
                needing(sysctls(false, "net.ipv4.tcp_syncookies", "kernel.msgmax")),
                "SysctlForbidden",
                "forbidden sysctl: \"kernel.msgmax\" not allowlisted"));
        var generous = NODE.withAbilities(NodeAbilities.LINUX.allowing(List.of("kernel.msg*")));
        rows.add(fits("one that the node's owner allows", generous, needing(sysctls(false, "kernel.msgmax"))));
        rows.add(row(
                "one that would be the node's own",
                generous,
                needing(sysctls(true, "kernel.msgmax")),
                "SysctlForbidden",
                "forbidden sysctl: \"kernel.msgmax\" not allowed with host ipc enabled"));
        rows.add(fits("strict groups with a runtime that knows them", NODE, needing(STRICT)));
        rows.add(row(
                "strict groups with a runtime that does not",
                NODE.withAbilities(NodeAbilities.LINUX.withStrictGroups(false)),
                needing(STRICT),
                "SupplementalGroupsPolicyNotSupported",
                "SupplementalGroupsPolicy=Strict is not supported in this node"));
        rows.add(fits("AppArmor where there is AppArmor", NODE, needing(ARMOUR)));
        rows.add(row(
                "AppArmor where there is none",
                NODE.withAbilities(NodeAbilities.LINUX.withoutAppArmor()),
                needing(ARMOUR),
                "AppArmor",
                "Cannot enforce AppArmor: AppArmor is not enabled on the host"));
        rows.add(fits("features that are declared", NODE, needing(features("VolumeBindMountOptions"))));
        rows.add(row(
                "features that are not",
                NODE,
                needing(features("VolumeBindMountOptions", "B", "A")),
                "PodFeatureUnsupported",
                "Pod requires node features that are not available: A, B"));
        rows.add(row(
                "a node that shuts down",
                NODE.shuttingDown(),
                pod(PodDetails.NONE),
                "NodeShutdown",
                "Pod was rejected as the node is shutting down."));
        var pressed = NODE.withConditions(Set.of(NodeCondition.MEMORY_PRESSURE));
        rows.add(fits("memory pressure, requests", pressed, pod(PodDetails.NONE)));
        rows.add(row(
                "memory pressure, BestEffort",
                pressed,
                PodSpec.builder().container("c", "", ""),
                "Evicted",
                "The node had condition: [MemoryPressure]. "));
        rows.add(fits(
                "memory pressure, BestEffort that puts up with it",
                pressed,
                PodSpec.builder()
                        .container("c", "", "")
                        .details(selecting(
                                Map.of(),
                                new PodDetails.Toleration(
                                        "node.kubernetes.io/memory-pressure",
                                        "Exists",
                                        "",
                                        "NoSchedule",
                                        PodPlacement.UNSET)))));
        return rows.stream();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void answer(Row row) {
        var machine = NodeMachine.under(FeatureGates.DEFAULT, null);
        var first = PodSpec.builder()
                .container("c", "cpu=1,memory=1Gi", "")
                .initContainer(withPort(8080, "TCP", "").asSidecar())
                .build();
        var step = machine.step(machine.initial(NODE), NodeEvent.Restarted.empty(NOW));
        step = machine.step(step.state(), NodeEvent.PodsAdded.one(NOW, named("first", first)));
        assertThat(step.state().pods().get("first")).matches(record -> record.isAllocated());
        step = machine.step(step.state(), new NodeEvent.NodeChanged(NOW, row.node));
        step = machine.step(step.state(), new NodeEvent.PodsAdded(NOW, List.of(named("second", row.spec)), row.source));
        var rejections = step.effects().stream()
                .filter(Effect.EmitEvent.class::isInstance)
                .map(Effect.EmitEvent.class::cast)
                .filter(event -> event.pod().name().equals("second") && event.isWarning())
                .map(event -> event.reason() + ": " + event.message())
                .toList();
        assertThat(rejections).isEqualTo(row.reason.isEmpty() ? List.of() : List.of(row.reason + ": " + row.message));
        var record = step.state().pods().get("second");
        assertThat(record != null && record.isAllocated()).isEqualTo(row.reason.isEmpty());
    }

    private static Pod named(String name, PodSpec spec) {
        return new Pod(ObjectMeta.named(name).withUid(name).withGeneration(1), spec, PodStatus.NONE);
    }
}
