package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayInputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

// Acceptance of the command line: explain-kinds, explain-units, explain-quota, explain-folder
// Acceptance of the command line: explain-ci, explain-huge-pages
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
                                               cpu as written: pod level: limits; containers: requests and limits
                                               memory as written: pod level: limits; containers: requests and limits

                  CGROUP   KIND        CPU.WEIGHT   CPU.MAX          MEMORY.MAX          OOM_SCORE_ADJ
                  (pod)    pod         20           400000 100000    1Gi (1073741824)    -
                  shell    sidecar     303          400000 100000*   1Gi (1073741824)*   999
                  tool1    sidecar     303          400000 100000*   1Gi (1073741824)*   999
                  tool2    sidecar     303          400000 100000*   1Gi (1073741824)*   999
                  ide      container   59           100000 100000    256Mi (268435456)   999
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
                        "a kind that nobody has",
                        "{apiVersion: example.com/v1, kind: Widget, metadata: {name: s}}",
                        "left out example.com/v1 Widget"),
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

    static Stream<Nonsense> refusals() {
        return Stream.of(
                new Nonsense(
                        "wrong types, all of them",
                        "{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {containers: [{name: 5, resources: {limits: {cpu: [1]}}}]}}",
                        "spec.containers[0].name: expected a string, found the number 5"),
                new Nonsense(
                        "not a quantity",
                        "{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {containers: [{name: a, resources: {limits: {cpu: 5K}}}]}}",
                        "stdin:1:101  spec.containers[0].resources.limits[cpu]: \"5K\": unable to parse quantity's suffix"),
                new Nonsense(
                        "an unknown field",
                        "{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {containers: [{name: a, image: i, imagePullpolicy: Always}]}}",
                        "stdin:1:90  spec.containers[0].imagePullpolicy: unknown field"),
                new Nonsense(
                        "a selector that does not match",
                        "{apiVersion: apps/v1, kind: Deployment, metadata: {name: d}, spec: {selector: {matchLabels: {a: b}}, "
                                + "template: {metadata: {labels: {a: c}}, spec: {containers: [{name: a, image: i}]}}}}",
                        "spec.template.metadata.labels: Invalid value: {\"a\":\"c\"}: `selector` does not match template `labels`"),
                new Nonsense(
                        "a template by the rules of its own kind",
                        "{apiVersion: batch/v1, kind: Job, metadata: {name: j}, "
                                + "spec: {template: {spec: {restartPolicy: Always, containers: [{name: a, image: i}]}}}}",
                        "spec.template.spec.restartPolicy: Required value: valid values: \"OnFailure\", \"Never\""),
                new Nonsense(
                        "a kind without a pod",
                        "{apiVersion: v1, kind: Service, metadata: {name: s}, spec: {ports: [{port: 70000}]}}",
                        "spec.ports[0].port: Invalid value: 70000: must be between 1 and 65535, inclusive"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("refusals")
    void whatTheApiServerRefusesIsRefusedWithItsPlace(Nonsense nonsense) throws Exception {
        var ran = runWithInput(nonsense.input(), "explain", "-f", "-");
        assertThat(ran.exit()).as(ran.errors()).isEqualTo(1);
        assertThat(ran.out()).contains("Refused as invalid:").contains(nonsense.message());
        var json = runWithInput(nonsense.input(), "explain", "-f", "-", "-o", "json");
        assertThat(json.exit()).isEqualTo(1);
        var tree = new ObjectMapper().readTree(json.out());
        assertThat(tree.at("/items/0/refused").booleanValue()).isTrue();
        assertThat(tree.at("/items/0/errors/0/source").textValue()).startsWith("stdin:1:");
    }

    @Test
    void aStatefulSetHasTheVolumesOfItsClaims() {
        var set = """
                apiVersion: apps/v1
                kind: StatefulSet
                metadata: {name: db}
                spec:
                  serviceName: db
                  selector: {matchLabels: {app: db}}
                  template:
                    metadata: {labels: {app: db}}
                    spec:
                      containers:
                      - {name: db, image: i, volumeMounts: [{name: data, mountPath: /data}]}
                  volumeClaimTemplates:
                  - metadata: {name: data}
                    spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
                """;
        var ran = runWithInput(set, "explain", "-f", "-");
        assertThat(ran.exit()).as(ran.out()).isZero();
        assertThat(ran.out()).contains("Valid.");
    }

    @Test
    void unitsThatMakeNoSenseAreWarnings() {
        var pod = """
                apiVersion: v1
                kind: Pod
                metadata: {name: p}
                spec:
                  priorityClassName: high
                  containers:
                  - {name: a, image: i, resources: {requests: {cpu: 500M, memory: 512m}}}
                """;
        var ran = runWithInput(pod, "explain", "-f", "-");
        assertThat(ran.exit()).isZero();
        assertThat(ran.out())
                .contains("stdin:7:48  warning: spec.containers[0].resources.requests[cpu]: 500M are 500000000 CPUs")
                .contains("warning: spec.containers[0].resources.requests[memory]: ")
                .contains("512m are 0.512 bytes")
                .contains("warning: spec.priorityClassName: PriorityClass high is not in these files");
    }

    @Test
    void replicasThatDoNotFitIntoAQuotaAreCounted() {
        var quota = """
                apiVersion: v1
                kind: ResourceQuota
                metadata: {name: small}
                spec: {hard: {requests.cpu: 2500m}}
                """;
        var ran = runWithInput(quota, "explain", "-f", example("deployment.yaml"), "--quota", "-");
        assertThat(ran.out()).contains("Only 2 of 3 replicas fit into quota small (requests.cpu)");
    }

    @Test
    void oneBrokenFileDoesNotSilenceAFolder(@TempDir Path folder) throws Exception {
        Files.writeString(folder.resolve("broken.yaml"), "a: [");
        var deeper = Files.createDirectories(folder.resolve("sub"));
        Files.copy(Path.of(example("ide.yaml")), folder.resolve("ide.yaml"));
        Files.copy(Path.of(example("refused.yaml")), deeper.resolve("refused.yaml"));
        var ran = run("explain", "-f", folder.toString());
        assertThat(ran.exit()).isEqualTo(2);
        assertThat(ran.out()).contains("pod/myide").doesNotContain("pod/refused");
        assertThat(ran.errors()).contains("broken.yaml:").contains("plimsoll: 1 valid, 0 refused, 1 unreadable");

        var all = run("explain", "-R", "-f", folder.toString());
        assertThat(all.errors()).contains("plimsoll: 1 valid, 1 refused, 1 unreadable");

        var github =
                run("explain", "-R", "-f", folder.toString(), "-o", "github").out();
        assertThat(github)
                .contains("::error file=" + deeper.resolve("refused.yaml")
                        + ",line=27,col=11,title=pod/refused::spec.containers[1]")
                .contains("::error file=" + folder.resolve("broken.yaml") + ",line=");
        var sarif = new ObjectMapper()
                .readTree(run("explain", "-R", "-f", folder.toString(), "-o", "sarif")
                        .out());
        assertThat(sarif.at("/version").textValue()).isEqualTo("2.1.0");
        assertThat(sarif.findValuesAsText("startLine")).contains("27");
        var junit = run("explain", "-R", "-f", folder.toString(), "-o", "junit").out();
        var document = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(junit.getBytes(StandardCharsets.UTF_8)));
        assertThat(document.getDocumentElement().getAttribute("failures")).isEqualTo("1");
        assertThat(document.getElementsByTagName("testcase").getLength()).isEqualTo(3);
    }

    @Test
    void aManifestCanHaveAnAddress() throws Exception {
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        var bytes = Files.readAllBytes(Path.of(example("ide.yaml")));
        server.createContext("/ide.yaml", exchange -> {
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
        server.start();
        try {
            var address = "http://127.0.0.1:" + server.getAddress().getPort();
            assertThat(run("explain", "-f", address + "/ide.yaml").out())
                    .startsWith("pod/myide   " + address + "/ide.yaml:10:1");
            assertThat(run("explain", "-f", address + "/other.yaml").errors())
                    .contains(address + "/other.yaml: the server answered with status 404");
        } finally {
            server.stop(0);
        }
    }

    @Test
    void hugePagesStandInTheTable() {
        assertThat(run("explain", "-f", example("hugepages.yaml")).out())
                .contains("HUGETLB.MAX")
                .contains("2MB=");
    }

    @Test
    void aFileThatIsNotThereIsOneSentence() {
        var ran = run("explain", "-f", "does-not-exist.yaml");
        assertThat(ran.exit()).isEqualTo(2);
        assertThat(ran.errors())
                .isEqualToIgnoringNewLines("plimsoll: does-not-exist.yaml: no such file or folder; check the path");
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
