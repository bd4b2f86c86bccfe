package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.plimsoll.autoscaler.cluster.AutoscalerResources;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.ObjectSelection;
import dev.plimsoll.client.Patch;
import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.ClusterLog;
import dev.plimsoll.cluster.ClusterPlan;
import dev.plimsoll.cluster.NodeGroup;
import dev.plimsoll.core.topology.machine.MachineNotation;
import dev.plimsoll.fakes.client.Observed;
import dev.plimsoll.fakes.prometheus.FakePrometheus;
import dev.plimsoll.fakes.prometheus.FakePrometheus.Series;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** A report over a cluster that runs, by live use, by a Prometheus, and by what autoscalers recommend. */
@Tag(ProgramCommand.TAG)
@Timeout(300)
class RecommendCommandTest extends CommandLineTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final long GIB = 1L << 30;

    @TempDir
    private Path folder;

    private static void made(ApiClient client, ApiResource resource, String text) {
        var object = ClientJson.read(text.getBytes(StandardCharsets.UTF_8)).orElseThrow();
        assertThat(client.create(resource, object).problem()).isEmpty();
    }

    private static void deployment(ApiClient client, String name, int replicas, String podResources) {
        made(client, ApiResource.DEPLOYMENTS, """
                {"metadata":{"namespace":"default","name":"%1$s"},"spec":{"replicas":%2$d,
                "selector":{"matchLabels":{"app":"%1$s"}},"template":{"metadata":{"labels":{"app":"%1$s"}},"spec":{%3$s
                "containers":[{"name":"app","image":"i","resources":{"requests":{"cpu":"2","memory":"1Gi"}}},
                {"name":"log","image":"i","resources":{"requests":{"cpu":"100m"},"limits":{"memory":"512Mi"}}}]}}}}""".formatted(name, replicas, podResources));
    }

    private static void vpa(ApiClient client, String target, String podPolicies) {
        made(client, AutoscalerResources.VPAS, """
                {"apiVersion":"autoscaling.k8s.io/v1","kind":"VerticalPodAutoscaler",
                "metadata":{"namespace":"default","name":"%1$s"},"spec":{"targetRef":{"apiVersion":"apps/v1",
                "kind":"Deployment","name":"%1$s"},"updatePolicy":{"updateMode":"Off"},
                "resourcePolicy":{"containerPolicies":[{"containerName":"log","maxAllowed":{"cpu":"90m"}}]%2$s}}}""".formatted(target, podPolicies));
    }

    /** Use that goes up and down: 48 hours of a seed. */
    private static Series series(String namespace, String pod, String container, String app, long seed) {
        var random = new Random(seed);
        var cpu = new double[1000];
        var memory = new long[1000];
        for (var i = 0; i < cpu.length; i++) {
            cpu[i] = 0.05 + random.nextDouble();
            memory[i] = GIB / 4 + random.nextLong(GIB);
        }
        return new Series(
                namespace,
                pod,
                container,
                Map.of("app", app),
                seconds -> Double.toString(cpu[(int) (seconds / 3600 % cpu.length)]),
                seconds -> Long.toString(memory[(int) (seconds / 3600 % memory.length)]));
    }

    private String kubeconfig(Cluster cluster) throws Exception {
        return Files.writeString(folder.resolve("admin.conf"), cluster.kubeconfig())
                .toString();
    }

    private static JsonNode workload(JsonNode report, String name) {
        for (var workload : report.path("workloads")) {
            if (workload.path("name").asText().equals(name)) return workload;
        }
        throw new AssertionError("no " + name + " in " + report);
    }

    @Test
    void theRecommenderAndTheReportSayTheSameOfTheSameHistory() throws Exception {
        // Without nodes there is no live use, so that the recommender knows the history alone.
        try (var cluster = Cluster.start(ClusterPlan.ephemeral(List.of()).withAutoscalerSpeed(0), ClusterLog.SILENT);
                var pods = new Observed(cluster.client(), ApiResource.PODS);
                var objects = new Observed(cluster.client(), AutoscalerResources.VPAS)) {
            var client = cluster.client();
            deployment(client, "web", 2, "");
            deployment(client, "whole", 1, "\"resources\":{\"requests\":{\"cpu\":\"3\",\"memory\":\"3Gi\"}},");
            deployment(client, "peaks", 1, "\"resources\":{\"requests\":{\"cpu\":\"3\",\"memory\":\"3Gi\"}},");
            vpa(client, "web", "");
            vpa(client, "whole", "");
            vpa(client, "peaks", ",\"podPolicies\":{\"mode\":\"Auto\",\"estimator\":\"Whole\"}");
            pods.awaitAll("four pods", list -> list.size() == 4);
            var history = new ArrayList<Series>();
            var seed = 1;
            for (var pod : pods.all()) {
                var app = pod.at("/metadata/labels/app").asText();
                for (var container : List.of("app", "log")) {
                    history.add(series("default", pod.at("/metadata/name").asText(), container, app, seed++));
                }
            }
            history.add(series("default", "web-7d9c5b4f6d-x2k9z", "app", "web", seed));
            var config = kubeconfig(cluster);
            try (var prometheus = new FakePrometheus(history);
                    var recommender = Program.start(
                            "autoscaler",
                            "recommender",
                            "--kubeconfig=" + config,
                            "--storage=prometheus",
                            "--prometheus-address=" + prometheus.address(),
                            "--feature-gates=PodLevelResources=true",
                            "--recommender-interval=1s",
                            "--address=127.0.0.1:0")) {
                objects.awaitAll(
                        "all have a recommendation",
                        list -> list.stream()
                                        .filter(each -> each.at("/status/recommendation")
                                                        .size()
                                                > 0)
                                        .count()
                                == 3);
                var report = run(
                        "recommend",
                        "--kubeconfig",
                        config,
                        "--prometheus",
                        prometheus.address().toString(),
                        "-o",
                        "json");
                assertThat(report.exit()).as(report.errors()).isZero();
                assertThat(recommender.stop()).isNotNegative();
                var document = JSON.readTree(report.out());
                for (var name : List.of("web", "whole", "peaks")) {
                    var status = client.get(AutoscalerResources.VPAS, new ObjectName("default", name))
                            .done()
                            .orElseThrow()
                            .at("/status/recommendation");
                    var ours = workload(document, name);
                    for (var container : status.path("containerRecommendations")) {
                        var same = find(
                                ours.path("containers"),
                                container.path("containerName").asText());
                        for (var part : List.of("target", "lowerBound", "upperBound")) {
                            assertThat(same.path("recommendation").path(part))
                                    .as(name + " " + part)
                                    .isEqualTo(container.path(part));
                        }
                    }
                    if (!name.equals("web")) {
                        assertThat(ours.at("/podRecommendation/target"))
                                .isEqualTo(status.at("/podRecommendation/target"));
                        assertThat(ours.path("level").asText()).isEqualTo("pod");
                    }
                }
                var published = run("recommend", "--kubeconfig", config, "--from-vpa", "-o", "json");
                assertThat(published.exit()).as(published.errors()).isZero();
                var taken = JSON.readTree(published.out());
                for (var name : List.of("web", "whole", "peaks")) {
                    assertThat(workload(taken, name).path("recommended"))
                            .isEqualTo(workload(document, name).path("recommended"));
                }
            }
        }
    }

    private static JsonNode find(JsonNode list, String name) {
        for (var each : list) if (each.path("name").asText().equals(name)) return each;
        throw new AssertionError("no " + name + " in " + list);
    }

    /** Nodes measure from time to time, and metrics cannot be watched. */
    private static void awaitMetrics(ApiClient client, int pods) {
        var end = System.nanoTime() + Duration.ofMinutes(2).toNanos();
        while (client.listAll(AutoscalerResources.POD_METRICS, ObjectSelection.ALL, 100)
                        .done()
                        .orElseThrow()
                        .items()
                        .size()
                < pods) {
            assertThat(System.nanoTime()).as("metrics of pods are late").isLessThan(end);
            LockSupport.parkNanos(10_000_000);
        }
    }

    @Test
    void aClusterIsReportedInEveryFormAndFilesAreWrittenThatItTakes() throws Exception {
        var nodes = List.of(NodeGroup.of("node", 2, MachineNotation.literal("1s1n8c1t,memory=16Gi")));
        try (var cluster = Cluster.start(ClusterPlan.ephemeral(nodes).withAutoscalerSpeed(0), ClusterLog.SILENT);
                var pods = new Observed(cluster.client(), ApiResource.PODS)) {
            var client = cluster.client();
            deployment(client, "web", 2, "");
            pods.awaitAll(
                    "two pods run",
                    all -> all.stream()
                                    .filter(pod ->
                                            pod.at("/status/phase").asText().equals("Running"))
                                    .count()
                            == 2);
            awaitMetrics(client, 2);
            var config = kubeconfig(cluster);
            var vpas = folder.resolve("vpas");
            var patches = folder.resolve("patches");
            var table = run(
                    "recommend",
                    "--kubeconfig",
                    config,
                    "--cost",
                    "cpu=0.0316,memory=0.0042",
                    "--currency",
                    "$",
                    "--containers",
                    "--write-vpa",
                    vpas.toString(),
                    "--write-patches",
                    patches.toString());
            assertThat(table.exit()).as(table.errors()).isZero();
            assertThat(table.out())
                    .contains("use at this moment")
                    .containsPattern("waste +[0-9.]+ cores +[0-9.]+ GiB +\\$[0-9.,]+ a month")
                    .containsPattern("default +deployment/web +2 +container +4200m ")
                    .containsPattern("\n +app +2 ")
                    .contains("the pod as a whole");
            assertThat(table.errors())
                    .contains("1 VerticalPodAutoscalers written to")
                    .contains("1 patches written to");

            var csv = run("recommend", "--kubeconfig", config, "-n", "default", "-o", "csv")
                    .out();
            assertThat(csv.lines().toList()).hasSize(4).allMatch(line -> line.split(",", -1).length == 22);
            assertThat(csv).contains("default,Deployment,web,,2,container,4.200,");
            var html = run("recommend", "--kubeconfig", config, "-o", "html").out();
            assertThat(html)
                    .startsWith("<!doctype html>")
                    .contains("deployment/web")
                    .doesNotContain("@ROWS@", "http-equiv", "src=", "href=");

            // The API server is the judge of what was written.
            made(client, AutoscalerResources.VPAS, json(vpas.resolve("default/deployment-web.yaml")));
            var patch = json(patches.resolve("default/deployment-web.yaml"));
            var patched = client.patch(
                    ApiResource.DEPLOYMENTS,
                    new ObjectName("default", "web"),
                    new Patch.Strategic(ClientJson.read(patch.getBytes(StandardCharsets.UTF_8))
                            .orElseThrow()));
            assertThat(patched.problem()).isEmpty();
            assertThat(patched.done()
                            .orElseThrow()
                            .at("/spec/template/spec/containers/0/resources/requests/cpu")
                            .asText())
                    .isNotEqualTo("2")
                    .isNotEmpty();
            assertThat(run("recommend", "--kubeconfig", config, "--from-vpa").out())
                    .as("an object of which nobody has recommended yet")
                    .containsPattern("deployment/web.* none");

            assertThat(run("recommend", "--kubeconfig", config, "-n", "nowhere").errors())
                    .contains("there is no pod in namespace nowhere; see the whole cluster without -n");
            assertThat(run("recommend", "--kubeconfig", config, "--cost", "cpu=x")
                            .errors())
                    .contains("--cost cpu=x: write what a core and a GiB cost for an hour");
            assertThat(run("recommend", "--kubeconfig", config, "--prometheus", "prometheus")
                            .errors())
                    .contains("--prometheus prometheus: no address; write one such as http://prometheus:9090");
            assertThat(run("recommend", "--kubeconfig", config, "--prometheus", "http://127.0.0.1:1")
                            .errors())
                    .contains(
                            "http://127.0.0.1:1/api/v1/query_range: no answer: nobody listens there; check the address")
                    .doesNotContain("Exception");
            try (var broken = new FakePrometheus(List.of())) {
                broken.fail("query processing would load too many samples into memory");
                var failed = run(
                        "recommend",
                        "--kubeconfig",
                        config,
                        "--prometheus",
                        broken.address().toString());
                assertThat(failed.exit()).isEqualTo(2);
                assertThat(failed.errors()).contains("HTTP 503: query processing would load too many samples");
            }
        }
    }

    private static String json(Path yaml) throws Exception {
        var settings = LoadSettings.builder().build();
        return JSON.writeValueAsString(new Load(settings).loadFromString(Files.readString(yaml)));
    }
}
