package dev.plimsoll.core.resize;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.Condition;
import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.ContainerDetails;
import dev.plimsoll.core.model.ContainerStatus;
import dev.plimsoll.core.model.PodDetails;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.PodStatus;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceRequirements;
import dev.plimsoll.core.model.lifecycle.ContainerHandler;
import dev.plimsoll.core.model.lifecycle.ContainerLifecycle;
import dev.plimsoll.core.model.lifecycle.Probe;
import dev.plimsoll.core.model.scheduling.PodPlacement;
import dev.plimsoll.core.resize.probes.ProbeKind;
import dev.plimsoll.core.resize.probes.ProbeResult;
import dev.plimsoll.core.resize.protocol.Act;
import dev.plimsoll.core.resize.protocol.Effect;
import dev.plimsoll.core.resize.protocol.NodeEvent;
import dev.plimsoll.core.resize.resources.Actual;
import dev.plimsoll.core.resize.resources.ContainerInstance;
import dev.plimsoll.core.resize.state.NodeState;
import dev.plimsoll.core.resize.state.PodHealth;
import dev.plimsoll.core.resize.state.PodProgress;
import dev.plimsoll.core.resize.state.PodRecord;
import dev.plimsoll.core.resize.state.StatusReport;
import dev.plimsoll.core.resize.status.StatusGeneration;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

// Acceptance of nodes: restart-rules
/** What results of probes make of a pod that runs: started, ready, restarted. */
class ProbedPodsTest {
    private static final Probe PROBE = Probe.of(new ContainerHandler.Exec(List.of("true")));
    private static final Probe WITH_GRACE = new Probe(PROBE.handler(), 0, 10, 1, 1, 3, 7);
    private static final NodeMachine MACHINE = NodeMachine.under(FeatureGates.DEFAULT, null);

    private static Container container(ContainerLifecycle lifecycle) {
        return Container.of("c", ResourceRequirements.ABSENT).withLifecycle(lifecycle);
    }

    private static ContainerLifecycle probes(String kinds) {
        return new ContainerLifecycle(
                kinds.contains("S") ? PROBE : null,
                kinds.contains("R") ? PROBE : null,
                kinds.contains("L") ? PROBE : null,
                null,
                null,
                List.of());
    }

    private static PodRecord pod(Container container, String restartPolicy) {
        return Records.running(
                "p",
                PodSpec.builder()
                        .container(container)
                        .restartPolicy(restartPolicy)
                        .build());
    }

    private static NodeStep told(NodeState state, ProbeKind kind, ProbeResult result) {
        return MACHINE.step(state, new NodeEvent.Probed(Records.NOW, "uid-p", "c", "id-c", kind, result));
    }

    private static PodRecord after(NodeState state) {
        var record = state.pod("uid-p");
        if (record == null) throw new AssertionError("no pod");
        return record;
    }

    private static StatusReport status(PodRecord record) {
        return StatusGeneration.under(FeatureGates.DEFAULT).of(record, Records.NOW);
    }

    record Row(String rule, String probes, List<Object> results, String expected) {
        @Override
        public String toString() {
            return rule;
        }
    }

