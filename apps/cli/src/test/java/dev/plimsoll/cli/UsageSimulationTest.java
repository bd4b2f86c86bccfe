package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.plimsoll.cli.simulate.SampleCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Recorded use that comes again on a small cluster, asked for as a user does. */
// Acceptance of simulate: recorded-use, consolidation-recommended, forms, same-bytes
class UsageSimulationTest extends CommandLineTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Instant START = Instant.parse("2026-01-20T00:00:00Z");
    private static final long MEBI = 1L << 20;

    @TempDir
    private Path folder;

    private String file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toString();
    }

    private JsonNode simulate(SampleCluster cluster, String usage, String... more) throws IOException {
        var arguments = new ArrayList<String>();
        arguments.add("simulate");
        arguments.add("--snapshot");
        arguments.add(file("cluster.json", cluster.list()));
        arguments.add("--usage");
        arguments.add(file("use.csv", usage));
        arguments.add("-o");
        arguments.add("json");
        arguments.addAll(java.util.List.of(more));
        var ran = run(arguments.toArray(String[]::new));
        assertThat(ran.errors()).isEmpty();
        return JSON.readTree(ran.out());
    }

    /** Two pods of web, every five minutes. */
    private static String recorded(int moments, LongUnaryOperator milliCores, LongUnaryOperator mebi) {
        var text = new StringBuilder("time,namespace,workload,pod,container,cpu,memory\n");
        for (var i = 0; i < moments; i++) {
            for (var pod : new String[] {"a", "b"}) {
                text.append(START.plusSeconds(300L * i))
                        .append(",default,web,web-recorded-")
                        .append(pod)
                        .append(",app,")
                        .append(milliCores.applyAsLong(i))
                        .append("m,")
                        .append(mebi.applyAsLong(i) * MEBI)
                        .append('\n');
            }
        }
        return text.toString();
    }

    private static SampleCluster cluster(String cpu, String resources) {
        return new SampleCluster()
                .namespace("default")
                .node("n1", cpu, "16Gi")
                .node("n2", cpu, "16Gi")
                .deployment("default", "web", resources, "n1", "n2");
    }

    private static final String PLAIN = """
            {"requests":{"cpu":"500m","memory":"256Mi"}}""";

    private static SampleCluster scaled(String cpu) {
        return cluster(cpu, PLAIN).add("""
                {"apiVersion":"autoscaling/v2","kind":"HorizontalPodAutoscaler",
                "metadata":{"namespace":"default","name":"web"},
                "spec":{"scaleTargetRef":{"apiVersion":"apps/v1","kind":"Deployment","name":"web"},
                "minReplicas":2,"maxReplicas":10,"metrics":[{"type":"Resource","resource":{"name":"cpu",
                "target":{"type":"Utilization","averageUtilization":50}}}]}}""");
    }

    private static String vpa(String mode) {
        return """
                {"apiVersion":"autoscaling.k8s.io/v1","kind":"VerticalPodAutoscaler",
                "metadata":{"namespace":"default","name":"web"},
                "spec":{"targetRef":{"apiVersion":"apps/v1","kind":"Deployment","name":"web"},
                "updatePolicy":{"updateMode":"%s"}}}""".formatted(mode);
    }

    private static JsonNode after(JsonNode document) {
        return document.at("/usage/workloads/0/after");
    }

    @Test
    @DisplayName("replicas follow the recorded load, up and, when it is over for long enough, down again")
    void replicas() throws IOException {
        // 250m of 500m is the target; 1000m in all needs four pods.
        var document = simulate(scaled("4"), recorded(40, i -> i < 10 ? 250 : i < 20 ? 500 : 250, i -> 100));
        var steps = after(document).path("steps");
        assertThat(steps).isNotEmpty();
        assertThat(steps.get(0).path("from").asInt()).isEqualTo(2);
        assertThat(steps.get(0).path("time").asText())
                .as("at the sample with more load, in the time of the recording")
                .isEqualTo("2026-01-20T00:50:00Z");
        assertThat(steps.get(0).path("reason").asText()).contains("above target");
        var sizes = steps.findValues("to").stream().map(JsonNode::asInt).toList();
        assertThat(sizes).contains(4).endsWith(2);
        assertThat(after(document).path("finalPods").asInt()).isEqualTo(2);
        assertThat(after(document).path("mostWaiting").asInt()).isZero();
        assertThat(document.path("assumptions").findValuesAsText("id"))
                .contains("recorded-use", "shared-load")
                .doesNotContain("autoscalers");
    }

    @Test
    @DisplayName("replicas that the load asks for and that no node has room for wait, and that is told")
    void noRoom() throws IOException {
        var document = simulate(scaled("1"), recorded(20, i -> i < 10 ? 250 : 900, i -> 100));
        assertThat(after(document).path("mostWaiting").asInt()).isPositive();
        assertThat(document.path("conditions").toString()).contains("waiting");
        var more = SampleCluster.nodeText("spare", "8", "32Gi", "");
        var roomy = simulate(
                scaled("1"),
                recorded(20, i -> i < 10 ? 250 : 900, i -> 100),
                "--add-nodes",
                "1:" + file("node.json", more));
        assertThat(after(roomy).path("mostWaiting").asInt()).isZero();
        assertThat(roomy.at("/usage/workloads/0/before/mostWaiting").asInt())
                .as("without the node more")
                .isPositive();
    }

    private static final String LIMITED = """
            {"requests":{"cpu":"100m","memory":"100Mi"},"limits":{"cpu":"200m","memory":"200Mi"}}""";

    @Test
    @DisplayName("a container that uses more memory than its limit is killed, one that wants more CPU is throttled")
    void limits() throws IOException {
        var document = simulate(cluster("4", LIMITED), recorded(24, i -> 300, i -> i < 12 ? 150 : 250));
        assertThat(after(document).path("oomKills").asInt()).isPositive();
        assertThat(after(document).path("restarts").asInt())
                .isEqualTo(after(document).path("oomKills").asInt());
        assertThat(after(document).path("throttledSeconds").asLong()).isPositive();
        var workload = document.at("/usage/workloads/0");
        assertThat(workload.at("/asked/cpu").asText()).isEqualTo("100m");
        assertThat(workload.at("/recommended/containers/memory").asText()).isNotEqualTo("100Mi");
        var ran = run(
                "simulate",
                "--snapshot",
                folder.resolve("cluster.json").toString(),
                "--usage",
                folder.resolve("use.csv").toString(),
                "--fail-on",
                "killed");
        assertThat(ran.exit()).isOne();
        assertThat(ran.out()).contains("Fails on killed", "OOM KILLS", "Deployment default/web");
    }

    @Test
    @DisplayName("a vertical autoscaler resizes pods in place, and no container is killed any more")
    void inPlace() throws IOException {
        var usage = recorded(12 * 30, i -> 50, i -> 250);
        var alone = simulate(cluster("4", LIMITED), usage);
        var document = simulate(cluster("4", LIMITED).add(vpa("InPlaceOrRecreate")), usage);
        assertThat(after(document).path("resizes").asInt()).isPositive();
        assertThat(after(document).path("evicted").asInt()).isZero();
        assertThat(after(document).path("oomKills").asInt())
                .isLessThan(after(alone).path("oomKills").asInt() / 4);
        assertThat(document.at("/usage/workloads/0/verticalPodAutoscaler").asText())
                .isEqualTo("default/web");
    }

    @Test
    @DisplayName("a recommendation that does not fit is deferred by its node; after a while the pod is evicted")
    void deferred() throws IOException {
        var crowded = new SampleCluster()
                .namespace("default")
                .node("n1", "1", "1Gi")
                .node("n2", "1", "1Gi")
                .deployment("default", "web", LIMITED, "n1", "n2")
                .pod("other1", "n1", 0, """
                        {"requests":{"cpu":"800m","memory":"850Mi"}}""")
                .pod("other2", "n2", 0, """
                        {"requests":{"cpu":"800m","memory":"850Mi"}}""");
        var document = simulate(crowded.add(vpa("InPlaceOrRecreate")), recorded(12 * 30, i -> 50, i -> 250));
        assertThat(after(document).path("deferred").asInt()).isPositive();
        assertThat(after(document).path("evicted").asInt()).isPositive();
        assertThat(after(document).path("mostWaiting").asInt())
                .as("no node has room for the new pod")
                .isPositive();
        assertThat(after(document).path("held").findValuesAsText("reason"))
                .anyMatch(reason -> reason.contains("Node didn't have enough resource"));
    }

    @Test
    @DisplayName("at what is recommended fewer nodes are needed than at what is asked for")
    void consolidation() throws IOException {
        var wasteful = new SampleCluster().namespace("default");
        for (var i = 1; i <= 4; i++) wasteful.node("n" + i, "4", "16Gi");
        var resources = """
                {"requests":{"cpu":"3","memory":"1Gi"}}""";
        wasteful.deployment("default", "web", resources, "n1", "n2", "n3", "n4");
        var document = simulate(wasteful, recorded(12 * 24, i -> 200, i -> 200), "--consolidate");
        assertThat(document.path("consolidation").findValuesAsText("level"))
                .containsExactly("container level as recommended", "pod level as recommended");
        for (var level : document.path("consolidation")) {
            assertThat(level.path("neededNodes").asInt()).isEqualTo(1);
            assertThat(level.path("podsWaiting").asInt()).isZero();
        }
        assertThat(document.path("assumptions").findValuesAsText("id")).doesNotContain("same-amounts");
    }

    @Test
    @DisplayName("every form tells of recorded use, and a hundred shuffled inputs give the same bytes")
    void forms() throws IOException {
        var cluster = file("cluster.json", scaled("1").add(vpa("Off")).list());
        var usage = file("use.csv", recorded(20, i -> i < 10 ? 250 : 900, i -> 100));
        for (var form : new String[] {"table", "yaml", "markdown", "junit", "html"}) {
            var ran =
                    run("simulate", "--snapshot", cluster, "--usage", usage, "-o", form, "--fail-on", "waiting,killed");
            assertThat(ran.exit()).as(form).isOne();
            assertThat(ran.out()).as(form).contains("Deployment default/web");
        }
        var first = run("simulate", "--snapshot", cluster, "--usage", usage, "-o", "json")
                .out();
        for (var i = 0; i < 20; i++) {
            var shuffled = file("shuffled.json", scaled("1").add(vpa("Off")).shuffledList(i));
            assertThat(run("simulate", "--snapshot", shuffled, "--usage", usage, "-o", "json")
                            .out())
                    .isEqualTo(first);
        }
    }

    @Test
    @DisplayName("what cannot be read or belongs to nobody is said")
    void wrong() throws IOException {
        var cluster = file("cluster.json", cluster("4", PLAIN).list());
        var bad = run(
                "simulate",
                "--snapshot",
                cluster,
                "--usage",
                file("bad.csv", "time,pod,container,cpu,memory\nyesterday,web-1,app,1,1\n"));
        assertThat(bad.exit()).isEqualTo(2);
        assertThat(bad.errors()).contains("bad.csv:2: column time");
        var both = run("simulate", "--snapshot", cluster, "--usage", "x.csv", "--prometheus", "http://localhost:1");
        assertThat(both.errors()).contains("give either --usage or --prometheus");
        var strange = file(
                "strange.csv",
                "time,namespace,pod,container,cpu,memory\n2026-01-20T00:00:00Z,elsewhere,web-1,app,1,1\n");
        var ran = run("simulate", "--snapshot", cluster, "--usage", strange);
        assertThat(ran.errors()).contains("1 of 1 recorded containers belong to no workload of the snapshot");
    }
}
