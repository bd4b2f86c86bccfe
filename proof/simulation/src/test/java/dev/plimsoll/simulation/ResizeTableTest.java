package dev.plimsoll.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResizePolicy;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceRequirements;
import dev.plimsoll.core.resize.state.NodeFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The lists of end-to-end tests of KEP-1287: a pod, what becomes of it, and how often its containers start again. */
// Acceptance of KEP-1287: goal-no-restart, init-containers, policy-default, policy-restart, policy-precedence
// Acceptance of KEP-1287: e2e-one-container, e2e-three-containers, e2e-sidecars, e2e-qos-stays, e2e-policies
// Acceptance of KEP-5419: goal-resize, opt-in, no-pod-policy, policy-cpu, policy-inherited, policy-own, add
class ResizeTableTest {
    private static final NodeFacts NODE = NodeFacts.of("node", ResourceAmounts.parse("cpu=16,memory=16Gi,pods=110"));

    record Row(String sentence, PodSpec before, PodSpec after, List<Integer> restarts) {
        @Override
        public String toString() {
            return sentence;
        }
    }

    /** Containers as {@code requests/limits}. */
    private static PodSpec pod(String... containers) {
        var builder = PodSpec.builder();
        for (var i = 0; i < containers.length; i++) {
            var parts = containers[i].split("/", -1);
            builder.container("c" + (i + 1), parts[0], parts[1]);
        }
        return builder.build();
    }

    private static PodSpec same(String... values) {
        var doubled = new ArrayList<String>();
        for (var value : values) doubled.add(value + "/" + value);
        return pod(doubled.toArray(new String[0]));
    }

    private static Row row(String sentence, PodSpec before, PodSpec after) {
        return new Row(
                sentence,
                before,
                after,
                before.containers().stream().map(each -> 0).toList());
    }

    private static final String B = "cpu=200m,memory=200Mi";