    static Stream<Row> rows() {
        return Stream.of(
                new Row(
                        "without probes a container that runs has started and is ready",
                        "",
                        List.of(),
                        "started ready"),
                new Row("with a readiness probe it is not ready before the first result", "R", List.of(), "started"),
                new Row(
                        "a readiness probe that succeeds makes it ready",
                        "R",
                        List.of(ProbeKind.READINESS, ProbeResult.SUCCESS),
                        "started ready"),
                new Row(
                        "a readiness probe that fails makes it unready",
                        "R",
                        List.of(ProbeKind.READINESS, ProbeResult.SUCCESS, ProbeKind.READINESS, ProbeResult.FAILURE),
                        "started"),
                new Row("with a startup probe it has not started before the first result", "S", List.of(), ""),
                new Row(
                        "a startup probe that succeeds makes it started, and ready without another probe",
                        "S",
                        List.of(ProbeKind.STARTUP, ProbeResult.SUCCESS),
                        "started ready"),
                new Row(
                        "readiness counts only once it has started",
                        "SR",
                        List.of(ProbeKind.READINESS, ProbeResult.SUCCESS),
                        ""),
                new Row(
                        "started and ready with both",
                        "SR",
                        List.of(ProbeKind.STARTUP, ProbeResult.SUCCESS, ProbeKind.READINESS, ProbeResult.SUCCESS),
                        "started ready"),
                new Row(
                        "a liveness probe says nothing of readiness",
                        "L",
                        List.of(ProbeKind.LIVENESS, ProbeResult.SUCCESS),
                        "started ready"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void startedAndReady(Row row) {
        var state = Records.node(Records.NODE, pod(container(probes(row.probes())), "Always"));
        for (var i = 0; i < row.results().size(); i += 2)
            state = told(state, (ProbeKind) row.results().get(i), (ProbeResult)
                            row.results().get(i + 1))
                    .state();
        var status = status(after(state));
        var said = status.containers().getFirst();
        assertThat(((said.started() ? "started " : "") + (said.ready() ? "ready" : "")).strip())
                .isEqualTo(row.expected());
        var ready = condition(status, "Ready");
        assertThat(ready.status()).isEqualTo(said.ready() ? "True" : "False");
        assertThat(condition(status, "ContainersReady").status()).isEqualTo(ready.status());
        if (!said.ready()) assertThat(ready.message()).isEqualTo("containers with unready status: [c]");
    }

    private static Condition condition(StatusReport status, String type) {
        return status.conditions().stream()
                .filter(each -> each.type().equals(type))
                .findFirst()
                .orElseThrow();
    }

    private static Act.KillContainer kill(NodeStep step) {
        return step.effects().stream()
                .filter(Act.KillContainer.class::isInstance)
                .map(Act.KillContainer.class::cast)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void a_container_that_fails_its_liveness_probe_is_stopped_and_the_event_says_so() {
        var state = Records.node(Records.NODE, pod(container(probes("L")), "Always"));
        var step = told(state, ProbeKind.LIVENESS, ProbeResult.FAILURE);
        assertThat(kill(step).message()).isEqualTo("Container c failed liveness probe, will be restarted");
        assertThat(kill(step).grace()).isEqualTo(Duration.ofSeconds(30));
        assertThat(step.effects())
                .anySatisfy(effect -> assertThat(effect).isInstanceOfSatisfying(Effect.EmitEvent.class, event -> {
                    assertThat(event.reason()).isEqualTo("Killing");
                    assertThat(event.message()).endsWith("failed liveness probe, will be restarted");
                }));
    }

    @Test
    void a_grace_period_of_the_probe_comes_before_that_of_the_pod() {
        var container = container(new ContainerLifecycle(WITH_GRACE, null, null, null, null, List.of()));
        var step = told(Records.node(Records.NODE, pod(container, "Always")), ProbeKind.STARTUP, ProbeResult.FAILURE);
        assertThat(kill(step).message()).isEqualTo("Container c failed startup probe, will be restarted");
        assertThat(kill(step).grace()).isEqualTo(Duration.ofSeconds(7));
    }

    @Test
    void what_does_not_restart_is_stopped_all_the_same() {
        var state = Records.node(Records.NODE, pod(container(probes("L")), "Never"));
        assertThat(kill(told(state, ProbeKind.LIVENESS, ProbeResult.FAILURE)).message())
                .isEqualTo("Container c failed liveness probe");
    }

    @Test
    void a_container_that_ends_with_0_when_stopped_by_a_probe_starts_again_under_OnFailure() {
        var before = told(
                Records.node(Records.NODE, pod(container(probes("L")), "OnFailure")),
                ProbeKind.LIVENESS,
                ProbeResult.FAILURE);
        var record = after(before.state());
        var ended = record.observed()
                .withActual(record.actual()
                        .with(
                                "c",
                                Objects.requireNonNull(record.actual().container("c"))
                                        .exited(0, "Completed", Records.NOW)));
        var step = MACHINE.step(
                before.state(),
                new NodeEvent.Done(Records.NOW, "uid-p", kill(before).ticket(), ended));
        assertThat(step.effects())
                .anySatisfy(effect -> assertThat(effect)
                        .isInstanceOfSatisfying(
                                Act.StartContainer.class,
                                start -> assertThat(start.restartCount()).isEqualTo(1)));
        assertThat(PodProgress.of(after(step.state())).isComplete()).isFalse();
    }

    @Test
    void a_result_of_an_instance_that_is_gone_changes_nothing() {
        var state = Records.node(Records.NODE, pod(container(probes("L")), "Always"));
        var step = MACHINE.step(
                state,
                new NodeEvent.Probed(Records.NOW, "uid-p", "c", "id-old", ProbeKind.LIVENESS, ProbeResult.FAILURE));
        assertThat(step.effects()).isEmpty();
    }

    @Test
    void what_the_API_was_told_of_this_instance_before_a_restart_of_the_node_stands() {
        var record = Records.with(
                pod(container(probes("SR")), "Always"), draft -> draft.pod = draft.pod.withStatus(said("id-c")));
        assertThat(status(record).containers().getFirst().ready()).isTrue();
        var other = Records.with(record, draft -> draft.pod = draft.pod.withStatus(said("id-before")));
        assertThat(status(other).containers().getFirst().started()).isFalse();
    }

    private static PodStatus said(String id, Condition... conditions) {
        var container =
                new ContainerStatus("c", true, ResourceRequirements.ABSENT, ResourceAmounts.ABSENT, id, true, true);
        return new PodStatus(
                "Running",
                "",
                0,
                List.of(conditions),
                List.of(container),
                List.of(),
                ResourceRequirements.ABSENT,
                ResourceAmounts.ABSENT);
    }

    @Test
    void readiness_gates_are_conditions_of_others_that_must_be_true() {
        var gated = Records.with(pod(container(ContainerLifecycle.NONE), "Always"), draft -> {
            var spec = draft.pod.spec();
            var details = new PodDetails(
                    List.of(),
                    List.of(),
                    List.of(),
                    Map.of(),
                    PodPlacement.UNSET,
                    "",
                    false,
                    "",
                    "",
                    "",
                    spec.details().needs(),
                    List.of("example.com/traffic"),
                    spec.details().rest());
            draft.pod = draft.pod.withSpec(PodSpec.builder()
                    .container(spec.containers().getFirst())
                    .details(details)
                    .build());
        });
        var missing = condition(status(gated), "Ready");
        assertThat(missing.reason()).isEqualTo("ReadinessGatesNotReady");
        assertThat(missing.message())
                .isEqualTo("corresponding condition of pod readiness gate \"example.com/traffic\" does not exist.");
        assertThat(condition(status(gated), "ContainersReady").status()).isEqualTo("True");
        var refused = Records.with(gated, draft -> draft.pod = draft.pod.withStatus(said("x", gate("False"))));
        assertThat(condition(status(refused), "Ready").message())
                .isEqualTo("the status of pod readiness gate \"example.com/traffic\" is not \"True\", but False");
        var open = Records.with(gated, draft -> draft.pod = draft.pod.withStatus(said("x", gate("True"))));
        assertThat(condition(status(open), "Ready").status()).isEqualTo("True");
    }

    private static Condition gate(String status) {
        return new Condition("example.com/traffic", status, "", "", 0, "2026-01-01T10:00:00Z");
    }

    @Test
    void a_sidecar_is_passed_when_its_startup_probe_has_succeeded_and_its_readiness_counts() {
        var sidecar =
                Container.of("side", ResourceRequirements.ABSENT).asSidecar().withLifecycle(probes("SR"));
        var record = Records.running(
                "p",
                PodSpec.builder()
                        .initContainer(sidecar)
                        .container(container(ContainerLifecycle.NONE))
                        .build());
        var limits = Objects.requireNonNull(record.actual().container("c")).limits();
        var waiting = Records.with(record, draft -> {
            var containers = new TreeMap<String, ContainerInstance>();
            containers.put("side", ContainerInstance.running("id-side", 0, Records.NOW, limits));
            draft.observed =
                    draft.observed.withActual(new Actual(record.actual().podOrNull(), containers));
        });
        assertThat(PodProgress.of(waiting).isPassed(sidecar)).isFalse();
        assertThat(PodProgress.of(waiting).isInitialized()).isFalse();
        assertThat(PodHealth.of(waiting).unready()).containsExactly("side", "c");
        var step = MACHINE.step(
                Records.node(Records.NODE, waiting),
                new NodeEvent.Probed(Records.NOW, "uid-p", "side", "id-side", ProbeKind.STARTUP, ProbeResult.SUCCESS));
        assertThat(PodProgress.of(after(step.state())).isInitialized()).isTrue();
        assertThat(step.effects())
                .anySatisfy(effect -> assertThat(effect)
                        .isInstanceOfSatisfying(
                                Act.StartContainer.class,
                                start -> assertThat(start.container()).isEqualTo("c")));
    }

    record Restart(
            String rule,
            String own,
            List<ContainerLifecycle.RestartRule> rules,
            String pod,
            int code,
            boolean expected) {
        @Override
        public String toString() {
            return rule;
        }
    }

    static Stream<Restart> restarts() {
        var in3 = List.of(new ContainerLifecycle.RestartRule("Restart", "In", List.of(3)));
        var notIn3 = List.of(new ContainerLifecycle.RestartRule("Restart", "NotIn", List.of(3)));
        return Stream.of(
                new Restart("the pod's policy counts where the container has none", "", List.of(), "Never", 1, false),
                new Restart("the container's policy comes before the pod's", "Always", List.of(), "Never", 0, true),
                new Restart(
                        "OnFailure of a container does not restart what ended well",
                        "OnFailure",
                        List.of(),
                        "Always",
                        0,
                        false),
                new Restart("a rule that fits restarts under Never", "Never", in3, "Never", 3, true),
                new Restart("a rule that does not fit leaves it to the policy", "Never", in3, "Always", 4, false),
                new Restart("NotIn fits every other code", "Never", notIn3, "Never", 4, true),
                new Restart("NotIn does not fit a code that is named", "Never", notIn3, "Never", 3, false));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("restarts")
    void restartPolicy(Restart row) {
        var container = new Container(
                "c",
                "example/c",
                row.own(),
                ResourceRequirements.ABSENT,
                List.of(),
                ContainerDetails.NONE.withLifecycle(new ContainerLifecycle(null, null, null, null, null, row.rules())));
        var progress = PodProgress.of(pod(container, row.pod()));
        assertThat(progress.isRestarted(container, false, row.code())).isEqualTo(row.expected());
    }
}
