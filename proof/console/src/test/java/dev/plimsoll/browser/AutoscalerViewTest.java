package dev.plimsoll.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.cli.webconsole.PageCommands;
import dev.plimsoll.client.ApiResource;
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
import dev.plimsoll.core.topology.machine.Machine;
import dev.plimsoll.core.topology.machine.MachineNotation;
import dev.plimsoll.objects.autoscaling.vertical.VpaObject;
import dev.plimsoll.runtime.Reporter;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The autoscaler in the console, and the history that is behind its charts. */
// Acceptance of the console: autoscaler, history, recommendation, axe
class AutoscalerViewTest {
    private static final Path PICTURES = Path.of("target/pictures");
    /** A minute of the autoscaler is a third of a second. */
    private static final double SPEED = 180;

    private final List<String> problems = new CopyOnWriteArrayList<>();

    private final Reporter reporter = new Reporter() {
        @Override
        public void tell(String problem) {
            problems.add(problem);
        }

        @Override
        public void defect(String where, RuntimeException exception) {
            problems.add(where + ": " + exception);
        }
    };

    @Test
    @DisplayName(
            "a recommendation moves at pod and container level, survives a restart, and a damaged history is told of and begun anew")
    void recommendations(@TempDir Path folder) throws Exception {
        var program = Browser.program();
        Assumptions.assumeTrue(program.isPresent(), "no chromium on this machine; .ci/tools installs it");
        var file = folder.resolve("console.history");
        var machine = ((Machine.Described.Known) MachineNotation.parse("1s1n8c1t,memory=16Gi")).machine();
        var plan =
                ClusterPlan.ephemeral(List.of(NodeGroup.of("node", 1, machine))).withAutoscalerSpeed(SPEED);
        try (var cluster = Cluster.start(plan, ClusterLog.SILENT);
                var browser = Browser.start(program.get())) {
            create(cluster, ApiResource.DEPLOYMENTS, """
                    {"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"namespace": "default", "name": "shop"}, "spec": {"replicas": 2,
                      "selector": {"matchLabels": {"app": "shop"}}, "template": {"metadata": {"labels": {"app": "shop"}, "annotations": {
                        "simulation.plimsoll.dev/cpu.main": "burst 60m 900m 1s 3s", "simulation.plimsoll.dev/memory.main": "constant 96Mi",
                        "simulation.plimsoll.dev/cpu.side": "constant 5m", "simulation.plimsoll.dev/memory.side": "constant 8Mi"}},
                      "spec": {"resources": {"requests": {"cpu": "20m", "memory": "100Mi"}, "limits": {"cpu": "3", "memory": "200Mi"}},
                        "containers": [{"name": "main", "image": "i", "resources": {"requests": {"cpu": "10m", "memory": "64Mi"}}},
                          {"name": "side", "image": "i"}]}}}}""");
            create(cluster, VpaObject.RESOURCE, """
                    {"apiVersion": "autoscaling.k8s.io/v1", "kind": "VerticalPodAutoscaler", "metadata": {"namespace": "default", "name": "shop"},
                      "spec": {"targetRef": {"apiVersion": "apps/v1", "kind": "Deployment", "name": "shop"}, "updatePolicy": {"updateMode": "Off"}}}""");
            String began;
            try (var console = serve(cluster, file);
                    var tab = browser.open(console.address())) {
                tab.awaitText("Overview");
                tab.press("7");
                tab.awaitText("Autoscalers");
                tab.awaitText("default/shop");
                tab.awaitText("updateMode is Off");
                tab.hash("#/autoscaler/default/shop");
                tab.awaitText("Why it changes no pod now");
                tab.awaitText("Pod level");
                tab.await(
                        "[...document.querySelectorAll('summary')].some(each => Number(each.innerText.split(' ')[1]) >= 8)");
                tab.await("document.querySelectorAll('.chart .line.used[points]:not([points=\"\"])').length > 0");
                began = began(tab);
                pictures(tab, "autoscaler");
                ConsoleTest.assertAccessible(tab);
                tab.hash("#/autoscalers");
                tab.awaitText("default/shop");
                pictures(tab, "autoscalers");
                ConsoleTest.assertAccessible(tab);
            }
            assertThat(problems).isEmpty();
            assertThat(file).isNotEmptyFile();
            try (var console = serve(cluster, file);
                    var tab = browser.open(console.address())) {
                show(tab);
                assertThat(began(tab)).isEqualTo(began);
            }
            var bytes = Files.readAllBytes(file);
            bytes[bytes.length - 1] ^= 1;
            Files.write(file, bytes);
            try (var console = serve(cluster, file);
                    var tab = browser.open(console.address())) {
                show(tab);
                assertThat(began(tab)).isNotEqualTo(began);
            }
            assertThat(problems).singleElement().asString().contains("its checksum is another", "history begins anew");
            assertThat(folder.resolve("console.history.damaged")).exists();
        }
    }

    private static void show(Tab tab) {
        tab.awaitText("Overview");
        tab.hash("#/autoscaler/default/shop");
        tab.await("document.querySelectorAll('.chart').length > 0");
    }

    /** When the first series begins. */
    private static String began(Tab tab) {
        return tab.evaluate("document.querySelectorAll('.chart .tick')[3].textContent")
                .asText();
    }

    private static void pictures(Tab tab, String name) {
        for (var scheme : List.of("light", "dark")) {
            tab.scheme(scheme);
            tab.size(390, 844);
            tab.picture(PICTURES.resolve(name + "-390-" + scheme + ".png"));
            tab.size(1440, 900);
            tab.picture(PICTURES.resolve(name + "-1440-" + scheme + ".png"));
        }
    }

    private ConsoleServer serve(Cluster cluster, Path history) throws IOException {
        return ConsoleServer.start(
                new ConsoleSettings(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                        null,
                        Set.of(),
                        "",
                        SessionKey.random(),
                        history,
                        ""),
                ApiUsers.only(cluster.client()),
                new PageCommands(InstantSource.system()),
                reporter,
                InstantSource.system());
    }

    private static void create(Cluster cluster, ApiResource resource, String document) {
        if (!(new ManifestLoader().read("test", document) instanceof Loaded.Documents(var manifests)))
            throw new AssertionError(document);
        assertThat(cluster.client()
                        .create(resource, manifests.getFirst().document())
                        .problem())
                .isEmpty();
    }
}
