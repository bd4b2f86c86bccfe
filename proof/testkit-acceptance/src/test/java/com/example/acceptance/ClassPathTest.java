package com.example.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.testkit.client.PlimsollCluster;
import dev.plimsoll.testkit.client.TestCluster;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.Version;
import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What the kit brings onto a class path, and what it leaves to the project. */
// Acceptance of the test kit: classpath-clean, client-versions, client-official, client-missing
@PlimsollCluster(nodes = 2)
class ClassPathTest {
    @Test
    void noBindingOfLogsAndNoServerOfOthers() {
        var names = Isolated.classPath().stream().map(file -> file.getFileName().toString()).collect(Collectors.toList());
        assertThat(names).anyMatch(name -> name.startsWith(System.getProperty("acceptance.kit")));
        for (var unwanted : List.of("slf4j-nop", "slf4j-simple", "logback", "grpc-", "sqlite", "jetcd"))
            assertThat(names).noneMatch(name -> name.startsWith(unwanted));
        // What the client of the project brings of Netty is of one version.
        assertThat(names.stream()
                        .filter(name -> name.startsWith("netty-") && !name.startsWith("netty-tcnative"))
                        .map(name -> name.replaceAll("^[a-z0-9-]*-(\\d[\\d.]*Final).*", "$1"))
                        .distinct())
                .hasSizeLessThan(2);
    }

    @Test
    void theClientIsTheOneOfTheProject(KubernetesClient kubernetes) {
        assertThat(Version.clientVersion()).isEqualTo(System.getProperty("acceptance.fabric8"));
        assertThat(kubernetes.nodes().list().getItems()).hasSize(2);
    }

    @Test
    void soIsTheOfficialOne(ApiClient client) throws Exception {
        assertThat(new CoreV1Api(client).listNode().execute().getItems()).hasSize(2);
    }

    /** What {@link #aMissingClientIsNamed} runs, in a class loader without a client library. */
    public static final class WithoutClient implements Callable<String> {
        @Override
        public String call() {
            try (var cluster = TestCluster.builder().start()) {
                assertThat(cluster.kubeconfig()).contains("server: https://127.0.0.1");
                try {
                    cluster.fabric8();
                    return "there is one";
                } catch (IllegalStateException e) {
                    return e.getMessage();
                }
            }
        }
    }

    @Test
    void aMissingClientIsNamed() throws Exception {
        var said = Isolated.call(
                WithoutClient.class, file -> !file.contains("fabric8") && !file.contains("client-java"));
        assertThat(said)
                .contains("the fabric8 client is not on the class path")
                .contains("add io.fabric8:kubernetes-client");
    }
}
