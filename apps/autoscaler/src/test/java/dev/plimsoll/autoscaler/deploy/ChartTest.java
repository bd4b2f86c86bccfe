package dev.plimsoll.autoscaler.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Helm finds nothing to object to in the chart, and renders it to manifests that fit together and to the plain ones. */
// Acceptance of the autoscaler: chart
class ChartTest {
    private static final String CONTAINER = "/spec/template/spec/containers/0";

    @TempDir
    private Path folder;

    private List<JsonNode> rendered(String values) throws IOException {
        return Chart.rendered(Files.writeString(folder.resolve("values.yaml"), values));
    }

    @Test
    void helmObjectsToNothing() {
        var result = Chart.helm().lint().strict().call();
        assertThat(result.isFailed()).as(result.getMessages().toString()).isFalse();
        assertThat(result.getMessages()).noneMatch(message -> message.startsWith("[WARNING]"));
    }

    @Test
    void clustersThatAreTooOldAreRefused() {
        var template = Chart.helm().template().withName(Chart.RELEASE).withKubeVersion("1.33.0");
        assertThatThrownBy(template::call).hasMessageContaining("chart requires kubeVersion: >=1.34.0-0");
    }

    @Test
    void theUsualValuesGiveThePlainManifests() throws IOException {
        var chart = Chart.rendered();
        var plain = new ArrayList<>(Manifests.read(Manifests.DEPLOY.resolve("autoscaler/rbac.yaml")));
        plain.addAll(Manifests.read(Manifests.DEPLOY.resolve("autoscaler/deployments.yaml")));
        assertThat(names(chart)).containsExactlyInAnyOrderElementsOf(names(plain));
        for (var document : plain) {
            var same = Manifests.named(chart, document.path("kind").asText(), name(document));
            if (document.path("kind").asText().equals("Deployment")) {
                var said = arguments(same);
                assertThat(said).containsAll(arguments(document));
                // What the chart says beyond that is what the flags are without it.
                said.removeAll(arguments(document));
                assertThat(said)
                        .isSubsetOf(
                                "--leader-elect-resource-namespace=kube-system",
                                "--vpa-object-namespace=",
                                "--webhook-service=vpa-webhook");
                ((ObjectNode) same.at(CONTAINER)).set("args", document.at(CONTAINER + "/args"));
            }
            assertThat(same).isEqualTo(document);
        }
    }

    private static String name(JsonNode document) {
        return document.at("/metadata/name").asText();
    }

    private static List<String> names(List<JsonNode> documents) {
        return documents.stream()
                .map(document -> document.path("kind").asText() + " " + name(document))
                .toList();
    }

    private static List<String> arguments(JsonNode deployment) {
        var arguments = new ArrayList<String>();
        for (var argument : deployment.at(CONTAINER + "/args")) arguments.add(argument.asText());
        return arguments;
    }

    @Test
    void everyAccountThatRunsIsBound() {
        var chart = Chart.rendered();
        for (var document : chart) {
            if (!document.path("kind").asText().equals("Deployment")) continue;
            var account = document.at("/spec/template/spec/serviceAccountName").asText();
            Manifests.named(chart, "ServiceAccount", account);
            var bound = chart.stream()
                    .filter(each -> each.path("kind").asText().endsWith("Binding"))
                    .filter(each ->
                            each.path("subjects").findValuesAsText("name").contains(account))
                    .count();
            assertThat(bound).as(account).isEqualTo(3);
        }
    }

    @Test
    void aPartThatIsSwitchedOffAndFlagsThatAreAddedAreSeen() throws IOException {
        var chart = rendered("""
                updater: {enabled: false}
                recommender:
                  replicas: 1
                  extraArgs: [--recommendation-margin-fraction=0.2]
                """);
        assertThat(names(chart)).doesNotContain("Deployment vpa-updater");
        var recommender = Manifests.named(chart, "Deployment", "vpa-recommender");
        assertThat(recommender.at("/spec/replicas").asInt()).isEqualTo(1);
        assertThat(arguments(recommender))
                .startsWith("autoscaler", "recommender", "--leader-elect=true")
                .contains("--feature-gates=PodLevelResources=true", "--recommendation-margin-fraction=0.2");
    }

    @Test
    void everyObjectThatHasANamespaceIsInTheReleasesOwn() throws IOException {
        var chart = rendered("vpaObjectNamespace: shop");
        for (var document : chart) {
            for (var namespace : document.findValuesAsText("namespace")) {
                assertThat(namespace).as(document.toString()).isEqualTo("autoscaling");
            }
        }
        assertThat(arguments(Manifests.named(chart, "Deployment", "vpa-updater")))
                .contains("--leader-elect-resource-namespace=autoscaling", "--vpa-object-namespace=shop");
    }

    @Test
    void theWebhookIsServedByTheSecretAndTheServiceThatValuesName() throws IOException {
        var chart = rendered("""
                image: {repository: registry.example/plimsoll, tag: "9", pullPolicy: Always}
                admission: {tlsSecret: own-certs, service: own-webhook}
                """);
        var admission = Manifests.named(chart, "Deployment", "vpa-admission-controller");
        assertThat(admission
                        .at("/spec/template/spec/volumes/0/secret/secretName")
                        .asText())
                .isEqualTo("own-certs");
        assertThat(admission.at(CONTAINER + "/image").asText()).isEqualTo("registry.example/plimsoll:9");
        assertThat(arguments(admission)).contains("--webhook-service=own-webhook");
        assertThat(Manifests.named(chart, "Service", "own-webhook")
                        .at("/spec/selector/app")
                        .asText())
                .isEqualTo("vpa-admission-controller");
    }
}
