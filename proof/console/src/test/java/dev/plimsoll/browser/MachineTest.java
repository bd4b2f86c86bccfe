package dev.plimsoll.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.cli.webconsole.PageCommands;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.ClusterLog;
import dev.plimsoll.cluster.ClusterPlan;
import dev.plimsoll.cluster.NodeGroup;
import dev.plimsoll.codec.manifest.Loaded;
import dev.plimsoll.codec.manifest.ManifestLoader;
import dev.plimsoll.console.ConsoleServer;
import dev.plimsoll.console.ConsoleSettings;
import dev.plimsoll.console.access.ApiUsers;
import dev.plimsoll.console.access.SessionKey;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.core.topology.ResourceManagers;
import dev.plimsoll.core.topology.machine.Machine;
import dev.plimsoll.core.topology.machine.MachineNotation;
import dev.plimsoll.core.topology.policy.KubeletSettings;
import dev.plimsoll.runtime.Reporter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The map of a machine whose CPUs were given to containers. */
// Acceptance of the console: node-machine, cpu-map
class MachineTest {
    private static final Reporter SILENT = new Reporter() {
        @Override
        public void tell(String problem) {}

        @Override
        public void defect(String where, RuntimeException exception) {
            throw new AssertionError(where, exception);
        }
    };

    @Test
    @DisplayName("CPUs that a container has for itself are in the map and in the table beside it, on one NUMA node")
    void cpuMap() throws Exception {
        var program = Browser.program();
        Assumptions.assumeTrue(program.isPresent(), "no chromium on this machine; .ci/tools installs it");
        var machine =
                ((Machine.Described.Known) MachineNotation.parse("2s2n4c2t,memory=8Gi,hugepages-2Mi=1Gi")).machine();
        var settings = KubeletSettings.DEFAULT
                .withStaticCpus(Quantity.of("1"), Map.of())
                .withAlignment("single-numa-node", "container", Map.of());
        var managers = ((ResourceManagers.Configured.Ready)
                        ResourceManagers.configure(machine, settings, FeatureGates.DEFAULT))
                .resourceManagers();
        var plan =
                ClusterPlan.ephemeral(List.of(NodeGroup.of("node", 1, machine).pinnedBy(managers)));
        try (var cluster = Cluster.start(plan, ClusterLog.SILENT);
                var browser = Browser.start(program.get());
                var console = ConsoleServer.start(
                        new ConsoleSettings(
                                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                                null,
                                Set.of(),
                                "",
                                SessionKey.random(),
                                null,
                                ""),
                        ApiUsers.only(cluster.client()),
                        new PageCommands(InstantSource.system()),
                        SILENT,
                        InstantSource.system());
                var tab = browser.open(console.address())) {
            tab.awaitText("Overview");
            tab.hash("#/node/node-0");
            tab.awaitText("CPU policy static");
            // Of each NUMA node: what is free and what there is for pods.
            tab.await(NUMA + "('0', 'hugepages-2Mi')?.slice(3).join() === '1Gi,1Gi'");
            tab.await(NUMA + "('1', 'memory')?.[4].endsWith('Gi')");
            var before = drawn(tab);
            create(cluster, """
                    {"apiVersion": "v1", "kind": "Pod", "metadata": {"namespace": "default", "name": "fast"}, "spec": {"containers": [
                      {"name": "loop", "image": "a", "resources": {"requests": {"cpu": "6", "memory": "1Gi"}, "limits": {"cpu": "6", "memory": "1Gi"}}}]}}""");
            tab.await("[...document.querySelectorAll('td')].some(each => each.innerText === 'default/fast loop')");
            var cpus = tab.evaluate(
                            "[...document.querySelectorAll('tr')].find(each => each.innerText.includes('default/fast loop')).cells[2].innerText")
                    .asText();
            assertThat(cpus).isEqualTo("1-3,9-11");
            tab.await("document.querySelector('canvas.machine').toDataURL().length !== " + before);
            tab.picture(Path.of("target/pictures/machine-1440-light.png"));
            tab.size(1200, 640);
            tab.evaluate("document.getElementById('h-machine').scrollIntoView()");
            tab.picture(Path.of("target/pictures/guide-node.png"));
        }
    }

    /** The row of the table of NUMA nodes that has a resource of a node; the number of a node stands in its first row. */
    private static final String NUMA = """
            ((node, resource) => {
              let at = '';
              return [...document.querySelectorAll('.machine-box table:last-of-type tbody tr')].map(row => [...row.cells].map(cell => cell.innerText))
                .find(cells => (at = cells[0] || at) === node && cells[2] === resource);
            })""";

    private static int drawn(Tab tab) {
        tab.await("document.querySelector('canvas.machine').width > 0");
        return tab.evaluate("document.querySelector('canvas.machine').toDataURL().length")
                .asInt();
    }

    private static void create(Cluster cluster, String document) {
        if (!(new ManifestLoader().read("test", document) instanceof Loaded.Documents(var manifests)))
            throw new AssertionError(document);
        assertThat(cluster.client()
                        .create(ApiResource.PODS, manifests.getFirst().document()))
                .isInstanceOf(RequestResult.Done.class);
    }
}
