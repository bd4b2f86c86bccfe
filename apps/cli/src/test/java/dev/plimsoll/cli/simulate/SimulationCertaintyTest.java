package dev.plimsoll.cli.simulate;

import static dev.plimsoll.cli.simulate.SampleCluster.requests;
import static dev.plimsoll.cli.simulate.SampleSimulation.NONE;
import static dev.plimsoll.cli.simulate.SampleSimulation.applied;
import static dev.plimsoll.cli.simulate.SampleSimulation.changes;
import static dev.plimsoll.cli.simulate.SampleSimulation.drained;
import static dev.plimsoll.cli.simulate.SampleSimulation.run;
import static dev.plimsoll.cli.simulate.SampleSimulation.scaled;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What an answer depends on, and who comes first where not all find a place. */
// Acceptance of simulate: certainty, order
class SimulationCertaintyTest {
    private static SampleCluster twoNodes() {
        return new SampleCluster().namespace("default").node("n1", "4", "16Gi").node("n2", "4", "16Gi");
    }

    private static String pod(String name, String more) {
        return """
                {"apiVersion":"v1","kind":"Pod","metadata":{"name":"%s"},"spec":{%s"containers":[{"name":"app","image":"i",
                "resources":%s}]}}""".formatted(name, more, requests("1", "1Gi"));
    }

    private static List<String> texts(JsonNode array) {
        var texts = new ArrayList<String>();
        array.forEach(each -> texts.add(each.asText()));
        return texts;
    }

    private static List<String> assumptions(JsonNode document, String level) {
        var ids = new ArrayList<String>();
        for (var each : document.path("assumptions"))
            if (each.path("level").asText().equals(level))
                ids.add(each.path("id").asText());
        return ids;
    }

    @Test
    @DisplayName("a pod with a claim of a volume or of a device may go elsewhere: that is unknown, and said once")
    void volumesAndDevices() {
        var volumes = "\"volumes\":[{\"name\":\"v\",\"persistentVolumeClaim\":{\"claimName\":\"c\"}}],";
        var devices = "\"resourceClaims\":[{\"name\":\"gpu\",\"resourceClaimName\":\"gpu\"}],";
        var document = run(twoNodes(), applied(pod("a", volumes), pod("b", volumes), pod("c", devices), pod("d", "")));
        var by = document.path("pods");
        assertThat(by).hasSize(4);
        assertThat(List.of(by.get(0), by.get(1), by.get(2), by.get(3)))
                .extracting(pod -> pod.path("certainty").asText())
                .containsExactly("unknown", "unknown", "unknown", "assumed");
        assertThat(texts(by.get(0).path("because"))).contains("volumes").doesNotContain("devices");
        assertThat(texts(by.get(2).path("because"))).contains("devices").doesNotContain("volumes");
        assertThat(assumptions(document, "unknown")).containsExactlyInAnyOrder("volumes", "devices");
        assertThat(document.path("conditions").toString()).contains("unknown");
    }

    @Test
    @DisplayName(
            "webhooks of the cluster were not asked: pods that are made are unknown, pods that stay are not told of")
    void webhooks() {
        var cluster = twoNodes()
                .deployment("default", "web", requests("1", "1Gi"), "n1", "n2")
                .add("""
                {"apiVersion":"admissionregistration.k8s.io/v1","kind":"MutatingWebhookConfiguration","metadata":{"name":"inject"},
                "webhooks":[{"name":"a.example.com","sideEffects":"None","admissionReviewVersions":["v1"],
                "clientConfig":{"url":"https://example.com"}}]}""");
        var document = run(cluster, scaled("web", 3));
        assertThat(document.at("/pods/0/certainty").asText()).isEqualTo("unknown");
        assertThat(texts(document.at("/pods/0/because"))).contains("webhooks");
        assertThat(assumptions(document, "unknown")).containsExactly("webhooks");
    }

    @Test
    @DisplayName("a pod that nobody makes again is gone, and that is exact; pods of another scheduler are unknown")
    void exact() {
        var document = run(twoNodes().pod("alone", "n1", 0, requests("1", "1Gi")), drained("n1"));
        assertThat(changes(document)).containsExactly("alone Gone n1 -");
        assertThat(document.at("/pods/0/certainty").asText()).isEqualTo("exact");
        var other = run(twoNodes(), applied(pod("a", "\"schedulerName\":\"mine\",")));
        assertThat(changes(other)).containsExactly("a Unknown - -");
        assertThat(other.at("/pods/0/certainty").asText()).isEqualTo("unknown");
        assertThat(assumptions(other, "unknown")).containsExactly("other-scheduler");
    }

    @Test
    @DisplayName("higher priority comes first, then who was created earlier, then the name")
    void order() {
        var cluster = new SampleCluster().namespace("default").node("n1", "2", "16Gi");
        cluster.pod("b-late", "", 0, requests("1", "1Gi"));
        for (var pod : List.of("d 0 10", "c 0 05", "a 0 10", "z 9 20")) {
            var words = pod.split(" ", -1);
            cluster.add("""
                    {"apiVersion":"v1","kind":"Pod","metadata":{"namespace":"default","name":"%s",
                    "creationTimestamp":"2026-01-01T00:00:%sZ"},"spec":{"priority":%s,"containers":[{"name":"app","image":"i",
                    "resources":%s}]},"status":{"phase":"Pending"}}""".formatted(words[0], words[2], words[1], requests("1", "1Gi")));
        }
        var spare = SampleCluster.nodeText("n2", "1", "16Gi", "");
        // z by its priority and c by its age have n1; of those of the same age a comes before d.
        assertThat(run(cluster, NONE).at("/capacity/after/requests/cpu").asText())
                .isEqualTo("2");
        assertThat(changes(run(cluster, SampleSimulation.added(spare))))
                .containsExactly("a Unblocked - n2-new1", "b-late StillUnscheduled - -", "d StillUnscheduled - -");
    }
}