    static Stream<Row> rows() {
        var one = same("cpu=200m,memory=200Mi");
        var three = same("cpu=300m,memory=300Mi", "cpu=300m,memory=300Mi", "cpu=300m,memory=300Mi");
        return Stream.concat(
                burstable(),
                Stream.of(
                        row("Guaranteed: increase cpu", one, same("cpu=400m,memory=200Mi")),
                        row("Guaranteed: decrease cpu", one, same("cpu=100m,memory=200Mi")),
                        row("Guaranteed: increase memory", one, same("cpu=200m,memory=400Mi")),
                        row("Guaranteed: decrease memory", one, same("cpu=200m,memory=100Mi")),
                        row("Guaranteed: increase both", one, same("cpu=400m,memory=400Mi")),
                        row("Guaranteed: decrease both", one, same("cpu=100m,memory=100Mi")),
                        row("Guaranteed: increase cpu and decrease memory", one, same("cpu=400m,memory=100Mi")),
                        row("Guaranteed: decrease cpu and increase memory", one, same("cpu=100m,memory=400Mi")),
                        row("add memory request and limit to a container with cpu only", same("cpu=200m"), one),
                        row("remove memory request and limit", one, same("cpu=200m")),
                        row(
                                "three containers: increase all",
                                three,
                                same("cpu=400m,memory=400Mi", "cpu=400m,memory=400Mi", "cpu=400m,memory=400Mi")),
                        row(
                                "three containers: decrease all",
                                three,
                                same("cpu=200m,memory=200Mi", "cpu=200m,memory=200Mi", "cpu=200m,memory=200Mi")),
                        row(
                                "three containers: cpu up, memory down",
                                three,
                                same("cpu=400m,memory=200Mi", "cpu=400m,memory=200Mi", "cpu=400m,memory=200Mi")),
                        row(
                                "three containers: cpu down, memory up",
                                three,
                                same("cpu=200m,memory=400Mi", "cpu=200m,memory=400Mi", "cpu=200m,memory=400Mi")),
                        row(
                                "c1 gets what c2 gives up, no net change of cpu",
                                three,
                                same("cpu=400m,memory=300Mi", "cpu=200m,memory=300Mi", "cpu=300m,memory=300Mi")),
                        row(
                                "c1 gets what c2 gives up, no net change of memory",
                                three,
                                same("cpu=300m,memory=400Mi", "cpu=300m,memory=200Mi", "cpu=300m,memory=300Mi")),
                        row(
                                "net decrease of cpu",
                                three,
                                same("cpu=350m,memory=300Mi", "cpu=200m,memory=300Mi", "cpu=200m,memory=300Mi")),
                        row(
                                "net decrease of memory",
                                three,
                                same("cpu=300m,memory=350Mi", "cpu=300m,memory=200Mi", "cpu=300m,memory=200Mi")),
                        row(
                                "net increase of cpu",
                                three,
                                same("cpu=400m,memory=300Mi", "cpu=250m,memory=300Mi", "cpu=400m,memory=300Mi")),
                        row(
                                "net increase of memory",
                                three,
                                same("cpu=300m,memory=400Mi", "cpu=300m,memory=250Mi", "cpu=300m,memory=400Mi")),
                        new Row(
                                "policy NotRequired for c1, RestartContainer for c2: only c2 starts again",
                                policies(same(B, B), "", "cpu memory"),
                                policies(same("cpu=300m,memory=300Mi", "cpu=300m,memory=300Mi"), "", "cpu memory"),
                                List.of(0, 1)),
                        new Row(
                                "RestartContainer for memory: cpu alone needs no restart",
                                policies(same(B), "memory"),
                                policies(same("cpu=300m,memory=200Mi"), "memory"),
                                List.of(0)),
                        new Row(
                                "RestartContainer for memory: memory alone does",
                                policies(same(B), "memory"),
                                policies(same("cpu=200m,memory=300Mi"), "memory"),
                                List.of(1)),
                        new Row(
                                "RestartContainer for memory: so do both, once",
                                policies(same(B), "memory"),
                                policies(same("cpu=300m,memory=100Mi"), "memory"),
                                List.of(1)),
                        new Row(
                                "KEP-5419: c1 inherits the memory limit of the pod and starts again when it changes, c2 has its own",
                                c1c2("cpu=200m,memory=200Mi"),
                                c1c2("cpu=200m,memory=300Mi"),
                                List.of(1, 0)),
                        new Row(
                                "KEP-5419: cpu is changed without a restart of either",
                                c1c2("cpu=200m,memory=200Mi"),
                                c1c2("cpu=300m,memory=200Mi"),
                                List.of(0, 0)),
                        row(
                                "pod-level limits grow and shrink with the containers as they are",
                                levels("cpu=1,memory=1Gi", "cpu=2,memory=2Gi"),
                                levels("cpu=500m,memory=512Mi", "cpu=3,memory=1Gi")),
                        row(
                                "pod-level resources are added",
                                same(B, B),
                                same(B, B)
                                        .withResources(ResourceRequirements.parse(
                                                "cpu=500m,memory=500Mi", "cpu=500m,memory=500Mi"))),
                        row("BestEffort: add cpu, the class remains", pod("/"), same("cpu=200m")),
                        row("BestEffort: add memory, the class remains", pod("/"), same("memory=200Mi")),
                        row(
                                "an init container before a sidecar: the sidecar grows",
                                withInit(one, "i1", "s1 100m 64Mi"),
                                withInit(one, "i1", "s1 200m 128Mi")),
                        row(
                                "an init container before a sidecar: the sidecar shrinks",
                                withInit(one, "i1", "s1 100m 64Mi"),
                                withInit(one, "i1", "s1 50m 32Mi")),
                        row(
                                "a sidecar before an init container: the sidecar grows",
                                withInit(one, "s1 100m 64Mi", "i1"),
                                withInit(one, "s1 200m 128Mi", "i1")),
                        row(
                                "a sidecar before an init container: the sidecar shrinks",
                                withInit(one, "s1 100m 64Mi", "i1"),
                                withInit(one, "s1 50m 32Mi", "i1")),
                        row(
                                "a sidecar with a container",
                                withInit(one, "s1 100m 64Mi"),
                                withInit(same("cpu=400m,memory=100Mi"), "s1 50m 128Mi"))));
    }

