package dev.plimsoll.simulation;

import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResizePolicy;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceRequirements;
import dev.plimsoll.core.model.scheduling.PodPlacement;
import dev.plimsoll.core.resize.protocol.Act;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** Every shape of pod through every kind of change under every kind of trouble. */
final class Scenarios {
    private static final long MI = 1L << 20;

    private Scenarios() {}

    static List<Scenario> all() {
        var all = new ArrayList<Scenario>();
        shapes().forEach((shape, spec) -> changes().forEach((change, operator) -> {
            errors().forEach((trouble, before) -> all.add(Scenario.of(
                    shape + ", " + change + ", " + trouble,
                    node -> node.add("a", spec),
                    before,
                    node -> node.resize("a", operator),
                    node -> node.pass(Duration.ofMinutes(1)))));
        }));
        all.addAll(stories());
        return all;
    }

    private static Map<String, PodSpec> shapes() {
        var shapes = new LinkedHashMap<String, PodSpec>();
        shapes.put(
                "Guaranteed pod of one container",
                PodSpec.builder()
                        .container("c1", "cpu=1,memory=512Mi", "cpu=1,memory=512Mi")
                        .build());
        shapes.put(
                "Burstable pod of three containers",
                PodSpec.builder()
                        .container("c1", "cpu=500m,memory=256Mi", "cpu=1,memory=512Mi")
                        .container("c2", "cpu=500m,memory=256Mi", "cpu=1,memory=512Mi")
                        .container("c3", "cpu=100m,memory=64Mi", "cpu=200m,memory=128Mi")
                        .build());
        shapes.put(
                "pod with pod-level limits that a container inherits",
                PodSpec.builder()
                        .podLevel("cpu=1,memory=1Gi", "cpu=2,memory=2Gi")
                        .container(
                                Container.of("c1", ResourceRequirements.EMPTY).withResizePolicy(restartsForMemory()))
                        .container("c2", "cpu=250m,memory=128Mi", "cpu=500m,memory=256Mi")
                        .build());
        shapes.put(
                "pod with a sidecar and an init container",
                PodSpec.builder()
                        .sidecar("s1", "cpu=100m,memory=64Mi", "cpu=200m,memory=128Mi")
                        .container(Container.of(
                                        "c1", ResourceRequirements.parse("cpu=1,memory=256Mi", "cpu=1,memory=512Mi"))
                                .withResizePolicy(restartsForMemory()))
                        .container("c2", "cpu=500m,memory=256Mi", "cpu=1,memory=512Mi")
                        .build());
        return shapes;
    }

    static List<ResizePolicy> restartsForMemory() {
        return List.of(
                new ResizePolicy("cpu", ResizePolicy.NOT_REQUIRED),
                new ResizePolicy("memory", ResizePolicy.RESTART_CONTAINER));
    }

    private static Map<String, UnaryOperator<PodSpec>> changes() {
        var changes = new LinkedHashMap<String, UnaryOperator<PodSpec>>();
        changes.put("cpu up", spec -> scaled(spec, 3, 2, 1, 1));
        changes.put("cpu down", spec -> scaled(spec, 1, 2, 1, 1));
        changes.put("memory up", spec -> scaled(spec, 1, 1, 2, 1));
        changes.put("memory down", spec -> scaled(spec, 1, 1, 1, 2));
        changes.put("cpu up and memory down", spec -> scaled(spec, 3, 2, 1, 2));
        changes.put("cpu down and memory up", spec -> scaled(spec, 1, 2, 3, 2));
        changes.put("one container grows by what another gives up", Scenarios::swapped);
        changes.put("more than the node has", spec -> scaled(spec, 100, 1, 1, 1));
        return changes;
    }

    private static Map<String, Consumer<SteppedNode>> errors() {
        var errors = new LinkedHashMap<String, Consumer<SteppedNode>>();
        errors.put("all goes well", node -> {});
        errors.put("the node is full until another pod leaves", node -> {
            var spec =
                    PodSpec.builder().container("x", "cpu=2400m,memory=2Gi", "").build();
            node.add("b", spec);
            later(node, 40, () -> node.delete("b"));
        });
        errors.put(
                "the runtime fails for a while", node -> failing(node, 70, act -> act instanceof Act.UpdateContainer));
        errors.put(
                "the runtime refuses the pod for a while",
                node -> failing(node, 70, act -> act instanceof Act.UpdatePodSandbox));
        errors.put("the kernel fails for a while", node -> failing(node, 70, act -> act instanceof Act.WritePodCgroup));
        errors.put("memory is in use for a while", node -> {
            node.uses("a", "c1", 400 * MI, 0);
            node.uses("a", "c2", 250 * MI, 240 * MI);
            later(node, 45, () -> node.uses("a", "c1", 10 * MI, 0));
        });
        errors.put("the disk is full for a moment", node -> node.disk().failNext(1));
        return errors;
    }

    private static void failing(SteppedNode node, int seconds, Predicate<Act> which) {
        Instant end = node.now().plusSeconds(seconds);
        node.runtime().faults(act -> which.test(act) && node.now().isBefore(end) ? "rpc error: code = Internal" : "");
    }

    /** Not part of the process, so that it happens whether or not the process dies. */
    private static void later(SteppedNode node, int seconds, Runnable what) {
        node.at(node.now().plusSeconds(seconds), what);
    }

    static PodSpec scaled(PodSpec spec, int cpuTimes, int cpuBy, int memoryTimes, int memoryBy) {
        UnaryOperator<ResourceRequirements> change = own -> Amounts.scaled(own, cpuTimes, cpuBy, memoryTimes, memoryBy);
        return spec.mappingContainers(container -> container.withResources(change.apply(container.resources())))
                .withResources(change.apply(spec.resources()));
    }

