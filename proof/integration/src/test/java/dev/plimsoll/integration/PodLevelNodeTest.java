package dev.plimsoll.integration;

import static dev.plimsoll.integration.NodeOnFakeRuntime.id;
import static dev.plimsoll.integration.PodJson.container;
import static dev.plimsoll.integration.PodJson.spec;
import static dev.plimsoll.integration.PodJson.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The rows of KEP-2837's table on a whole node: from the pod that a user writes, through the API server's defaults, to the files of the
 * pod's and the containers' cgroups. Each pod has two containers alike.
 */
// Acceptance of KEP-2837: story-ide, story-burst, opt-in, cgroup-source, cgroup-tree, explicit, derived, fair
// Acceptance of KEP-2837: container-default, table-1, table-2, table-3, table-4, table-5, table-6, table-7, table-8
// Acceptance of KEP-2837: table-9, table-10, table-11, table-12, table-13, table-14, table-15, table-16
// Acceptance of KEP-2837: qos-containers, oom-constant, oom-formula, oom-example-1, oom-example-2, oom-reward
// Acceptance of KEP-2837: oom-system, init-weight, init-capped, init-limits, init-own, works
@Timeout(180)
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
class PodLevelNodeTest {
    private static final String CR = "cpu=250m,memory=64Mi";
    private static final String CL = "cpu=500m,memory=128Mi";
    private static final String PR = "cpu=1,memory=256Mi";
    private static final String PL = "cpu=2,memory=512Mi";
    private static final String NOTHING = " / ";
    private static final String UNBOUNDED = "max 100000, max";
    private static final String SUM_OF_LIMITS = "100000 100000, 268435456";
    private static final String POD_LIMIT = "200000 100000, 536870912";
    private static final String OWN_LIMIT = "50000 100000, 134217728";

    @TempDir
    Path folder;

    private NodeOnFakeRuntime node;

    @BeforeEach
    void start() throws IOException {
        node = new NodeOnFakeRuntime(folder);
    }

    @AfterEach
    void close() {
        node.close();
    }

    /** Pod-level requests and limits, those of each container, then what is stored, the class, and both cgroups. */
    static Stream<Arguments> rows() {
        return Stream.of(
                arguments("1", "", "", "", "", NOTHING, NOTHING, "BestEffort", "1, " + UNBOUNDED, "1, " + UNBOUNDED),
                arguments(
                        "2",
                        "",
                        "",
                        "",
                        CL,
                        NOTHING,
                        CL + " / " + CL,
                        "Guaranteed",
                        "39, " + SUM_OF_LIMITS,
                        "59, " + OWN_LIMIT),
                arguments(
                        "3", "", "", CR, "", NOTHING, CR + " / ", "Burstable", "20, " + UNBOUNDED, "35, " + UNBOUNDED),
                arguments(
                        "4",
                        "",
                        "",
                        CR,
                        CL,
                        NOTHING,
                        CR + " / " + CL,
                        "Burstable",
                        "20, " + SUM_OF_LIMITS,
                        "35, " + OWN_LIMIT),
                arguments(
                        "5",
                        "",
                        PL,
                        "",
                        "",
                        PL + " / " + PL,
                        NOTHING,
                        "Guaranteed",
                        "79, " + POD_LIMIT,
                        "174, " + POD_LIMIT),
                arguments(
                        "6",
                        "",
                        PL,
                        "",
                        CL,
                        PR + " / " + PL,
                        CL + " / " + CL,
                        "Burstable",
                        "39, " + POD_LIMIT,
                        "59, " + OWN_LIMIT),
                arguments(
                        "7",
                        "",
                        PL,
                        CR,
                        "",
                        "cpu=500m,memory=128Mi / " + PL,
                        CR + " / ",
                        "Burstable",
                        "20, " + POD_LIMIT,
                        "35, " + POD_LIMIT),
                arguments(
                        "8",
                        "",
                        PL,
                        CR,
                        CL,
                        "cpu=500m,memory=128Mi / " + PL,
                        CR + " / " + CL,
                        "Burstable",
                        "20, " + POD_LIMIT,
                        "35, " + OWN_LIMIT),
                arguments("9", PR, "", "", "", PR + " / ", NOTHING, "Burstable", "39, " + UNBOUNDED, "1, " + UNBOUNDED),
                arguments(
                        "10",
                        PR,
                        "",
                        "",
                        CL,
                        PR + " / " + PR,
                        CL + " / " + CL,
                        "Guaranteed",
                        "39, " + SUM_OF_LIMITS,
                        "59, " + OWN_LIMIT),
                arguments(
                        "11",
                        PR,
                        "",
                        CR,
                        "",
                        PR + " / ",
                        CR + " / ",
                        "Burstable",
                        "39, " + UNBOUNDED,
                        "35, " + UNBOUNDED),
                arguments(
                        "12",
                        "cpu=750m,memory=192Mi",
                        "",
                        CR,
                        CL,
                        "cpu=750m,memory=192Mi / cpu=1,memory=256Mi",
                        CR + " / " + CL,
                        "Burstable",
                        "30, " + SUM_OF_LIMITS,
                        "35, " + OWN_LIMIT),
                arguments(
                        "13",
                        PR,
                        PL,
                        "",
                        "",
                        PR + " / " + PL,
                        NOTHING,
                        "Burstable",
                        "39, " + POD_LIMIT,
                        "174, " + POD_LIMIT),
                arguments(
                        "14",
                        PR,
                        PL,
                        "",
                        CL,
                        PR + " / " + PL,
                        CL + " / " + CL,
                        "Burstable",
                        "39, " + POD_LIMIT,
                        "59, " + OWN_LIMIT),
                arguments(
                        "15",
                        PR,
                        PL,
                        CR,
                        "",
                        PR + " / " + PL,
                        CR + " / ",
                        "Burstable",
                        "39, " + POD_LIMIT,
                        "35, " + POD_LIMIT),
                arguments(
                        "16",
                        PR,
                        PL,
                        CR,
                        CL,
                        PR + " / " + PL,
                        CR + " / " + CL,
                        "Burstable",
                        "39, " + POD_LIMIT,
                        "35, " + OWN_LIMIT));
    }

