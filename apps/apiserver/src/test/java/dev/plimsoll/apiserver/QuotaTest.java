package dev.plimsoll.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

// Acceptance of Kubernetes clients: quota-order
/** Quotas, charged when objects are written and computed again when they go. */
class QuotaTest {
    private static final String NAMESPACE = "/api/v1/namespaces/default/";
    private static final String QUOTA = NAMESPACE + "resourcequotas/q";

    private final TestServer server = new TestServer();

    @AfterEach
    void closedWithoutDefects() {
        var defects = List.copyOf(server.defects());
        server.close();
        assertThat(defects).isEmpty();
    }

    private void quota(String hard, String first) {
        var made = server.post(
                NAMESPACE + "resourcequotas", "{\"metadata\":{\"name\":\"q\"},\"spec\":{\"hard\":" + hard + "}}");
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        TestServer.eventually(
                "it is enforced",
                () -> server.get(QUOTA).json().at("/status/used").has(first));
    }

    private String used(String name) {
        return server.get(QUOTA).json().path("status").path("used").path(name).asText();
    }

    private static String map(String name) {
        return "{\"metadata\":{\"name\":\"" + name + "\"}}";
    }

    private static String claim(String name, String storageClass, String attributes, String size) {
        return "{\"metadata\":{\"name\":\"" + name + "\"},\"spec\":{\"storageClassName\":\"" + storageClass + "\""
                + attributes + ",\"accessModes\":[\"ReadWriteOnce\"],\"resources\":{\"requests\":{\"storage\":\"" + size
                + "\"}}}}";
    }

    @Test
    void claimsAreCountedByTheirStorageClassToo() {
        var ofGold = "gold.storageclass.storage.k8s.io/";
        quota(
                "{\"" + ofGold + "requests.storage\":\"5Gi\",\"" + ofGold
                        + "persistentvolumeclaims\":\"2\",\"requests.storage\":\"20Gi\"}",
                ofGold + "requests.storage");
        var claims = NAMESPACE + "persistentvolumeclaims";
        assertThat(server.post(claims, claim("a", "gold", "", "3Gi")).status()).isEqualTo(201);
        assertThat(server.post(claims, claim("b", "gold", "", "3Gi")).message())
                .contains("requested: " + ofGold + "requests.storage=3Gi, used: " + ofGold
                        + "requests.storage=3Gi, limited: " + ofGold + "requests.storage=5Gi");
        assertThat(server.post(claims, claim("b", "silver", "", "9Gi")).status())
                .as("another class")
                .isEqualTo(201);
        assertThat(server.post(claims, claim("c", "gold", "", "1Gi")).status()).isEqualTo(201);
        assertThat(server.post(claims, claim("d", "gold", "", "1Gi")).message())
                .contains(ofGold + "persistentvolumeclaims=2");
    }

    @Test
    void claimsAreCountedByTheirClassOfAttributesWhereAQuotaIsOnlyForSome() {
        var made = server.post(
                NAMESPACE + "resourcequotas",
                "{\"metadata\":{\"name\":\"q\"},\"spec\":{\"hard\":{\"persistentvolumeclaims\":\"1\"},\"scopeSelector\":{\"matchExpressions\":["
                        + "{\"scopeName\":\"VolumeAttributesClass\",\"operator\":\"In\",\"values\":[\"fast\"]}]}}}");
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        TestServer.eventually(
                "it is enforced",
                () -> server.get(QUOTA).json().at("/status/used").has("persistentvolumeclaims"));
        var claims = NAMESPACE + "persistentvolumeclaims";
        var fast = ",\"volumeAttributesClassName\":\"fast\"";
        assertThat(server.post(claims, claim("a", "x", fast, "1Gi")).status()).isEqualTo(201);
        assertThat(server.post(claims, claim("b", "x", "", "1Gi")).status()).isEqualTo(201);
        assertThat(server.post(claims, claim("c", "x", fast, "1Gi")).status()).isEqualTo(403);
        assertThat(used("persistentvolumeclaims")).isEqualTo("1");
    }

