package dev.plimsoll.integration.controllers;

import static dev.plimsoll.integration.controllers.Cluster.text;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.DeleteOptions;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.Patch;
import dev.plimsoll.controllers.ControllerSettings;
import dev.plimsoll.controllers.Controllers;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

// Acceptance of Kubernetes clients: root-ca
/** The certificates by which pods know the API server, in every namespace. */
class RootCertificatesTest extends OneCluster {
    private static final String NAME = "kube-root-ca.crt";

    @Override
    Controllers begun() {
        return cluster.controllers(ControllerSettings.DEFAULT.withRootCertificates("PEM"));
    }

    private String published(String namespace, String unlike) throws InterruptedException {
        var map = cluster.seen(ApiResource.CONFIG_MAPS)
                .await(
                        NAME + " in " + namespace,
                        each -> text(each, "/metadata/name").equals(NAME)
                                && text(each, "/metadata/namespace").equals(namespace)
                                && text(each, "/data/ca.crt").equals("PEM")
                                && !text(each, "/metadata/uid").equals(unlike));
        assertThat(text(map, "/metadata/annotations/kubernetes.io~1description"))
                .startsWith("Contains a CA bundle");
        return text(map, "/metadata/uid");
    }

    @Test
    @DisplayName("every namespace has them, old or new, and gets them back when somebody changes or deletes them")
    void everyNamespace() throws Exception {
        for (var namespace : new String[] {"default", "kube-system", "kube-public", "kube-node-lease"})
            published(namespace, "");
        cluster.create(ApiResource.NAMESPACES, "{\"metadata\":{\"name\":\"team\"}}");
        var first = published("team", "");
        var name = new ObjectName("team", NAME);
        Cluster.done(cluster.client().delete(ApiResource.CONFIG_MAPS, name, new DeleteOptions(-1, first, "", "")));
        var second = published("team", first);
        assertThat(second).isNotEqualTo(first);
        var changed = Cluster.done(cluster.client()
                .patch(
                        ApiResource.CONFIG_MAPS,
                        name,
                        new Patch.Merge(Cluster.json("{\"data\":{\"ca.crt\":\"other\",\"more\":\"x\"}}"))));
        cluster.seen(ApiResource.CONFIG_MAPS)
                .await(
                        "restored",
                        each -> text(each, "/metadata/uid").equals(second)
                                && version(each) > version(changed)
                                && text(each, "/data/ca.crt").equals("PEM")
                                && !each.path("data").has("more"));
        delete(ApiResource.NAMESPACES, "team", "");
        untilGone(ApiResource.NAMESPACES, "team");
    }

    private static long version(JsonNode object) {
        return Long.parseLong(text(object, "/metadata/resourceVersion"));
    }
}