    @ParameterizedTest(name = "row {0} of the table, from the spec to the kernel")
    @MethodSource("rows")
    void row(
            String number,
            String podRequests,
            String podLimits,
            String requests,
            String limits,
            String storedPod,
            String storedContainer,
            String qos,
            String podCgroup,
            String containerCgroup)
            throws Exception {
        node.create(
                "p", spec(podRequests, podLimits, container("a", requests, limits), container("b", requests, limits)));
        var pod = node.awaitRunning("p");
        assertThat(text(pod.at("/spec/resources"))).as(number).isEqualTo(storedPod);
        for (var i : List.of(0, 1))
            assertThat(text(pod.at("/spec/containers/" + i + "/resources"))).isEqualTo(storedContainer);
        assertThat(pod.at("/status/qosClass").asText()).isEqualTo(qos);
        var cgroup = cgroup(pod);
        assertThat(values(cgroup)).isEqualTo(podCgroup);
        for (var name : List.of("a", "b"))
            assertThat(values(cgroup.resolve(id(pod, name)))).isEqualTo(containerCgroup);
    }

    private Path cgroup(ObjectNode pod) {
        var qos = pod.at("/status/qosClass").asText().toLowerCase(Locale.ROOT);
        return node.podCgroup(pod, qos.equals("guaranteed") ? "" : qos);
    }

    /** Weight, {@code cpu.max}, {@code memory.max}; a file that nobody writes has what the kernel puts there. */
    private static String values(Path cgroup) throws IOException {
        return value(cgroup, "cpu.weight", "100") + ", " + value(cgroup, "cpu.max", "max 100000") + ", "
                + value(cgroup, "memory.max", "max");
    }

    private static String value(Path cgroup, String name, String unwritten) throws IOException {
        var file = cgroup.resolve(name);
        return Files.exists(file) ? Files.readString(file).strip() : unwritten;
    }

    @Test
    @DisplayName("cgroups are where they were: the pod's below that of its class, the containers' below the pod's")
    void structure() throws Exception {
        node.create("p", spec(PR, PL, container("a", "", "")));
        var pod = node.awaitRunning("p");
        var own = node.tree()
                .resolve("kubepods/burstable/pod" + pod.at("/metadata/uid").asText());
        assertThat(own).isDirectory();
        assertThat(own.resolve(id(pod, "a"))).isDirectory();
    }

    @Test
    @DisplayName("init containers and sidecars without limits are bounded by the pod's")
    void initAndSidecars() throws Exception {
        node.create(
                "p",
                spec(
                        PR,
                        PL,
                        List.of(container("init", "", ""), PodJson.sidecar("side", "", "")),
                        List.of(container("a", CR, ""))));
        var begun = node.await(
                "p",
                "init runs",
                pod -> NodeOnFakeRuntime.container(pod, "init").path("state").has("running"));
        assertThat(values(cgroup(begun).resolve(id(begun, "init")))).isEqualTo("174, " + POD_LIMIT);
        node.runtime.exit(id(begun, "init"), 0, "Completed");
        var pod = node.awaitRunning("p");
        assertThat(values(cgroup(pod).resolve(id(pod, "side")))).isEqualTo("174, " + POD_LIMIT);
        assertThat(values(cgroup(pod))).as("the pod level alone decides").isEqualTo("39, " + POD_LIMIT);
    }

    /** Of a node with 16Gi. */
    static Stream<Arguments> scores() {
        return Stream.of(
                arguments(
                        "Guaranteed keeps -997",
                        "cpu=1,memory=6Gi",
                        "cpu=1,memory=6Gi",
                        "",
                        List.of(-997L, -997L, -997L)),
                arguments("BestEffort keeps 1000", "", "", "", List.of(1000L, 1000L, 1000L)),
                arguments(
                        "example 1: what the pod asks for is shared by containers that ask for nothing",
                        "memory=3Gi",
                        "",
                        "",
                        List.of(938L, 938L, 938L)),
                arguments("example 2, pod 1: containers alone", "", "", "1Gi 2Gi", List.of(938L, 875L, 999L)),
                arguments(
                        "example 2, pod 2: what is left of the pod's request is shared, and who asks for more is safer",
                        "memory=6Gi",
                        "",
                        "1Gi 2Gi",
                        List.of(875L, 813L, 938L)));
    }

    @ParameterizedTest(name = "oom_score_adj: {0}")
    @MethodSource("scores")
    void oomScores(String sentence, String podRequests, String podLimits, String requests, List<Long> expected)
            throws Exception {
        var own = (requests + "  ").split(" ", -1);
        var containers = Stream.of(0, 1, 2)
                .map(i -> container("c" + i, own[i].isEmpty() ? "" : "memory=" + own[i], ""))
                .toArray(String[]::new);
        node.create("p", spec(podRequests, podLimits, containers));
        var pod = node.awaitRunning("p");
        assertThat(Stream.of("c0", "c1", "c2")
                        .map(name ->
                                node.runtime.containerResources(id(pod, name)).oomScoreAdj()))
                .as(sentence)
                .isEqualTo(expected);
    }
}