    @Test
    void objectsAreCountedByTheirKind() {
        quota(
                "{\"configmaps\":\"2\",\"count/leases.coordination.k8s.io\":\"1\",\"services.nodeports\":\"2\"}",
                "configmaps");
        assertThat(server.post(NAMESPACE + "configmaps", map("a")).status()).isEqualTo(201);
        assertThat(server.post(NAMESPACE + "configmaps", map("b")).status()).isEqualTo(201);
        var refused = server.post(NAMESPACE + "configmaps", map("c"));
        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.message())
                .isEqualTo(
                        "configmaps \"c\" is forbidden: exceeded quota: q, requested: configmaps=1, used: configmaps=2, "
                                + "limited: configmaps=2");
        var leases = "/apis/coordination.k8s.io/v1/namespaces/default/leases";
        assertThat(server.post(leases, map("a")).status()).isEqualTo(201);
        assertThat(server.post(leases, map("b")).message()).contains("requested: count/leases.coordination.k8s.io=1");
        server.call("DELETE", NAMESPACE + "configmaps/a", "");
        TestServer.eventually(
                "what is deleted is free again", () -> used("configmaps").equals("1"));
        assertThat(server.post(NAMESPACE + "configmaps", map("c")).status()).isEqualTo(201);
        var service =
                "{\"metadata\":{\"name\":\"s\"},\"spec\":{\"type\":\"%s\",\"ports\":[{\"port\":1,\"name\":\"a\"},{\"port\":2,\"name\":\"b\"},"
                        + "{\"port\":3,\"name\":\"c\"}]}}";
        assertThat(server.post(NAMESPACE + "services", service.formatted("NodePort"))
                        .message())
                .contains("requested: services.nodeports=3, used: services.nodeports=0");
        assertThat(server.post(NAMESPACE + "services", service.formatted("ClusterIP"))
                        .status())
                .isEqualTo(201);
        var widened = server.patch("merge-patch+json", NAMESPACE + "services/s", "{\"spec\":{\"type\":\"NodePort\"}}");
        assertThat(widened.status()).as(widened.text()).isEqualTo(403);
    }

    @Test
    void aChargeForNothingIsTakenBack() {
        quota("{\"configmaps\":\"3\"}", "configmaps");
        server.post(NAMESPACE + "configmaps", map("a"));
        assertThat(server.post(NAMESPACE + "configmaps", map("a")).status()).isEqualTo(409);
        TestServer.eventually("only one is charged", () -> used("configmaps").equals("1"));
    }

    @Test
    void useIsNeverBelowWhatWasAdmittedNorAboveWhatIsEnforced() throws Exception {
        quota("{\"pods\":\"20\",\"requests.cpu\":\"2\"}", "pods");
        var pod = "{\"metadata\":{\"generateName\":\"p-\"},\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"i\","
                + "\"resources\":{\"requests\":{\"cpu\":\"100m\"}}}]}}";
        var done = new AtomicBoolean();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            // Every look at the quota shows at least the pods that were there before the look.
            var looks = threads.submit(() -> {
                while (!done.get()) {
                    var there =
                            server.get(NAMESPACE + "pods").json().path("items").size();
                    var counted = Integer.parseInt(used("pods"));
                    assertThat(counted).isBetween(there, 20);
                }
                return true;
            });
            var writes = new ArrayList<Future<Integer>>();
            for (var i = 0; i < 60; i++) {
                writes.add(threads.submit(
                        () -> server.post(NAMESPACE + "pods", pod).status()));
                if (i % 10 == 0) {
                    server.patch("merge-patch+json", QUOTA, "{\"metadata\":{\"labels\":{\"turn\":\"" + i + "\"}}}");
                }
            }
            var made = 0;
            for (var write : writes) if (write.get() == 201) made++;
            done.set(true);
            assertThat(looks.get()).isTrue();
            assertThat(made).isEqualTo(20);
        }
        assertThat(used("pods")).isEqualTo("20");
        assertThat(used("requests.cpu")).isEqualTo("2");
    }
}