    /** The single Burstable container: cpu and memory of its requests, then of its limits; a dash where it has none. */
    private static Stream<Row> burstable() {
        return Stream.concat(
                burstable("200m 200Mi | 400m 400Mi", """
                        increase cpu request                           | 300m 200Mi | 400m 400Mi
                        decrease cpu request                           | 100m 200Mi | 400m 400Mi
                        increase memory request                        | 200m 300Mi | 400m 400Mi
                        decrease memory request                        | 200m 100Mi | 400m 400Mi
                        increase both requests                         | 300m 300Mi | 400m 400Mi
                        decrease both requests                         | 100m 100Mi | 400m 400Mi
                        increase cpu limit                             | 200m 200Mi | 600m 400Mi
                        decrease cpu limit                             | 200m 200Mi | 300m 400Mi
                        increase memory limit                          | 200m 200Mi | 400m 600Mi
                        decrease memory limit                          | 200m 200Mi | 400m 300Mi
                        increase both limits                           | 200m 200Mi | 600m 600Mi
                        decrease both limits                           | 200m 200Mi | 300m 300Mi
                        increase cpu request and limit                 | 300m 200Mi | 600m 400Mi
                        decrease cpu request and limit                 | 100m 200Mi | 200m 400Mi
                        increase memory request and limit              | 200m 300Mi | 400m 600Mi
                        decrease memory request and limit              | 200m 100Mi | 400m 200Mi
                        increase all four                              | 300m 300Mi | 600m 600Mi
                        decrease all four                              | 100m 100Mi | 200m 200Mi
                        increase cpu and decrease memory               | 300m 100Mi | 600m 200Mi
                        decrease cpu and increase memory               | 100m 300Mi | 200m 600Mi
                        increase cpu request, decrease cpu limit       | 250m 200Mi | 300m 400Mi
                        decrease cpu request, increase cpu limit       | 100m 200Mi | 600m 400Mi
                        increase memory request, decrease memory limit | 200m 250Mi | 400m 300Mi
                        decrease memory request, increase memory limit | 200m 100Mi | 400m 600Mi
                        increase requests, decrease limits             | 250m 250Mi | 300m 300Mi
                        decrease requests, increase limits             | 100m 100Mi | 600m 600Mi
                        requests equal to limits leave the class       | 400m 400Mi | 400m 400Mi
                        """),
                Stream.concat(burstable("200m - | 400m -", """
                                cpu only: increase request             | 300m - | 400m -
                                cpu only: decrease request             | 100m - | 400m -
                                cpu only: increase limit               | 200m - | 600m -
                                cpu only: decrease limit               | 200m - | 300m -
                                cpu only: increase both                | 300m - | 600m -
                                cpu only: decrease both                | 100m - | 200m -
                                """), burstable("- 200Mi | - 400Mi", """
                                memory only: increase request          | - 300Mi | - 400Mi
                                memory only: decrease request          | - 100Mi | - 400Mi
                                memory only: increase limit            | - 200Mi | - 600Mi
                                memory only: decrease limit            | - 200Mi | - 300Mi
                                memory only: increase both             | - 300Mi | - 600Mi
                                memory only: decrease both             | - 100Mi | - 200Mi
                                """)));
    }

    private static Stream<Row> burstable(String before, String after) {
        var from = before.split("\\|", -1);
        return after.lines()
                .map(line -> line.split("\\|", -1))
                .map(cells -> row(
                        "Burstable: " + cells[0].strip(),
                        pod(amounts(from[0]) + "/" + amounts(from[1])),
                        pod(amounts(cells[1]) + "/" + amounts(cells[2]))));
    }

    private static String amounts(String cell) {
        var parts = cell.strip().split(" ", -1);
        var cpu = parts[0].equals("-") ? "" : "cpu=" + parts[0];
        var memory = parts[1].equals("-") ? "" : "memory=" + parts[1];
        return cpu + (cpu.isEmpty() || memory.isEmpty() ? "" : ",") + memory;
    }

