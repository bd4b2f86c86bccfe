package dev.plimsoll.autoscaler;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.autoscaler.cluster.AutoscalerResources;
import dev.plimsoll.autoscaler.cluster.DefinitionCheck;
import dev.plimsoll.autoscaler.recommender.RecommenderSettings;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.ObjectSelection;
import dev.plimsoll.client.Patch;
import dev.plimsoll.codec.manifest.Loaded;
import dev.plimsoll.codec.manifest.Manifest;
import dev.plimsoll.codec.manifest.ManifestLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Our manifests over those of another vertical pod autoscaler with the same names, and back: what the guide says of it. The other one has a
 * definition without our fields and images of its own.
 */
// Acceptance of the autoscaler: migration
class MigrationTest {
    private static final Path FOLDER = Path.of("../../deploy/autoscaler");
    private static final ApiResource DEPLOYMENTS = ApiResource.namespaced("apps", "v1", "deployments", "Deployment");
    private static final ApiResource DEFINITIONS = ApiResource.clustered(
            "apiextensions.k8s.io", "v1", "customresourcedefinitions", "CustomResourceDefinition");
    private static final ObjectName DEFINITION = ObjectName.ofCluster("verticalpodautoscalers.autoscaling.k8s.io");
    private static final List<String> PROGRAMS = List.of("vpa-recommender", "vpa-updater", "vpa-admission-controller");

    private final TestCluster cluster = new TestCluster();

    @AfterEach
    void close() {
        cluster.close();
    }

    private static List<ObjectNode> ours() {
        var all = new ArrayList<ObjectNode>();
        for (var file : List.of("crds.yaml", "rbac.yaml", "deployments.yaml")) {
            var loaded = (Loaded.Documents) new ManifestLoader().load(FOLDER.resolve(file));
            loaded.manifests().stream().map(Manifest::document).forEach(all::add);
        }
        return all;
    }

    /** The same without what is ours alone. */
    private static List<ObjectNode> theirs() {
        var all = new ArrayList<ObjectNode>();
        for (var document : ours()) {
            if (document.at("/metadata/name").asText().startsWith("plimsoll:")) continue;
            for (var version : document.at("/spec/versions")) {
                for (var field : List.of("podPolicies", "maxAllowedScope", "summary", "podRecommendation")) {
                    version.findParents(field).forEach(parent -> ((ObjectNode) parent).remove(field));
                }
            }
            for (var container : document.at("/spec/template/spec/containers")) {
                ((ObjectNode) container).put("image", "theirs:1");
                ((ObjectNode) container).remove(List.of("args", "command"));
            }
            all.add(document);
        }
        return all;
    }

    private void apply(List<ObjectNode> documents) {
        for (var document : documents) {
            var kind = document.path("kind").asText();
            var version = document.path("apiVersion").asText();
            var slash = version.indexOf('/');
            var name = ObjectName.of(document);
            var resource = new ApiResource(
                    slash < 0 ? "" : version.substring(0, slash),
                    version.substring(slash + 1),
                    kind.toLowerCase(Locale.ROOT) + "s",
                    kind,
                    !name.namespace().isEmpty(),
                    "");
            assertThat(cluster.client
                            .patch(resource, name, new Patch.Apply(document, "kubectl", true))
                            .problem())
                    .as("%s %s", kind, name)
                    .isEmpty();
        }
    }

    /** The uids of all that must survive. */
    private Map<String, String> identities() {
        var uids = new TreeMap<String, String>();
        uids.put("definition", uid(DEFINITIONS, DEFINITION));
        for (var program : PROGRAMS) uids.put(program, uid(DEPLOYMENTS, new ObjectName("kube-system", program)));
        uids.put("vpa", uid(AutoscalerResources.VPAS, new ObjectName("default", "web")));
        uids.put("checkpoint", uid(AutoscalerResources.CHECKPOINTS, new ObjectName("default", "web-app")));
        return uids;
    }

    private String uid(ApiResource resource, ObjectName name) {
        return cluster.client
                .get(resource, name)
                .done()
                .orElseThrow()
                .at("/metadata/uid")
                .asText();
    }

    private List<String> images() {
        return PROGRAMS.stream()
                .map(program -> cluster.client
                        .get(DEPLOYMENTS, new ObjectName("kube-system", program))
                        .done()
                        .orElseThrow()
                        .at("/spec/template/spec/containers/0/image")
                        .asText())
                .toList();
    }

    private void workload() {
        cluster.deployment(1);
        cluster.vpa("InPlaceOrRecreate", "{\"containerPolicies\":[{\"containerName\":\"proxy\",\"mode\":\"Off\"}]}");
        cluster.upstreamCheckpoint();
        cluster.pod("web-1-a", "", "[{\"name\":\"app\",\"image\":\"i\"},{\"name\":\"proxy\",\"image\":\"i\"}]");
        cluster.running("web-1-a", "[]");
    }

    private JsonNode checkpoint() {
        return cluster.client
                .get(AutoscalerResources.CHECKPOINTS, new ObjectName("default", "web-app"))
                .done()
                .orElseThrow();
    }

    @Test
    @DisplayName(
            "there and back, definition, objects, checkpoints and programs are the same objects, and histories go on")
    void thereAndBack() throws InterruptedException {
        cluster.node();
        apply(theirs());
        workload();
        var before = identities();
        var names = new ArrayList<String>();
        checkpoint().path("status").fieldNames().forEachRemaining(names::add);
        assertThat(new DefinitionCheck(cluster.client).run().problem())
                .as("a definition without our fields is noticed at the start")
                .contains("spec.resourcePolicy.podPolicies");

        apply(ours());
        assertThat(identities()).isEqualTo(before);
        assertThat(images()).doesNotContain("theirs:1");
        assertThat(new DefinitionCheck(cluster.client).run().problem()).isEmpty();
        cluster.started();
        new Parts(cluster).recommender(RecommenderSettings.DEFAULT).runOnce();
        assertThat(cluster.vpaStatus()
                        .at("/recommendation/containerRecommendations/0/target/cpu")
                        .asText())
                .as("from their checkpoint")
                .isEqualTo("587m");

        apply(theirs());
        assertThat(identities()).isEqualTo(before);
        assertThat(images()).containsOnly("theirs:1");
        assertThat(checkpoint().at("/status/version").asText()).isEqualTo("v3");
        assertThat(checkpoint().path("status").fieldNames()).toIterable().containsExactlyInAnyOrderElementsOf(names);
        assertThat(cluster.client
                        .listAll(AutoscalerResources.CHECKPOINTS, ObjectSelection.ALL, 10)
                        .done()
                        .orElseThrow()
                        .items())
                .as("no checkpoint that the other one would take for a container")
                .hasSize(1);
        assertThat(cluster.vpaStatus().at("/recommendation/containerRecommendations"))
                .hasSize(1);
    }
}
