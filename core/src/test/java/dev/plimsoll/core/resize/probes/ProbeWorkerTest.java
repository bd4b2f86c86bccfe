package dev.plimsoll.core.resize.probes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.model.lifecycle.ContainerHandler;
import dev.plimsoll.core.model.lifecycle.Probe;
import dev.plimsoll.core.model.scheduling.PodPlacement;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

// Acceptance of nodes: probes
/** One row per sentence about when a probe is run, and what its runs come to. */
class ProbeWorkerTest {
    private static final Instant START = Instant.parse("2026-01-01T10:00:00Z");
    private static final ProbeRun OK = new ProbeRun.Succeeded("");
    private static final ProbeRun BAD = new ProbeRun.Failed("no");
    private static final ProbeRun ODD = new ProbeRun.Warned("moved");
    private static final ProbeRun BROKEN = new ProbeRun.Errored("no runtime");

    private static Probe probe(int delay, int successes, int failures) {
        return new Probe(
                new ContainerHandler.Exec(List.of("true")), delay, 10, 1, successes, failures, PodPlacement.UNSET);
    }

    private static final ProbedContainer NONE = new ProbedContainer("", null, false, false, false);
    private static final ProbedContainer RUNS = new ProbedContainer("a", START, false, true, false);
    private static final ProbedContainer NOT_STARTED = new ProbedContainer("a", START, false, false, false);
    private static final ProbedContainer CRASHED = new ProbedContainer("a", null, false, false, false);
    private static final ProbedContainer OVER = new ProbedContainer("a", null, true, false, false);
    private static final ProbedContainer DELETED = new ProbedContainer("a", START, false, true, true);

    record TurnRow(String rule, ProbeKind kind, ProbedContainer container, int after, String expected) {
        @Override
        public String toString() {
            return rule;
        }
    }

