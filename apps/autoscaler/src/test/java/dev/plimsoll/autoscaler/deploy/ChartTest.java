package dev.plimsoll.autoscaler.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Helm finds nothing to object to in the chart, and renders it to manifests that fit together and to the plain ones. */
// Acceptance of the autoscaler: chart
class ChartTest {
    private static final String CONTAINER = "/spec/template/spec/containers/0";
    private static final List<String> PARTS = List.of("vpa-recommender", "vpa-updater", "vpa-admission-controller");

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
    void withoutItsExtrasTheChartIsThePlainManifests() throws IOException {
        var chart = Chart.plain();
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
                .contains("--recommendation-margin-fraction=0.2");
    }

    @Test
    void theGateIsOffAndOneValueTurnsItOnInAllParts() throws IOException {
        for (var document : Chart.rendered()) {
            assertThat(arguments(document)).noneMatch(argument -> argument.startsWith("--feature-gates"));
        }
        var chart = rendered("{podLevelResources: true, featureGates: InPlace=true}");
        for (var name : PARTS) {
            assertThat(arguments(Manifests.named(chart, "Deployment", name)))
                    .contains("--feature-gates=PodLevelResources=true,InPlace=true");
        }
    }

    @Test
    void valuesThatTheSchemaDoesNotKnowAreRefused() {
        for (var mistake : List.of(
                "podLevelResource: true",
                "certificates: {source: magic}",
                "recommender: {replicas: two}",
                "featureGates: PodLevelResources",
                "image: {pullPolicy: Sometimes}")) {
            assertThatThrownBy(() -> rendered(mistake)).as(mistake).hasMessageContaining("schema");
        }
    }

    @Test
    void everyPodOfTheChartIsRestrictedAndHasWhatValuesSay() throws IOException {
        var chart = rendered("""
                priorityClassName: system-cluster-critical
                nodeSelector: {kubernetes.io/os: linux}
                tolerations: [{key: control-plane, operator: Exists}]
                imagePullSecrets: [{name: pull}]
                recommender:
                  affinity: {podAntiAffinity: {}}
                  topologySpreadConstraints: [{maxSkew: 1, topologyKey: zone, whenUnsatisfiable: ScheduleAnyway}]
                """);
        var pods = 0;
        for (var document : chart) {
            for (var spec : document.findValues("containers")) {
                pods++;
                var owner = document.findParents("containers").getFirst();
                assertThat(owner.at("/securityContext/runAsNonRoot").asBoolean())
                        .isTrue();
                assertThat(owner.at("/securityContext/seccompProfile/type").asText())
                        .isEqualTo("RuntimeDefault");
                assertThat(owner.path("priorityClassName").asText()).isEqualTo("system-cluster-critical");
                assertThat(owner.at("/tolerations/0/key").asText()).isEqualTo("control-plane");
                assertThat(owner.at("/imagePullSecrets/0/name").asText()).isEqualTo("pull");
                assertThat(owner.path("nodeSelector")).hasSize(1);
                for (var container : spec) {
                    var context = container.path("securityContext");
                    assertThat(context.path("allowPrivilegeEscalation").asBoolean(true))
                            .isFalse();
                    assertThat(context.at("/capabilities/drop/0").asText()).isEqualTo("ALL");
                }
            }
        }
        assertThat(pods)
                .as("three parts and a schedule; jobs before a release are not in what Helm renders")
                .isEqualTo(4);
        var recommender =
                Manifests.named(chart, "Deployment", "vpa-recommender").at("/spec/template/spec");
        assertThat(recommender.path("affinity").has("podAntiAffinity")).isTrue();
        assertThat(recommender.at("/topologySpreadConstraints/0/maxSkew").asInt())
                .isEqualTo(1);
        for (var name : PARTS) Manifests.named(chart, "PodDisruptionBudget", name);
    }

    @Test
    void certificatesComeFromAJobFromCertManagerOrFromTheUser() throws IOException {
        assertThat(names(Chart.rendered())).contains("CronJob vpa-certificates");
        var managed = rendered("certificates: {source: cert-manager, secret: managed}");
        assertThat(names(managed))
                .contains("Certificate vpa-webhook", "Issuer vpa-webhook")
                .doesNotContain("CronJob vpa-certificates");
        assertThat(Manifests.named(managed, "Certificate", "vpa-webhook")
                        .at("/spec/dnsNames/0")
                        .asText())
                .isEqualTo("vpa-webhook.autoscaling.svc");
        assertThat(arguments(Manifests.named(managed, "Deployment", "vpa-admission-controller")))
                .contains("--tls-cert-file=/etc/tls-certs/tls.crt", "--client-ca-file=/etc/tls-certs/ca.crt");
        var issued = rendered("certificates: {source: cert-manager, issuer: {name: corporate, kind: ClusterIssuer}}");
        assertThat(names(issued)).doesNotContain("Issuer vpa-webhook");
        assertThat(names(rendered("certificates: {source: existing}")))
                .noneMatch(name -> name.contains("certificates") || name.startsWith("Certificate"));
    }

    @Test
    void dashboardsAndAlertsAskForMetricsThatThereAre() throws IOException {
        var chart = rendered("""
                metrics:
                  serviceMonitor: {enabled: true, labels: {release: prometheus}}
                  rules: {enabled: true}
                  dashboards: {enabled: true}
                """);
        assertThat(names(chart)).contains("ServiceMonitor vpa", "PrometheusRule vpa", "Service vpa-updater-metrics");
        var dashboard = Manifests.named(chart, "ConfigMap", "vpa-dashboard-autoscaler")
                .at("/data/autoscaler.json")
                .asText();
        var known = metricNames();
        var asked = new ArrayList<String>();
        for (var panel : new ObjectMapper().readTree(dashboard).path("panels")) {
            for (var target : panel.path("targets"))
                asked.add(target.path("expr").asText());
        }
        Manifests.named(chart, "PrometheusRule", "vpa").findValues("expr").forEach(expr -> asked.add(expr.asText()));
        assertThat(asked).hasSizeGreaterThan(15);
        for (var expression : asked) {
            var names =
                    Pattern.compile("(?:vpa|process|jvm)_[a-z_]+(?=[{\\[\\)])").matcher(expression);
            while (names.find()) {
                var name = names.group().replaceAll("_(bucket|count|sum|total)$", "");
                assertThat(known)
                        .as(expression)
                        .anyMatch(each -> each.replaceAll("_(count|total)$", "").equals(name));
            }
        }
    }

    /** The names in the source of the metrics, since a metric with labels is not shown before it has a value. */
    private static List<String> metricNames() throws IOException {
        var names = new ArrayList<String>();
        var pattern = Pattern.compile("\"((?:vpa|process|jvm)_[a-z_]+)\"");
        for (var folder : List.of(
                "autoscaler/src/main/java/dev/plimsoll/autoscaler/observation",
                "runtime/src/main/java/dev/plimsoll/runtime/metrics")) {
            try (var files = Files.list(Manifests.DEPLOY.resolveSibling("apps").resolve(folder))) {
                for (var file : files.toList()) {
                    var matcher = pattern.matcher(Files.readString(file));
                    while (matcher.find()) names.add(matcher.group(1));
                }
            }
        }
        return names;
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
                admission: {service: own-webhook}
                certificates: {source: existing, secret: own-certs}
                """);
        var admission = Manifests.named(chart, "Deployment", "vpa-admission-controller");
        assertThat(admission
                        .at("/spec/template/spec/volumes/1/secret/secretName")
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
