package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.plimsoll.cli.simulate.SampleCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nodes that do not publish what their CPU, memory and topology managers have: settings that are given, and NodeResourceTopology objects. */
// Acceptance of simulate: node-managers
class NodeManagersSimulationTest extends CommandLineTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String SETTINGS = """
            apiVersion: kubelet.config.k8s.io/v1beta1
            kind: KubeletConfiguration
            cpuManagerPolicy: static
            reservedSystemCPUs: "0"
            topologyManagerPolicy: single-numa-node
            """;

    @TempDir
    private Path folder;

    private String file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toString();
    }

    private static String guaranteed(String cpu) {
        return """
                {"requests":{"cpu":"%1$s","memory":"1Gi"},"limits":{"cpu":"%1$s","memory":"1Gi"}}""".formatted(cpu);
    }

    private static String topology(String node, String attributes) {
        return """
                {"apiVersion":"topology.node.k8s.io/v1alpha2","kind":"NodeResourceTopology","metadata":{"name":"%s"},
                "attributes":[%s],"zones":[
                {"name":"node-0","type":"Node","resources":[{"name":"cpu","capacity":"4","allocatable":"3","available":"3"},
                {"name":"memory","capacity":"16Gi","allocatable":"16Gi","available":"16Gi"}],
                "costs":[{"name":"node-0","value":10},{"name":"node-1","value":20}]},
                {"name":"node-1","type":"Node","resources":[{"name":"cpu","capacity":"4","allocatable":"4","available":"4"},
                {"name":"memory","capacity":"16Gi","allocatable":"16Gi","available":"16Gi"}],
                "costs":[{"name":"node-0","value":20},{"name":"node-1","value":10}]}]}""".formatted(node, attributes);
    }

    private JsonNode simulate(SampleCluster cluster, String cpu, String... more) throws IOException {
        return simulateWith(cluster, guaranteed(cpu), more);
    }

    private JsonNode simulateWith(SampleCluster cluster, String resources, String... more) throws IOException {
        var arguments = new ArrayList<>(List.of(
                "simulate",
                "--snapshot",
                file("cluster.json", cluster.list().replace("Burstable", "Guaranteed")),
                "-f",
                file("new.json", SampleCluster.deploymentText("default", "pinned", 1, resources)),
                "-o",
                "json"));
        arguments.addAll(List.of(more));
        var ran = run(arguments.toArray(String[]::new));
        assertThat(ran.errors()).isEmpty();
        return JSON.readTree(ran.out());
    }

    private static SampleCluster oneNode() {
        return new SampleCluster().namespace("default").node("n1", "8", "32Gi");
    }

    @Test
    @DisplayName("without settings a node is taken to have no managers, and that is said")
    void unknown() throws IOException {
        var document = simulate(oneNode(), "5");
        assertThat(document.at("/pods/0/change").asText()).isEqualTo("Added");
        assertThat(document.at("/pods/0/because").toString()).contains("node-managers");
    }

    @Test
    @DisplayName("a pod that no NUMA node has enough CPUs for is refused by its node")
    void refused() throws IOException {
        var settings = file("kubelet.yaml", SETTINGS);
        var zoned = simulate(oneNode().add(topology("n1", "")), "5", "--kubelet-config", settings);
        assertThat(zoned.at("/pods/0/change").asText()).isEqualTo("Refused");
        assertThat(zoned.at("/pods/0/message").asText()).contains("TopologyAffinityError");
        assertThat(zoned.at("/pods/0/certainty").asText()).isEqualTo("assumed");
        assertThat(zoned.at("/pods/0/because").toString()).contains("assigned-cpus");
        assertThat(simulate(oneNode().add(topology("n1", "")), "4", "--kubelet-config", settings)
                        .at("/pods/0/change")
                        .asText())
                .isEqualTo("Added");
        var whole = simulate(oneNode(), "5", "--kubelet-config", settings);
        assertThat(whole.at("/pods/0/change").asText())
                .as("one NUMA node of eight CPUs")
                .isEqualTo("Added");
        assertThat(whole.at("/pods/0/because").toString()).contains("one-zone");
    }

    @Test
    @DisplayName("pods that run have CPUs of their own, in the order in which they were started")
    void running() throws IOException {
        var cluster = oneNode().add(topology("n1", "")).deployment("default", "web", guaranteed("3"), "n1", "n1");
        var document = simulate(cluster, "2", "--kubelet-config", file("kubelet.yaml", SETTINGS));
        assertThat(document.at("/pods/0/change").asText())
                .as("three of four CPUs are taken on one NUMA node, and three of three on the other")
                .isEqualTo("Refused");
    }

    @Test
    @DisplayName("policies that a NodeResourceTopology tells of count where no settings are given")
    void published() throws IOException {
        var attributes = """
                {"name":"topologyManagerPolicy","value":"single-numa-node"},
                {"name":"topologyManagerScope","value":"pod"}""";
        var document = simulate(oneNode().add(topology("n1", attributes)), "5");
        assertThat(document.at("/pods/0/change").asText()).isEqualTo("Refused");
    }

    @Test
    @DisplayName("settings that are none, or that do not suit the nodes, are said")
    void wrong() throws IOException {
        var cluster = file("cluster.json", oneNode().list());
        var other = run(
                "simulate",
                "--snapshot",
                cluster,
                "--kubelet-config",
                file("other.yaml", "apiVersion: v1\nkind: Other\n"));
        assertThat(other.exit()).isEqualTo(2);
        assertThat(other.errors()).contains("other.yaml", "KubeletConfiguration");
        var reserved = SETTINGS.replace("\"0\"", "\"99\"");
        var ran = run("simulate", "--snapshot", cluster, "--kubelet-config", file("much.yaml", reserved));
        assertThat(ran.errors()).contains("the kubelet settings do not suit it").contains("99");
    }

    @Test
    @DisplayName("memory that the kubelet reserves on a NUMA node is not given to pods")
    void reservedMemory() throws IOException {
        var large = guaranteed("1").replace("1Gi", "13Gi");
        var cluster = oneNode().add(topology("n1", ""));
        var memory = SETTINGS + "memoryManagerPolicy: Static\n";
        var little = file("little.yaml", memory + "reservedMemory: [{numaNode: 0, limits: {memory: 1Gi}}]\n");
        assertThat(simulateWith(cluster, large, "--kubelet-config", little)
                        .at("/pods/0/change")
                        .asText())
                .isEqualTo("Added");
        var much = file("much.yaml", memory + """
                reservedMemory:
                - {numaNode: 0, limits: {memory: 4Gi}}
                - {numaNode: 1, limits: {memory: 4Gi}}
                """);
        assertThat(simulateWith(cluster, large, "--kubelet-config", much)
                        .at("/pods/0/change")
                        .asText())
                .isEqualTo("Refused");
    }
}
