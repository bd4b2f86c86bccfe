package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ExplainCommandTest extends CommandLineTest {
    @Test
    void aValidPodIsExplainedWithEveryNumber() {
        var ran = run("explain", "-f", example("ide.yaml"));
        assertThat(ran.exit()).isZero();
        assertThat(ran.out()).isEqualToIgnoringNewLines("""
                pod/myide   %s:10:1

                  Valid.
                  QoS class Burstable: the pod level has a cpu request of 500m and a limit of 4 and a memory request of 128Mi and a limit of 1Gi.

                  DEFAULTED                         VALUE   RULE
                  spec.resources.requests[cpu]      500m    a pod-level request defaults to the requests of the containers
                  spec.resources.requests[memory]   128Mi   a pod-level request defaults to the requests of the containers

                  RESOURCE   REQUEST   LIMIT   BECAUSE
                  cpu        500m      4       request: a pod-level request defaults to the requests of the containers; limit: the pod level decides
                  memory     128Mi     1Gi     request: a pod-level request defaults to the requests of the containers; limit: the pod level decides
                                               cpu is row 8 of KEP-2837's table (pod level: limits; containers: requests and limits)
                                               memory is row 8 of KEP-2837's table (pod level: limits; containers: requests and limits)

                  CGROUP   KIND        CPU.WEIGHT   CPU.MAX          MEMORY.MAX    OOM_SCORE_ADJ
                  (pod)    pod         20           400000 100000    1073741824    -
                  shell    sidecar     303          400000 100000*   1073741824*   999
                  tool1    sidecar     303          400000 100000*   1073741824*   999
                  tool2    sidecar     303          400000 100000*   1073741824*   999
                  ide      container   59           100000 100000    268435456     999
                  * inherited from the pod level
                """.formatted(example("ide.yaml")));
    }

    @Test
    void aRefusedPodNamesEveryErrorWithItsPlaceAndExitsWithOne() {
        var ran = run("explain", "-f", example("refused.yaml"));
        assertThat(ran.exit()).isEqualTo(1);
        assertThat(ran.out())
                .contains("Refused as invalid:")
                .contains("refused.yaml:27:11  spec.containers[1].resources.requests[memory]: Invalid value: \"-1Mi\": "
                        + "must be greater than or equal to 0")
                .contains("refused.yaml:9:7  spec.resources.requests[cpu]: Invalid value: \"1\": "
                        + "must be greater than or equal to aggregate container requests of 1500m");
    }

    @Test
    void aLimitRangeAndAQuotaShowWhatTheyAddAndCharge() {
        var ran = run(
                "explain",
                "-f",
                example("deployment.yaml"),
                "--limit-range",
                example("limit-range.yaml"),
                "--quota",
                example("quota.yaml"));
        assertThat(ran.exit()).isZero();
        assertThat(ran.out())
                .contains("spec.containers[0].resources.requests[cpu]")
                .contains("the LimitRange's defaultRequest for containers")
                .contains("requests.cpu +1          1 of 8");
    }

    @Test
    void aQuotaThatIsTooSmallRefusesInTheWordsOfTheApiServer() {
        var quota = """
                apiVersion: v1
                kind: ResourceQuota
                metadata: {name: q1}
                spec: {hard: {requests.cpu: 400m}}
                """;
        var ran = runWithInput(quota, "explain", "-f", example("ide.yaml"), "--quota", "-");
        assertThat(ran.exit()).isEqualTo(1);
        assertThat(ran.out())
                .contains(
                        "exceeded quota: q1, requested: requests.cpu=500m, used: requests.cpu=0, limited: requests.cpu=400m");
    }

    @Test
    void jsonAndYamlHoldTheSameAnswer() throws Exception {
        var json = run("explain", "-f", example("ide.yaml"), "-o", "json");
        var tree = new ObjectMapper().readTree(json.out());
        assertThat(tree.at("/refused").booleanValue()).isFalse();
        assertThat(tree.at("/items/0/requests/cpu/total").textValue()).isEqualTo("500m");
        assertThat(tree.at("/items/0/containers/0/cpuLimit").textValue()).isEqualTo("inherited");
        assertThat(tree.at("/items/0/kep2837Rows/memory").intValue()).isEqualTo(8);
        var yaml = run("explain", "-f", example("ide.yaml"), "-o", "yaml");
        assertThat(yaml.out()).contains("total: 500m").contains("cpuLimit: inherited");
    }

    @Test
    void gatesChangeTheAnswer() {
        var pod = """
                apiVersion: v1
                kind: Pod
                metadata: {name: p}
                spec:
                  resources: {requests: {cpu: "5"}}
                  containers:
                  - {name: a, image: i, resources: {requests: {cpu: "1"}, limits: {cpu: "2"}}}
                  - {name: b, image: i, resources: {requests: {cpu: "1"}, limits: {cpu: "2"}}}
                """;
        assertThat(runWithInput(pod, "explain", "-f", "-").out()).contains("spec.resources.limits[cpu]");
        var legacy = runWithInput(
                pod, "explain", "-f", "-", "--feature-gates", "PodLevelResourcesFixUpdateDefaulting=false");
        assertThat(legacy.out()).doesNotContain("spec.resources.limits[cpu]");
    }

    record Nonsense(String sentence, String input, String message) {
        @Override
        public String toString() {
            return sentence;
        }
    }

    static Stream<Nonsense> nonsense() {
        return Stream.of(
                new Nonsense("not YAML", "a: [", "stdin:"),
                new Nonsense("binary", "\0\1\2", "stdin:"),
                new Nonsense("a scalar", "hello", "stdin:"),
                new Nonsense(
                        "wrong kind",
                        "{apiVersion: v1, kind: Service, metadata: {name: s}}",
                        "kind \"Service\" holds no pod"),
                new Nonsense(
                        "wrong types, all of them",
                        "{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {containers: [{name: 5, resources: {limits: {cpu: [1]}}}]}}",
                        "spec.containers[0].name: expected a string, found the number 5"),
                new Nonsense(
                        "not a quantity",
                        "{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {containers: [{name: a, resources: {limits: {cpu: 5K}}}]}}",
                        "spec.containers[0].resources.limits[cpu]: \"5K\": unable to parse quantity's suffix"),
                new Nonsense("duplicate keys", "apiVersion: v1\nkind: Pod\nkind: Pod\n", ":3:1:"),
                new Nonsense(
                        "a bomb of anchors",
                        "apiVersion: v1\nkind: Pod\nmetadata:\n  a: &a [x,x,x,x,x,x,x,x,x,x]\n  b: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]\n"
                                + "  c: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]\n  d: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c,*c]\n"
                                + "  e: &e [*d,*d,*d,*d,*d,*d,*d,*d,*d,*d]\n  f: [*e,*e,*e,*e,*e,*e,*e,*e,*e,*e]\n",
                        "stdin:"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("nonsense")
    void nonsenseGetsAClearLineAndNoStackTrace(Nonsense nonsense) {
        var ran = runWithInput(nonsense.input(), "explain", "-f", "-");
        assertThat(ran.exit()).isEqualTo(2);
        assertThat(ran.out()).isEmpty();
        assertThat(ran.errors())
                .contains(nonsense.message())
                .doesNotContain("\tat ")
                .doesNotContain("Exception");
        assertThat(ran.errors().lines()).allMatch(line -> line.startsWith("plimsoll: "));
    }

    @Test
    void aFileThatIsNotThereIsOneSentence() {
        var ran = run("explain", "-f", "does-not-exist.yaml");
        assertThat(ran.exit()).isEqualTo(2);
        assertThat(ran.errors()).isEqualToIgnoringNewLines("plimsoll: does-not-exist.yaml: no such file or folder");
    }

    @Test
    void coloursAreForThoseWhoAsk() {
        assertThat(run("explain", "-f", example("ide.yaml")).out()).doesNotContain("\u001b");
        assertThat(run("explain", "-f", example("ide.yaml"), "--color", "always")
                        .out())
                .contains("\u001b[32mValid.");
    }

    @Test
    void aPodIsPlacedOnAMachineWithTheReasonForEachContainer() throws Exception {
        var machine = List.of(
                "explain",
                "-f",
                example("numa.yaml"),
                "--topology",
                "2s2n8c2t",
                "--topology-policy",
                "single-numa-node",
                "--topology-scope",
                "pod",
                "--memory-policy",
                "Static",
                "--feature-gates",
                "PodLevelResourceManagers=true");
        var ran = run(machine.toArray(String[]::new));
        assertThat(ran.exit()).isZero();
        assertThat(ran.out())
                .contains("decode      1-2,17-18                  {0}")
                .containsPattern("decode +container +\\d+ +max 100000 ")
                .containsPattern("report +container +\\d+ +800000 100000\\*")
                .contains("report      4,20 (shared in the pod)   {0}")
                .contains("[0,16 R.] [1,17 aa] [2,18 aa] [3,19 bb] [4,20 cc] [5,21 ..]");
        var json = run(Stream.concat(machine.stream(), Stream.of("-o", "json")).toArray(String[]::new));
        var tree = new ObjectMapper().readTree(json.out());
        assertThat(tree.at("/placements/0/podCPUs").textValue()).isEqualTo("1-4,17-20");
        assertThat(tree.at("/placements/0/containers/0/isolation").textValue()).isEqualTo("container");
    }

    @Test
    void aPodThatNoNumaNodeHoldsIsRefusedByTheNode() {
        var ran = run(
                "explain",
                "-f",
                example("numa.yaml"),
                "--topology",
                "2s2n2c2t",
                "--topology-policy",
                "single-numa-node",
                "--topology-scope",
                "pod",
                "--feature-gates",
                "PodLevelResourceManagers=true");
        assertThat(ran.exit()).isEqualTo(1);
        assertThat(ran.out()).contains("Refused by the node, TopologyAffinityError");
    }

    @Test
    void aPodWhoseExclusiveContainersLeaveNothingToShareIsRefusedForThatCause() {
        var pod = """
                {"apiVersion":"v1","kind":"Pod","metadata":{"name":"p"},"spec":{
                "resources":{"requests":{"cpu":"4","memory":"4Gi"},"limits":{"cpu":"4","memory":"4Gi"}},
                "containers":[{"name":"a","image":"i","resources":{"requests":{"cpu":"4","memory":"2Gi"},
                "limits":{"cpu":"4","memory":"2Gi"}}},{"name":"b","image":"i"}]}}""";
        var ran = runWithInput(
                pod,
                "explain",
                "-f",
                "-",
                "--topology",
                "2s2n8c2t",
                "--topology-policy",
                "single-numa-node",
                "--topology-scope",
                "pod",
                "--feature-gates",
                "PodLevelResourceManagers=true");
        assertThat(ran.exit()).isEqualTo(1);
        assertThat(ran.out())
                .contains(
                        "Refused by the node, EmptyPodSharedPoolError: pod rejected, sum of exclusive container cpu requests"
                                + " equals pod budget, leaving no cpus for shared containers\n")
                .contains("exclusive containers use up the pod's resources and leave nothing to share.");
    }

    @Test
    void aMachineThatCannotBeIsOneSentence() {
        assertThat(run("explain", "-f", example("numa.yaml"), "--topology", "two")
                        .errors())
                .contains("\"two\" describes no machine: it starts with sockets");
        assertThat(run("explain", "-f", example("numa.yaml"), "--topology", "1s1n4c1t", "--cpu-policy", "frog")
                        .errors())
                .contains("frog");
    }

    @Test
    void helpTeachesWithExamples() {
        assertThat(run("--help").out())
                .contains("explain")
                .contains("conformance")
                .contains("Examples:");
        assertThat(run("explain", "--help").out()).contains("--limit-range").contains("kubectl get deploy");
    }

    @Test
    void theFirstCpuCanBeKeptForTheSystem() {
        var ran =
                run("explain", "-f", example("ide.yaml"), "--topology", "2s2n4c2t,memory=8Gi", "--reserved-cpus", "0");
        assertThat(ran.errors()).isEmpty();
    }
}