    static Stream<TurnRow> turns() {
        return Stream.of(
                new TurnRow(
                        "nothing is probed before there is a container", ProbeKind.LIVENESS, NONE, 0, "wait SUCCESS"),
                new TurnRow(
                        "a container lives until the opposite is known", ProbeKind.LIVENESS, RUNS, 0, "wait SUCCESS"),
                new TurnRow(
                        "a container is not ready before its first success",
                        ProbeKind.READINESS,
                        RUNS,
                        0,
                        "wait FAILURE"),
                new TurnRow("liveness waits for the initial delay", ProbeKind.LIVENESS, RUNS, 4, "wait SUCCESS"),
                new TurnRow("liveness is probed after the initial delay", ProbeKind.LIVENESS, RUNS, 5, "run SUCCESS"),
                new TurnRow("readiness is probed after the initial delay", ProbeKind.READINESS, RUNS, 5, "run FAILURE"),
                new TurnRow(
                        "liveness is not probed before the container has started",
                        ProbeKind.LIVENESS,
                        NOT_STARTED,
                        9,
                        "wait SUCCESS"),
                new TurnRow(
                        "readiness is not probed before the container has started",
                        ProbeKind.READINESS,
                        NOT_STARTED,
                        9,
                        "wait FAILURE"),
                new TurnRow(
                        "startup is probed until the container has started",
                        ProbeKind.STARTUP,
                        NOT_STARTED,
                        9,
                        "run UNKNOWN"),
                new TurnRow(
                        "startup is not probed of a container that has started",
                        ProbeKind.STARTUP,
                        RUNS,
                        9,
                        "wait UNKNOWN"),
                new TurnRow(
                        "a container that does not run is not ready", ProbeKind.READINESS, CRASHED, 9, "wait FAILURE"),
                new TurnRow(
                        "a container that will not run again is no more looked at",
                        ProbeKind.READINESS,
                        OVER,
                        9,
                        "end FAILURE"),
                new TurnRow(
                        "liveness of a pod that was deleted succeeds and ends",
                        ProbeKind.LIVENESS,
                        DELETED,
                        9,
                        "end SUCCESS"),
                new TurnRow(
                        "startup of a pod that was deleted succeeds and ends",
                        ProbeKind.STARTUP,
                        DELETED,
                        9,
                        "end SUCCESS"),
                new TurnRow(
                        "readiness of a pod that was deleted goes on", ProbeKind.READINESS, DELETED, 9, "run FAILURE"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("turns")
    void turn(TurnRow row) {
        var turn = ProbeWorker.of(row.kind()).turn(probe(5, 1, 3), row.container(), START.plusSeconds(row.after()));
        assertThat(text(turn)).isEqualTo(row.expected());
    }

    private static String text(ProbeWorker.Turn turn) {
        var word = switch (turn) {
            case ProbeWorker.Turn.Run _ -> "run ";
            case ProbeWorker.Turn.Wait _ -> "wait ";
            case ProbeWorker.Turn.End _ -> "end ";
        };
        return word + turn.worker().result();
    }

    record RunRow(String rule, ProbeKind kind, int successes, int failures, List<ProbeRun> runs, String expected) {
        @Override
        public String toString() {
            return rule;
        }
    }

    static Stream<RunRow> runs() {
        return Stream.of(
                new RunRow("one success makes ready", ProbeKind.READINESS, 1, 3, List.of(OK), "SUCCESS"),
                new RunRow("a warning counts as a success", ProbeKind.READINESS, 1, 3, List.of(ODD), "SUCCESS"),
                new RunRow(
                        "fewer successes than the threshold change nothing",
                        ProbeKind.READINESS,
                        2,
                        3,
                        List.of(OK),
                        "FAILURE"),
                new RunRow(
                        "as many successes in a row as the threshold make ready",
                        ProbeKind.READINESS,
                        2,
                        3,
                        List.of(OK, OK),
                        "SUCCESS"),
                new RunRow(
                        "a failure between successes begins the count anew",
                        ProbeKind.READINESS,
                        2,
                        3,
                        List.of(OK, BAD, OK),
                        "FAILURE"),
                new RunRow(
                        "fewer failures than the threshold leave it ready",
                        ProbeKind.READINESS,
                        1,
                        3,
                        List.of(OK, BAD, BAD),
                        "SUCCESS"),
                new RunRow(
                        "as many failures in a row as the threshold make unready",
                        ProbeKind.READINESS,
                        1,
                        3,
                        List.of(OK, BAD, BAD, BAD),
                        "FAILURE"),
                new RunRow(
                        "a success between failures begins the count anew",
                        ProbeKind.LIVENESS,
                        1,
                        2,
                        List.of(BAD, OK, BAD),
                        "SUCCESS"),
                new RunRow(
                        "a run that errored changes nothing and breaks no row",
                        ProbeKind.LIVENESS,
                        1,
                        2,
                        List.of(BAD, BROKEN, BAD),
                        "FAILURE held"),
                new RunRow(
                        "a run that errored alone changes nothing",
                        ProbeKind.READINESS,
                        1,
                        1,
                        List.of(OK, BROKEN),
                        "SUCCESS"),
                new RunRow(
                        "liveness that failed waits for the next instance",
                        ProbeKind.LIVENESS,
                        1,
                        1,
                        List.of(BAD),
                        "FAILURE held"),
                new RunRow("liveness that succeeds goes on", ProbeKind.LIVENESS, 1, 1, List.of(OK), "SUCCESS"),
                new RunRow(
                        "startup below its threshold is not known",
                        ProbeKind.STARTUP,
                        1,
                        3,
                        List.of(BAD, BAD),
                        "UNKNOWN"),
                new RunRow(
                        "startup that failed waits for the next instance",
                        ProbeKind.STARTUP,
                        1,
                        3,
                        List.of(BAD, BAD, BAD),
                        "FAILURE held"),
                new RunRow(
                        "startup that succeeded waits for the next instance",
                        ProbeKind.STARTUP,
                        1,
                        3,
                        List.of(BAD, OK),
                        "SUCCESS held"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("runs")
    void after(RunRow row) {
        var probe = probe(0, row.successes(), row.failures());
        var worker = ProbeWorker.of(row.kind());
        for (var run : row.runs()) worker = worker.after(probe, run);
        assertThat(worker.result() + (worker.isOnHold() ? " held" : "")).isEqualTo(row.expected());
    }

    @Test
    void another_instance_begins_with_the_initial_result_and_is_probed_again() {
        var probe = probe(0, 1, 1);
        var failed = ProbeWorker.of(ProbeKind.LIVENESS)
                .turn(probe, RUNS, START)
                .worker()
                .after(probe, BAD);
        assertThat(text(failed.turn(probe, RUNS, START))).isEqualTo("wait FAILURE");
        var next = new ProbedContainer("b", START, false, true, false);
        assertThat(text(failed.turn(probe, next, START))).isEqualTo("run SUCCESS");
    }

    @Test
    void what_was_said_before_a_restart_of_the_node_stands() {
        var ready = ProbeWorker.resumed(ProbeKind.READINESS, "a", true);
        assertThat(text(ready.turn(probe(0, 1, 3), RUNS, START))).isEqualTo("run SUCCESS");
        var started = ProbeWorker.resumed(ProbeKind.STARTUP, "a", true);
        assertThat(text(started.turn(probe(0, 1, 3), NOT_STARTED, START))).isEqualTo("wait SUCCESS");
        var unready = ProbeWorker.resumed(ProbeKind.READINESS, "a", false);
        assertThat(text(unready.turn(probe(0, 1, 3), RUNS, START))).isEqualTo("run FAILURE");
    }

    @Test
    void texts_are_the_kubelets() {
        assertThat(ProbeText.of(ProbeKind.READINESS, OK)).isEmpty();
        assertThat(ProbeText.of(ProbeKind.READINESS, BAD))
                .contains(new ProbeText.Warning("Unhealthy", "Readiness probe failed: no"));
        assertThat(ProbeText.of(ProbeKind.STARTUP, ODD))
                .contains(new ProbeText.Warning("ProbeWarning", "Startup probe warning: moved"));
        assertThat(ProbeText.of(ProbeKind.LIVENESS, BROKEN))
                .contains(new ProbeText.Warning(
                        "Unhealthy", "Liveness probe errored and resulted in unknown state: no runtime"));
        assertThat(ProbeText.kill("c", ProbeKind.LIVENESS, true))
                .isEqualTo("Container c failed liveness probe, will be restarted");
        assertThat(ProbeText.kill("c", ProbeKind.STARTUP, false)).isEqualTo("Container c failed startup probe");
    }
}
