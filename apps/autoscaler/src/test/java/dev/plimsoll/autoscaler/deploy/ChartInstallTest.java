package dev.plimsoll.autoscaler.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.marcnuri.helm.Helm;
import dev.plimsoll.autoscaler.TestCluster;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Helm puts the chart on our API server over TLS, changes it and takes it away; the kinds stay, and with them all objects. */
// Acceptance of the autoscaler: chart
class ChartInstallTest {
    private final TestCluster cluster = new TestCluster();

    @AfterEach
    void close() {
        cluster.close();
    }

    private Optional<ObjectNode> find(JsonNode document) {
        var kind = document.path("kind").asText();
        var version = document.path("apiVersion").asText();
        var slash = version.indexOf('/');
        var namespace = document.at("/metadata/namespace").asText();
        // None of the chart's kinds has an irregular plural.
        var resource = new ApiResource(
                slash < 0 ? "" : version.substring(0, slash),
                version.substring(slash + 1),
                kind.toLowerCase(Locale.ROOT) + "s",
                kind,
                !namespace.isEmpty(),
                "");
        var name = document.at("/metadata/name").asText();
        return cluster.client
                .get(resource, namespace.isEmpty() ? ObjectName.ofCluster(name) : new ObjectName(namespace, name))
                .done();
    }

    private List<JsonNode> there(List<JsonNode> documents) {
        return documents.stream().filter(document -> find(document).isPresent()).toList();
    }

    private Optional<ObjectNode> deployment(String name) {
        return find(Manifests.named(Chart.withoutJobs(), "Deployment", name));
    }

    @Test
    void theChartIsInstalledChangedAndRemoved() throws IOException {
        var helm = Chart.helm();
        var definitions = Manifests.read(Chart.FOLDER.resolve("crds/crds.yaml"));
        var install = helm.install()
                .withName(Chart.RELEASE)
                .withNamespace(Chart.NAMESPACE)
                .withKubeConfigContents(cluster.kubeconfig());
        Chart.WITHOUT_JOBS.forEach(install::set);
        var installed = install.call();
        assertThat(installed.getStatus()).isEqualTo("deployed");
        assertThat(there(Chart.withoutJobs())).isEqualTo(Chart.withoutJobs());
        assertThat(there(definitions)).isEqualTo(definitions);

        var upgrade = helm.upgrade()
                .withName(Chart.RELEASE)
                .withNamespace(Chart.NAMESPACE)
                .withKubeConfigContents(cluster.kubeconfig())
                .set("updater.enabled", "false")
                .set("recommender.replicas", "3");
        Chart.WITHOUT_JOBS.forEach(upgrade::set);
        var upgraded = upgrade.call();
        assertThat(upgraded.getRevision()).isEqualTo("2");
        assertThat(deployment("vpa-updater")).isEmpty();
        assertThat(deployment("vpa-recommender")
                        .orElseThrow()
                        .at("/spec/replicas")
                        .asInt())
                .isEqualTo(3);

        Helm.uninstall(Chart.RELEASE)
                .withNamespace(Chart.NAMESPACE)
                .withKubeConfigContents(cluster.kubeconfig())
                .call();
        assertThat(there(Chart.withoutJobs())).isEmpty();
        assertThat(there(definitions)).isEqualTo(definitions);
    }
}
