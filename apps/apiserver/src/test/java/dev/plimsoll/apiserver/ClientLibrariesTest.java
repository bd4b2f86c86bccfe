package dev.plimsoll.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.store.embedded.EmbeddedStore;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

// Acceptance of Kubernetes clients: client-libraries
/** The two client libraries of the Java world do the same work against the server, on each store. */
class ClientLibrariesTest {
    @TempDir
    private Path folder;

    private interface Scenario {
        void run(String kubeconfig) throws Exception;
    }

    private static void against(TestServer server, Scenario scenario) throws Exception {
        try (server) {
            assertThat(server.post(
                                    "/api/v1/nodes",
                                    "{\"metadata\":{\"name\":\"n\"},\"status\":{\"allocatable\":{\"cpu\":\"8\",\"memory\":\"8Gi\"},"
                                            + "\"declaredFeatures\":[\"InPlacePodLevelResourcesVerticalScaling\"]}}")
                            .status())
                    .isEqualTo(201);
            scenario.run(server.server().kubeconfig("admin", TestServer.TOKEN));
            assertThat(server.defects()).isEmpty();
        }
    }

    private void onEmbedded(Scenario scenario) throws Exception {
        against(TestServer.secureOn(EmbeddedStore.open(folder.resolve("store"))), scenario);
    }

    private void onEtcd(Scenario scenario) throws Exception {
        Assumptions.assumeTrue(LocalEtcd.isInstalled(), "no etcd on the PATH");
        try (var etcd = LocalEtcd.start(folder)) {
            against(TestServer.secureOn(etcd.open()), scenario);
        }
    }

    @Test
    void fabric8OnTheEmbeddedStore() throws Exception {
        onEmbedded(Fabric8Scenario::run);
    }

    @Test
    void fabric8OnEtcd() throws Exception {
        onEtcd(Fabric8Scenario::run);
    }

    @Test
    void theOfficialClientOnTheEmbeddedStore() throws Exception {
        onEmbedded(OfficialScenario::run);
    }

    @Test
    void theOfficialClientOnEtcd() throws Exception {
        onEtcd(OfficialScenario::run);
    }
}
