package dev.plimsoll.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Eviction within budgets, and containers that are added to a running pod. */
// Acceptance: drain
class PodPartsTest {
    private static final String PODS = "/api/v1/namespaces/default/pods";
    private static final String BUDGETS = "/apis/policy/v1/namespaces/default/poddisruptionbudgets";

    private final TestServer server = new TestServer();

    @AfterEach
    void closedWithoutDefects() {
        var defects = List.copyOf(server.defects());
        server.close();
        assertThat(defects).isEmpty();
    }

    private void pod(String name) {
        server.post(
                PODS,
                "{\"metadata\":{\"name\":\"" + name
                        + "\",\"labels\":{\"app\":\"x\"}},\"spec\":{\"nodeName\":\"n\",\"containers\":"
                        + "[{\"name\":\"c\",\"image\":\"i\"}]}}");
        server.patch(
                "merge-patch+json",
                PODS + "/" + name + "/status",
                "{\"status\":{\"phase\":\"Running\",\"conditions\":[{\"type\":\"Ready\",\"status\":\"True\"}]}}");
    }

    private TestServer.Answer evict(String pod) {
        return server.post(
                PODS + "/" + pod + "/eviction",
                "{\"apiVersion\":\"policy/v1\",\"kind\":\"Eviction\",\"metadata\":{\"name\":\"" + pod + "\"}}");
    }

    private void budget(String name, int allowed) {
        server.post(
                BUDGETS,
                "{\"metadata\":{\"name\":\"" + name
                        + "\"},\"spec\":{\"minAvailable\":1,\"selector\":{\"matchLabels\":{\"app\":\"x\"}}}}");
        var status = server.patch(
                "merge-patch+json",
                BUDGETS + "/" + name + "/status",
                "{\"status\":{\"disruptionsAllowed\":" + allowed
                        + ",\"desiredHealthy\":1,\"currentHealthy\":2,\"expectedPods\":2,"
                        + "\"observedGeneration\":1}}");
        assertThat(status.status()).as(status.text()).isEqualTo(200);
    }

    @Test
    void aBudgetIsSpentAndThenRefuses() {
        pod("a");
        pod("b");
        budget("pdb", 1);
        assertThat(evict("a").status()).isEqualTo(201);
        assertThat(server.get(PODS + "/a").json().path("metadata").has("deletionTimestamp"))
                .isTrue();
        var budget = server.get(BUDGETS + "/pdb").json().path("status");
        assertThat(budget.path("disruptionsAllowed").asInt()).isZero();
        assertThat(budget.path("disruptedPods").has("a")).isTrue();
        var refused = evict("b");
        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.message()).isEqualTo("Cannot evict pod as it would violate the pod's disruption budget.");
        assertThat(refused.json()
                        .path("details")
                        .path("causes")
                        .path(0)
                        .path("message")
                        .asText())
                .isEqualTo("The disruption budget pdb does not allow evicting pods currently");
        assertThat(server.get(PODS + "/b").json().path("metadata").has("deletionTimestamp"))
                .isFalse();
    }

    private static String cause(TestServer.Answer refused) {
        return refused.json().at("/details/causes/0/message").asText();
    }

    @Test
    void aBudgetSaysWhatItNeedsAndWhetherItIsUpToDate() {
        pod("a");
        budget("pdb", 0);
        server.patch("merge-patch+json", BUDGETS + "/pdb/status", "{\"status\":{\"currentHealthy\":1}}");
        assertThat(cause(evict("a"))).isEqualTo("The disruption budget pdb needs 1 healthy pods and has 1 currently");
        server.patch("merge-patch+json", BUDGETS + "/pdb", "{\"spec\":{\"minAvailable\":2}}");
        var late = evict("a");
        assertThat(late.status()).isEqualTo(429);
        assertThat(cause(late)).isEqualTo("The disruption budget pdb is still being processed by the server.");
        assertThat(late.json().at("/details/retryAfterSeconds").asInt()).isEqualTo(10);
    }

    @Test
    void aPodThatIsNotReadySpendsNothingWhileEnoughOthersAre() {
        pod("a");
        budget("pdb", 0);
        var unready = "{\"status\":{\"conditions\":[{\"type\":\"Ready\",\"status\":\"False\"}]}}";
        server.patch("strategic-merge-patch+json", PODS + "/a/status", unready);
        assertThat(evict("a").status()).isEqualTo(201);
        var status = server.get(BUDGETS + "/pdb").json().path("status");
        assertThat(status.path("disruptedPods").has("a")).isFalse();
    }

    @Test
    void twoBudgetsOfOnePodAreTooMany() {
        pod("a");
        budget("one", 1);
        budget("two", 1);
        var refused = evict("a");
        assertThat(refused.status()).isEqualTo(500);
        assertThat(refused.message()).contains("more than one PodDisruptionBudget");
    }

    @Test
    void whatHasEndedNeedsNoBudget() {
        pod("a");
        budget("pdb", 0);
        server.patch("merge-patch+json", PODS + "/a/status", "{\"status\":{\"phase\":\"Succeeded\"}}");
        assertThat(evict("a").status()).isEqualTo(201);
    }

    @Test
    void aContainerIsAddedToARunningPod() {
        pod("a");
        var added = server.patch(
                "strategic-merge-patch+json",
                PODS + "/a/ephemeralcontainers",
                "{\"spec\":{\"ephemeralContainers\":[{\"name\":\"debug\",\"image\":\"tools\"}]}}");
        assertThat(added.status()).as(added.text()).isEqualTo(200);
        var spec = server.get(PODS + "/a").json().path("spec");
        assertThat(spec.path("ephemeralContainers").path(0).path("name").asText())
                .isEqualTo("debug");
        assertThat(spec.path("containers").size()).isEqualTo(1);
        var removed = server.patch(
                "json-patch+json",
                PODS + "/a/ephemeralcontainers",
                "[{\"op\":\"remove\",\"path\":\"/spec/ephemeralContainers\"}]");
        assertThat(removed.status()).isEqualTo(422);
        var byTheWay = server.patch(
                "strategic-merge-patch+json",
                PODS + "/a",
                "{\"spec\":{\"ephemeralContainers\":[{\"name\":\"more\",\"image\":\"tools\"}]}}");
        assertThat(byTheWay.status()).isEqualTo(422);
    }
}
