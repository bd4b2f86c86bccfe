package dev.plimsoll.codec.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.codec.trees.Trees;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Spec 9.2, pods: one row per sentence. */
class PodTableTest {
    private static final Instant NOW = Instant.parse("2026-01-01T01:00:00Z");
    private static final String RUNNING = "state:{running:{}},ready:true";

    record Pod(String sentence, String document, String ready, String status, String restarts) {
        @Override
        public String toString() {
            return sentence;
        }
    }

    static Stream<Pod> pods() {
        return Stream.of(
                new Pod("phase", "{spec:{containers:[{name:'a'}]},status:{phase:'Pending'}}", "0/1", "Pending", "0"),
                new Pod("reason", "{status:{phase:'Failed',reason:'Evicted'}}", "0/0", "Evicted", "0"),
                new Pod(
                        "scheduling gate",
                        "{status:{phase:'Pending',conditions:[{type:'PodScheduled',reason:'SchedulingGated'}]}}",
                        "0/0",
                        "SchedulingGated",
                        "0"),
                new Pod(
                        "running and ready",
                        "{spec:{containers:[{},{}]},status:{phase:'Running',containerStatuses:[{" + RUNNING
                                + "},{state:{running:{}}}]}}",
                        "1/2",
                        "Running",
                        "0"),
                new Pod(
                        "sidecars count",
                        "{spec:{containers:[{}],initContainers:[{name:'s',restartPolicy:'Always'},{name:'i'}]},"
                                + "status:{phase:'Running',initContainerStatuses:[{name:'s',started:true,restartCount:2,"
                                + RUNNING + "},{name:'i',restartCount:5,state:{terminated:{exitCode:0}}}],"
                                + "containerStatuses:[{restartCount:1," + RUNNING + "}]}}",
                        "2/2",
                        "Running",
                        "3"),
                new Pod(
                        "init container runs",
                        "{spec:{containers:[{}],initContainers:[{name:'i'},{name:'j'}]},status:{phase:'Pending',"
                                + "initContainerStatuses:[{name:'i',state:{terminated:{exitCode:0}}},"
                                + "{name:'j',restartCount:4,state:{running:{}}}]}}",
                        "0/1",
                        "Init:1/2",
                        "4"),
                new Pod(
                        "init container waits",
                        "{spec:{initContainers:[{name:'i'}]},status:{initContainerStatuses:[{name:'i',state:"
                                + "{waiting:{reason:'ImagePullBackOff'}}}]}}",
                        "0/0",
                        "Init:ImagePullBackOff",
                        "0"),
                new Pod(
                        "init container failed by signal",
                        "{status:{initContainerStatuses:[{state:{terminated:{exitCode:137,signal:9}}}]}}",
                        "0/0",
                        "Init:Signal:9",
                        "0"),
                new Pod(
                        "init container failed with a code",
                        "{status:{initContainerStatuses:[{state:{terminated:{exitCode:3}}}]}}",
                        "0/0",
                        "Init:ExitCode:3",
                        "0"),
                new Pod(
                        "the first container that waits is shown",
                        "{spec:{containers:[{},{}]},status:{phase:'Running',containerStatuses:[{state:{waiting:"
                                + "{reason:'CrashLoopBackOff'}},restartCount:3,lastState:{terminated:"
                                + "{finishedAt:'2026-01-01T00:58:30Z'}}},{" + RUNNING + "}]}}",
                        "1/2",
                        "CrashLoopBackOff",
                        "3 (90s ago)"),
                new Pod(
                        "exit code without a reason",
                        "{status:{phase:'Failed',containerStatuses:[{state:{terminated:{exitCode:2}}}]}}",
                        "0/0",
                        "ExitCode:2",
                        "0"),
                new Pod(
                        "completed while another runs and the pod is ready",
                        "{spec:{containers:[{},{}]},status:{phase:'Running',conditions:[{type:'Ready',status:'True'}],"
                                + "containerStatuses:[{state:{terminated:{exitCode:0,reason:'Completed'}}},{" + RUNNING
                                + "}]}}",
                        "1/2",
                        "Running",
                        "0"),
                new Pod(
                        "completed while another runs and the pod is not ready",
                        "{spec:{containers:[{},{}]},status:{phase:'Running',"
                                + "containerStatuses:[{state:{terminated:{exitCode:0,reason:'Completed'}}},{" + RUNNING
                                + "}]}}",
                        "1/2",
                        "NotReady",
                        "0"),
                new Pod(
                        "completed after another failed",
                        "{spec:{containers:[{},{}]},status:{phase:'Failed',containerStatuses:[{state:{terminated:"
                                + "{exitCode:0,reason:'Completed'}}},{state:{terminated:{exitCode:1,reason:'Error'}}}]}}",
                        "0/2",
                        "Error",
                        "0"),
                new Pod(
                        "on its way out",
                        "{metadata:{deletionTimestamp:'2026-01-01T00:00:00Z'},status:{phase:'Running'}}",
                        "0/0",
                        "Terminating",
                        "0"),
                new Pod(
                        "on its way out, node lost",
                        "{metadata:{deletionTimestamp:'2026-01-01T00:00:00Z'},"
                                + "status:{phase:'Running',reason:'NodeLost'}}",
                        "0/0",
                        "Unknown",
                        "0"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("pods")
    void row(Pod pod) {
        var cells = new Tables(PodColumns.COLUMNS, Tables.Include.NONE)
                .table(Trees.json("{}"), List.of(Trees.json(pod.document())), NOW)
                .at("/rows/0/cells");
        assertThat(List.of(
                        cells.get(1).asText(),
                        cells.get(2).asText(),
                        cells.get(3).asText()))
                .containsExactly(pod.ready(), pod.status(), pod.restarts());
    }

    @Test
    void wideColumnsSayNoneIfEmpty() {
        var table = new Tables(PodColumns.COLUMNS, Tables.Include.NONE)
                .table(Trees.json("{}"), List.of(Trees.json("{}")), NOW);
        assertThat(table.at("/rows/0/cells").toString())
                .isEqualTo("[\"\",\"0/0\",\"\",\"0\",\"<unknown>\",\"<none>\",\"<none>\",\"<none>\",\"<none>\"]");
        assertThat(table.at("/rows/0/object").isNull()).isTrue();
    }

    @Test
    void wideColumns() {
        var pod = Trees.json("{metadata:{name:'p'},spec:{nodeName:'n',readinessGates:[{conditionType:'g'},"
                + "{conditionType:'h'}]},status:{podIPs:[{ip:'1.2.3.4'}],nominatedNodeName:'m',"
                + "conditions:[{type:'g',status:'True'}]}}");
        var cells = new Tables(PodColumns.COLUMNS, Tables.Include.NONE)
                .table(Trees.json("{}"), List.of(pod), NOW)
                .at("/rows/0/cells");
        assertThat(TableRow.texts(cells).subList(5, 9)).containsExactly("1.2.3.4", "n", "m", "1/2");
    }

    @Test
    void finishedPodsAreMarked() {
        var pod = Trees.json("{status:{phase:'Succeeded'}}");
        var row = new Tables(PodColumns.COLUMNS, Tables.Include.METADATA)
                .table(Trees.json("{}"), List.of(pod), NOW)
                .at("/rows/0");
        assertThat(row.at("/conditions/0/type").asText()).isEqualTo("Completed");
        assertThat(row.at("/conditions/0/status").asText()).isEqualTo("True");
    }
}