    private static PodSpec swapped(PodSpec spec) {
        var containers = new ArrayList<>(spec.containers());
        if (containers.size() < 2) return scaled(spec, 5, 4, 5, 4);
        var last = containers.size() - 1;
        var first = containers.getFirst().resources();
        containers.set(
                0, containers.getFirst().withResources(containers.get(last).resources()));
        containers.set(last, containers.get(last).withResources(first));
        return spec.withContainers(containers);
    }

    private static List<Scenario> stories() {
        var one = PodSpec.builder().container("c1", "cpu=1,memory=512Mi", "").build();
        var critical = PodSpec.builder()
                .container("k", "cpu=500m,memory=256Mi", "")
                .placement(
                        new PodPlacement("", "system-node-critical", 2_000_001_000L, Long.MIN_VALUE, false, List.of()))
                .build();
        return List.of(
                Scenario.of(
                        "a newer wish replaces one that waits",
                        node -> node.add("a", one),
                        node -> node.add("b", scaled(one, 5, 2, 1, 1)),
                        node -> node.resize("a", spec -> scaled(spec, 3, 1, 1, 1)),
                        node -> node.resize("a", spec -> scaled(spec, 2, 5, 1, 1))),
                Scenario.of(
                        "a wish is taken back",
                        node -> node.add("a", one),
                        node -> node.add("b", scaled(one, 2, 1, 1, 1)),
                        node -> node.resize("a", spec -> scaled(spec, 3, 1, 1, 1)),
                        node -> node.resize("a", spec -> scaled(spec, 1, 3, 1, 1))),
                Scenario.of(
                        "a pod shrinks and another one grows into its place",
                        node -> node.add("a", one),
                        node -> node.add("b", scaled(one, 3, 1, 1, 1)),
                        node -> node.resize("a", spec -> scaled(spec, 2, 1, 1, 1)),
                        node -> node.resize("b", spec -> scaled(spec, 1, 3, 1, 1))),
                Scenario.of(
                        "a critical pod grows at the cost of others",
                        node -> node.add("k", critical),
                        node -> node.add("a", one),
                        node -> node.add("b", scaled(one, 2, 1, 1, 1)),
                        node -> node.resize("k", spec -> scaled(spec, 4, 1, 1, 1))),
                Scenario.of(
                        "a critical pod comes to a full node",
                        node -> node.add("a", scaled(one, 2, 1, 1, 1)),
                        node -> node.add("b", scaled(one, 2, 1, 1, 1)),
                        node -> node.add("k", critical)),
                Scenario.of("a pod is resized and deleted at once", node -> node.add("a", one), node -> {
                    node.resize("a", spec -> scaled(spec, 2, 1, 1, 1));
                    node.delete("a");
                }),
                Scenario.of("a pod is resized while it is being stopped", node -> node.add("a", one), node -> {
                    node.takesTimeToStop(Duration.ofSeconds(25));
                    node.delete("a");
                    node.run();
                    node.resize("a", spec -> scaled(spec, 2, 1, 2, 1));
                }),
                Scenario.of(
                        "a pod that is being stopped shrinks and another one grows into its place",
                        node -> node.add("a", scaled(one, 3, 1, 1, 1)),
                        node -> node.add("b", one),
                        node -> node.resize("b", spec -> scaled(spec, 2, 1, 1, 1)),
                        node -> {
                            node.takesTimeToStop(Duration.ofSeconds(25));
                            node.delete("a");
                            node.resize("a", spec -> scaled(spec, 1, 3, 1, 1));
                        }),
                Scenario.of(
                        "a container ends and its pod is resized",
                        node -> node.add("a", one),
                        node -> node.exit("a", "c1", 1),
                        node -> node.resize("a", spec -> scaled(spec, 2, 1, 1, 1))),
                Scenario.of(
                        "a job ends and frees its room",
                        node -> node.add("a", withRestartPolicy("Never")),
                        node -> node.add("b", scaled(one, 2, 1, 1, 1)),
                        node -> node.resize("b", spec -> scaled(spec, 2, 1, 1, 1)),
                        node -> node.exit("a", "c1", 0)),
                Scenario.of(
                        "init containers run one after the other",
                        node -> node.add(
                                "a",
                                PodSpec.builder()
                                        .initContainer("i1", "cpu=100m", "")
                                        .sidecar("s1", "cpu=100m", "")
                                        .initContainer("i2", "cpu=100m", "")
                                        .container("c1", "cpu=1", "")
                                        .build()),
                        node -> node.exit("a", "i1", 0),
                        node -> node.resize("a", spec -> scaled(spec, 2, 1, 1, 1)),
                        node -> node.exit("a", "i2", 0)),
                Scenario.of(
                        "the node grows",
                        node -> node.add("a", one),
                        node -> node.resize("a", spec -> scaled(spec, 6, 1, 1, 1)),
                        node -> node.change(
                                Scenario.NODE.withAllocatable(ResourceAmounts.parse("cpu=8,memory=8Gi,pods=110")))),
                Scenario.of(
                        "a pod is evicted",
                        node -> node.add("a", one),
                        node -> node.add("b", one),
                        node -> node.evict("b", "The node was low on resource: memory. ")),
                Scenario.of(
                        "too many pods come",
                        node -> node.add("a", scaled(one, 3, 1, 1, 1)),
                        node -> node.add("b", scaled(one, 3, 1, 1, 1)),
                        node -> node.delete("a")));
    }

    private static PodSpec withRestartPolicy(String policy) {
        return PodSpec.builder()
                .container("c1", "cpu=1,memory=512Mi", "")
                .restartPolicy(policy)
                .build();
    }
}