    /** With init containers, of which those with amounts are sidecars. */
    private static PodSpec withInit(PodSpec spec, String... containers) {
        var builder = PodSpec.builder();
        for (var text : containers) {
            var parts = text.split(" ", 2);
            if (parts.length == 1) builder.initContainer(parts[0], "cpu=10m,memory=10Mi", "cpu=10m,memory=10Mi");
            else builder.sidecar(parts[0], amounts(parts[1]), amounts(parts[1]));
        }
        spec.containers().forEach(builder::container);
        return builder.build();
    }

    private static PodSpec policies(PodSpec spec, String... restarting) {
        var containers = new ArrayList<Container>();
        for (var i = 0; i < spec.containers().size(); i++) {
            var policies = new ArrayList<ResizePolicy>();
            for (var resource : List.of("cpu", "memory")) {
                policies.add(new ResizePolicy(
                        resource,
                        restarting[i].contains(resource) ? ResizePolicy.RESTART_CONTAINER : ResizePolicy.NOT_REQUIRED));
            }
            containers.add(spec.containers().get(i).withResizePolicy(policies));
        }
        return spec.withContainers(containers);
    }

    private static PodSpec c1c2(String limits) {
        return policies(
                PodSpec.builder()
                        .podLevel("cpu=100m,memory=100Mi", limits)
                        .container("c1", "", "")
                        .container("c2", "cpu=50m,memory=50Mi", "cpu=100m,memory=100Mi")
                        .build(),
                "memory",
                "memory");
    }

    private static PodSpec levels(String requests, String limits) {
        return PodSpec.builder()
                .podLevel(requests, limits)
                .container("c1", "", "")
                .container("c2", "cpu=250m,memory=128Mi", "cpu=500m,memory=256Mi")
                .build();
    }

    /** Whatever the way, a resized pod ends up as one that was created like that. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void endsAsIfCreatedLikeThat(Row row) {
        var resized = new SteppedNode(NODE, FeatureGates.DEFAULT, null).started();
        run(resized, row.before);
        var qos = resized.status("a").qosClass();
        resized.resize("a", spec -> row.after);
        resized.run();
        var created = new SteppedNode(NODE, FeatureGates.DEFAULT, null).started();
        run(created, row.after);
        assertThat(resized.status("a").qosClass()).isEqualTo(qos);
        assertThat(resized.status("a").resources())
                .isEqualTo(created.status("a").resources());
        assertThat(resized.status("a").allocatedResources())
                .isEqualTo(created.status("a").allocatedResources());
        assertThat(resized.status("a").conditions())
                .noneMatch(each -> each.type().startsWith("PodResize"));
        assertThat(resized.events().getFirst()).startsWith("ResizeStarted: Pod resize started: {");
        assertThat(resized.events().getLast()).startsWith("ResizeCompleted: Pod resize completed: {");
        var restarts = new ArrayList<Integer>();
        for (var container : row.after.containers()) {
            restarts.add(Objects.requireNonNull(resized.status("a").container(container.name()))
                    .restartCount());
        }
        assertThat(restarts).isEqualTo(row.restarts);
        for (var container : Stream.concat(row.after.containers().stream(), row.after.initContainers().stream())
                .toList()) {
            var left = Objects.requireNonNull(resized.status("a").container(container.name()));
            var right = Objects.requireNonNull(created.status("a").container(container.name()));
            assertThat(left.resources()).isEqualTo(right.resources());
            var limits = resized.runtime().observe("uid-a").actual().container(container.name());
            var fresh = created.runtime().observe("uid-a").actual().container(container.name());
            assertThat(Objects.requireNonNull(limits).limits())
                    .isEqualTo(Objects.requireNonNull(fresh).limits());
        }
    }

    /** Until all of its containers run, or ran. */
    private static void run(SteppedNode node, PodSpec spec) {
        node.add("a", spec);
        node.run();
        for (var container : spec.initContainers()) {
            if (!container.restartsAlways()) node.exit("a", container.name(), 0);
            node.run();
        }
    }
}
