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
        var burstable = pod(B + "/cpu=400m,memory=400Mi");
        var three = same("cpu=300m,memory=300Mi", "cpu=300m,memory=300Mi", "cpu=300m,memory=300Mi");
        return Stream.of(
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
                row("Burstable: increase cpu request", burstable, pod("cpu=300m,memory=200Mi/cpu=400m,memory=400Mi")),
                row("Burstable: decrease cpu request", burstable, pod("cpu=100m,memory=200Mi/cpu=400m,memory=400Mi")),
                row(
                        "Burstable: increase memory request",
                        burstable,
                        pod("cpu=200m,memory=300Mi/cpu=400m,memory=400Mi")),
                row(
                        "Burstable: decrease memory request",
                        burstable,
                        pod("cpu=200m,memory=100Mi/cpu=400m,memory=400Mi")),
                row("Burstable: increase both requests", burstable, pod("cpu=300m,memory=300Mi/cpu=400m,memory=400Mi")),
                row("Burstable: increase cpu limit", burstable, pod(B + "/cpu=600m,memory=400Mi")),
                row("Burstable: decrease cpu limit", burstable, pod(B + "/cpu=300m,memory=400Mi")),
                row("Burstable: increase memory limit", burstable, pod(B + "/cpu=400m,memory=600Mi")),
                row("Burstable: decrease memory limit", burstable, pod(B + "/cpu=400m,memory=300Mi")),
                row("Burstable: increase both limits", burstable, pod(B + "/cpu=600m,memory=600Mi")),
                row("Burstable: decrease both limits", burstable, pod(B + "/cpu=300m,memory=300Mi")),
                row(
                        "Burstable: increase cpu requests and limits",
                        burstable,
                        pod("cpu=300m,memory=200Mi/cpu=600m,memory=400Mi")),
                row(
                        "Burstable: decrease memory requests and limits",
                        burstable,
                        pod("cpu=200m,memory=100Mi/cpu=400m,memory=200Mi")),
                row(
                        "Burstable: increase cpu and decrease memory",
                        burstable,
                        pod("cpu=300m,memory=100Mi/cpu=600m,memory=200Mi")),
                row(
                        "Burstable: decrease cpu and increase memory",
                        burstable,
                        pod("cpu=100m,memory=300Mi/cpu=200m,memory=600Mi")),
                row(
                        "Burstable: increase cpu request, decrease cpu limit",
                        burstable,
                        pod("cpu=250m,memory=200Mi/cpu=300m,memory=400Mi")),
                row(
                        "Burstable: decrease cpu request, increase cpu limit",
                        burstable,
                        pod("cpu=100m,memory=200Mi/cpu=600m,memory=400Mi")),
                row(
                        "Burstable: increase memory request, decrease memory limit",
                        burstable,
                        pod("cpu=200m,memory=250Mi/cpu=400m,memory=300Mi")),
                row(
                        "Burstable: decrease memory request, increase memory limit",
                        burstable,
                        pod("cpu=200m,memory=100Mi/cpu=400m,memory=600Mi")),
                row(
                        "requests equal to limits leave the class Burstable",
                        burstable,
                        pod("cpu=400m,memory=400Mi/cpu=400m,memory=400Mi")),
                row("cpu only: requests", pod("cpu=200m/cpu=400m"), pod("cpu=300m/cpu=400m")),
                row("cpu only: limits", pod("cpu=200m/cpu=400m"), pod("cpu=200m/cpu=300m")),
                row("cpu only: both", pod("cpu=200m/cpu=400m"), pod("cpu=100m/cpu=200m")),
                row("memory only: requests", pod("memory=200Mi/memory=400Mi"), pod("memory=300Mi/memory=400Mi")),
                row("memory only: limits", pod("memory=200Mi/memory=400Mi"), pod("memory=200Mi/memory=300Mi")),
                row("memory only: both", pod("memory=200Mi/memory=400Mi"), pod("memory=100Mi/memory=200Mi")),
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
                                .withResources(
                                        ResourceRequirements.parse("cpu=500m,memory=500Mi", "cpu=500m,memory=500Mi"))));
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
        var resized = new SimulatedNode(NODE, FeatureGates.DEFAULT, null).started();
        resized.add("a", row.before);
        resized.run();
        var qos = resized.status("a").qosClass();
        resized.resize("a", spec -> row.after);
        resized.run();
        var created = new SimulatedNode(NODE, FeatureGates.DEFAULT, null).started();
        created.add("a", row.after);
        created.run();
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
            var left = Objects.requireNonNull(resized.status("a").container(container.name()));
            var right = Objects.requireNonNull(created.status("a").container(container.name()));
            assertThat(left.resources()).isEqualTo(right.resources());
            var limits = resized.runtime().observe("uid-a").actual().container(container.name());
            var fresh = created.runtime().observe("uid-a").actual().container(container.name());
            assertThat(Objects.requireNonNull(limits).limits())
                    .isEqualTo(Objects.requireNonNull(fresh).limits());
            restarts.add(left.restartCount());
        }
        assertThat(restarts).isEqualTo(row.restarts);
    }
}
