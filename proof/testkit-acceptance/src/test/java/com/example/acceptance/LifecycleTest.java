package com.example.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.testkit.client.ApiResource;
import dev.plimsoll.testkit.client.ClusterScope;
import dev.plimsoll.testkit.client.ClusterTime;
import dev.plimsoll.testkit.client.LocalWebhook;
import dev.plimsoll.testkit.client.NodeFault;
import dev.plimsoll.testkit.client.PlimsollCluster;
import dev.plimsoll.testkit.client.TestCluster;
import dev.plimsoll.testkit.nodes.TestNodeGroup;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Clusters come and go with the classes of a project, and tests leave nothing behind. */
// Acceptance of the test kit: composed, nested, inherited, suite, failed-start, client-close, reset, accounts, webhooks, manifests, names
@LifecycleTest.ClusterOfTheProject
class LifecycleTest {
    @Retention(RetentionPolicy.RUNTIME)
    @PlimsollCluster(nodes = 2, time = ClusterTime.VIRTUAL)
    @interface ClusterOfTheProject {}

    @PlimsollCluster(nodes = 1, scope = ClusterScope.SUITE)
    abstract static class OfAll {
        static String url = "";

        @Test
        void hasTheOneOfTheClassThatItExtends(TestCluster cluster) {
            if (!url.isEmpty()) assertThat(cluster.url()).isEqualTo(url);
            url = cluster.url();
        }
    }

    @Nested
    class First extends OfAll {}

    @Nested
    class Second extends OfAll {}

    private final TestCluster cluster;
    private final KubernetesClient kubernetes;

    LifecycleTest(TestCluster cluster, KubernetesClient kubernetes) {
        this.cluster = cluster;
        this.kubernetes = kubernetes;
    }

    @AfterEach
    void reset() {
        cluster.reset();
    }

    @Nested
    class Inside {
        @Test
        void hasTheOneOfTheClassAround(TestCluster injected) {
            assertThat(injected).isSameAs(cluster);
        }
    }

    @Test
    void anAnnotationOfTheProjectCarriesIt() {
        assertThat(kubernetes.nodes().list().getItems()).hasSize(2);
    }

    private static Set<Thread> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> !thread.isDaemon())
                .collect(Collectors.toSet());
    }

    @Test
    void aStartThatFailsLeavesNothing() {
        var before = threads();
        for (var each : new TestNodeGroup[] {
            TestNodeGroup.of("Not_A_Name", 1, "1s1n2c1t,memory=4Gi"),
            TestNodeGroup.of("small", 1, "1s1n2c1t,memory=4Gi").withLabels("disk=not a value"),
            TestNodeGroup.of("small", 1, "no machine"),
            TestNodeGroup.of("small", 1, "1s1n2c1t,memory=4Gi").withCpuPolicy("dynamic", "1")
        }) {
            assertThatThrownBy(() -> TestCluster.builder().nodeGroup(each).start())
                    .isInstanceOf(IllegalArgumentException.class);
        }
        assertThat(threads()).isSubsetOf(before);
    }

    @Test
    void closingTheInjectedClientDoesNothing() {
        kubernetes.close();
        assertThat(kubernetes.nodes().list().getItems()).hasSize(2);
    }

    @Test
    void resetMakesAllAsItWas() {
        cluster.applyText("apiVersion: v1\nkind: Namespace\nmetadata: {name: shop}\n---\n"
                + "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web, namespace: shop}\nspec:\n"
                + "  replicas: 2\n  selector: {matchLabels: {app: web}}\n"
                + "  template: {metadata: {labels: {app: web}}, spec: {containers: [{name: c, image: i}]}}\n");
        cluster.awaitAny(ApiResource.PODS, "shop", pod -> pod.at("/status/phase").asText().equals("Running"));
        cluster.stopNode("node-1");
        cluster.reset();
        assertThat(kubernetes.pods().inAnyNamespace().list().getItems()).isEmpty();
        assertThat(kubernetes.namespaces().withName("shop").get()).isNull();
        assertThat(kubernetes.namespaces().withName("default").get()).isNotNull();
        cluster.advance(Duration.ofMinutes(1));
        assertThat(cluster.state()).contains("node-1 Ready=True");
    }

    @Test
    void anAccountMayWhatRolesAllow() {
        var operator = cluster.fabric8As("default", "operator");
        assertThatThrownBy(() -> operator.pods().inNamespace("default").list())
                .hasMessageContaining("system:serviceaccount:default:operator")
                .hasMessageContaining("cannot list resource");
        cluster.applyText("apiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nmetadata: {name: reader}\n"
                + "rules: [{apiGroups: [\"\"], resources: [pods], verbs: [list]}]\n---\n"
                + "apiVersion: rbac.authorization.k8s.io/v1\nkind: RoleBinding\nmetadata: {name: reader}\n"
                + "roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: reader}\n"
                + "subjects: [{kind: ServiceAccount, name: operator, namespace: default}]\n");
        assertThat(operator.pods().inNamespace("default").list().getItems()).isEmpty();
        assertThat(cluster.kubeconfigAs("default", "operator")).contains("token: ");
    }

    @Test
    void aWebhookOfTheTestIsAsked() {
        var map = new ConfigMapBuilder().withNewMetadata().withNamespace("default").withName("tmp").endMetadata()
                .withData(Map.of("a", "b")).build();
        try (var webhook = cluster.webhook(request -> request.at("/object/metadata/name").asText().equals("tmp")
                        ? LocalWebhook.denied("temporary names are for nobody")
                        : LocalWebhook.allowed())
                .validates("", "v1", "configmaps", "CREATE")) {
            assertThat(webhook.url().getScheme()).isEqualTo("https");
            assertThatThrownBy(() -> kubernetes.resource(map).create())
                    .hasMessageContaining("temporary names are for nobody");
        }
        try (var webhook = cluster.webhook(request -> LocalWebhook.patched(
                        "[{\"op\":\"add\",\"path\":\"/data/seen\",\"value\":\"yes\"}]"))
                .mutates("", "v1", "configmaps", "CREATE")) {
            assertThat(webhook.url().getHost()).isEqualTo("127.0.0.1");
            assertThat(kubernetes.resource(map).create().getData()).containsEntry("seen", "yes");
        }
    }

    @Test
    void manifestsComeFromTheClassPath() {
        cluster.apply("/web.yaml");
        assertThat(Web.in(kubernetes).get()).isNotNull();
        assertThatThrownBy(() -> cluster.apply("/nothing.yaml")).hasMessageContaining("there is no /nothing.yaml on the class path");
    }

    @Test
    void timeAdvancesAndFaultsAreCleared() {
        var begun = cluster.now();
        cluster.inject("node-0", NodeFault.fail("the disk is on fire"));
        cluster.clearFaults("node-0");
        cluster.clearFaults();
        cluster.advance(Duration.ofMinutes(1));
        assertThat(cluster.now()).isAfterOrEqualTo(begun.plus(Duration.ofMinutes(1)));
    }
}
