package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.ClusterLog;
import dev.plimsoll.cluster.ClusterPlan;
import dev.plimsoll.fakes.client.Observed;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code explain} with a cluster: what is in the namespace counts, and a pod that is there keeps the why of its numbers. */
// Acceptance of the command line: explain-namespace, explain-why
@Timeout(180)
class ExplainClusterTest extends CommandLineTest {
    private static final ApiResource LIMIT_RANGES = ApiResource.namespaced("", "v1", "limitranges", "LimitRange");
    private static final ApiResource QUOTAS = ApiResource.namespaced("", "v1", "resourcequotas", "ResourceQuota");

    @TempDir
    private Path folder;

    private static void made(ApiClient client, ApiResource resource, String text) {
        var object = ClientJson.read(text.getBytes(StandardCharsets.UTF_8)).orElseThrow();
        assertThat(client.create(resource, object).problem()).isEmpty();
    }

    @Test
    void theNamespaceCounts() throws Exception {
        try (var cluster = Cluster.start(ClusterPlan.ephemeral(List.of()).withAutoscalerSpeed(0), ClusterLog.SILENT)) {
            var client = cluster.client();
            made(client, ApiResource.NAMESPACES, """
                    {"metadata":{"name":"shop","labels":{"pod-security.kubernetes.io/enforce":"baseline"}}}""");
            made(client, LIMIT_RANGES, """
                    {"metadata":{"namespace":"shop","name":"bounds"},"spec":{"limits":[
                    {"type":"Container","defaultRequest":{"cpu":"100m"},"max":{"cpu":"2"}}]}}""");
            made(client, QUOTAS, """
                    {"metadata":{"namespace":"shop","name":"team"},"spec":{"hard":{"requests.memory":"1Gi"}}}""");
            made(client, ApiResource.PODS, """
                    {"metadata":{"namespace":"shop","name":"web"},"spec":{"resources":{"limits":{"memory":"512Mi"}},
                    "containers":[{"name":"c","image":"i","resources":{"requests":{"memory":"256Mi"}}}]}}""");
            var admin = Files.writeString(folder.resolve("admin.conf"), cluster.kubeconfig())
                    .toString();

            var live = run("explain", "pod/web", "-n", "shop", "--kubeconfig", admin);
            assertThat(live.errors()).isEmpty();
            assertThat(live.out().lines().findFirst().orElseThrow()).isEqualTo("pod/web");
            assertThat(live.out())
                    .containsPattern(
                            "spec.containers\\[0].resources.requests\\[cpu] +100m +the LimitRange's defaultRequest")
                    .containsPattern(
                            "spec.resources.requests\\[memory] +256Mi +a pod-level request defaults to the requests of the containers")
                    .contains("memory as written: pod level: limits; containers: requests\n");

            assertThat(explained(
                            admin, "{name: c, image: i, resources: {limits: {cpu: 3}, requests: {memory: 1Mi}}}", ""))
                    .contains("Refused by LimitRange bounds:")
                    .contains("maximum cpu usage per Container is 2, but limit is 3");
            assertThat(explained(
                            admin, "{name: c, image: i, resources: {limits: {cpu: 1}, requests: {memory: 900Mi}}}", ""))
                    .contains("Refused by ResourceQuota team:")
                    .contains("exceeded quota: team, requested: requests.memory=900Mi, used: requests.memory=256Mi");
            var small = "{name: c, image: i, resources: {limits: {cpu: 1}, requests: {memory: 1Mi}}}";
            assertThat(explained(admin, small, "hostNetwork: true"))
                    .contains("Refused by admission:")
                    .contains("violates PodSecurity \"baseline:latest\"");
            assertThat(explained(admin, small, "priorityClassName: high"))
                    .contains("no PriorityClass with name high was found");
            assertThat(explained(admin, small, "priorityClassName: system-node-critical"))
                    .contains("Valid.");
        }
    }

    private static ApiResource admission(String plural, String kind) {
        return ApiResource.clustered("admissionregistration.k8s.io", "v1", plural, kind);
    }

    @Test
    void policiesOfTheClusterAreAsked() throws Exception {
        try (var cluster = Cluster.start(ClusterPlan.ephemeral(List.of()).withAutoscalerSpeed(0), ClusterLog.SILENT)) {
            var client = cluster.client();
            made(client, ApiResource.NAMESPACES, """
                    {"metadata":{"name":"shop"}}""");
            made(client, admission("validatingadmissionpolicies", "ValidatingAdmissionPolicy"), """
                    {"metadata":{"name":"named-images"},"spec":{"matchConstraints":{"resourceRules":[{"apiGroups":[""],
                    "apiVersions":["v1"],"operations":["CREATE"],"resources":["pods"]}]},"validations":[
                    {"expression":"object.spec.containers.all(c, c.image.startsWith('shop/'))","message":"images are from shop"}]}}""");
            made(client, admission("validatingadmissionpolicybindings", "ValidatingAdmissionPolicyBinding"), """
                    {"metadata":{"name":"named-images"},"spec":{"policyName":"named-images","validationActions":["Deny"]}}""");
            made(client, admission("validatingwebhookconfigurations", "ValidatingWebhookConfiguration"), """
                    {"metadata":{"name":"outside"},"webhooks":[{"name":"a.b.c","sideEffects":"None","admissionReviewVersions":["v1"],
                    "failurePolicy":"Ignore","clientConfig":{"url":"https://127.0.0.1:1/"},"rules":[{"apiGroups":[""],"apiVersions":["v1"],
                    "operations":["DELETE"],"resources":["secrets"]}]}]}""");
            var admin = Files.writeString(folder.resolve("admin.conf"), cluster.kubeconfig())
                    .toString();
            assertThat(explained(admin, "{name: c, image: i}", "")).contains("images are from shop");
            assertThat(explained(admin, "{name: c, image: shop/i}", "")).contains("Valid.");
            assertThat(judged(admin, "shop/i").errors())
                    .contains("asked by a dry run of the API server: ValidatingWebhookConfiguration outside");
        }
    }

    private static Ran judged(String kubeconfig, String image) {
        var pod = "{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {containers: [{name: c, image: " + image
                + "}]}}";
        return runWithInput(pod, "explain", "-f", "-", "--cluster", "--kubeconfig", kubeconfig);
    }

    @Test
    void whatOnlyTheServerCanAskItAsksByADryRun() throws Exception {
        try (var cluster = Cluster.start(ClusterPlan.ephemeral(List.of()).withAutoscalerSpeed(0), ClusterLog.SILENT);
                var accounts = new Observed(
                        cluster.client(), ApiResource.namespaced("", "v1", "serviceaccounts", "ServiceAccount"));
                var pods = new Observed(cluster.client(), ApiResource.PODS)) {
            var client = cluster.client();
            accounts.awaitAll(
                    "the account of pods",
                    all -> all.stream()
                            .anyMatch(each ->
                                    each.at("/metadata/namespace").asText().equals("default")));
            made(client, ApiResource.namespaced("", "v1", "configmaps", "ConfigMap"), """
                    {"metadata":{"namespace":"default","name":"images"},"data":{"prefix":"shop/"}}""");
            made(client, admission("validatingadmissionpolicies", "ValidatingAdmissionPolicy"), """
                    {"metadata":{"name":"by-parameter"},"spec":{"paramKind":{"apiVersion":"v1","kind":"ConfigMap"},
                    "matchConstraints":{"resourceRules":[{"apiGroups":[""],"apiVersions":["v1"],"operations":["CREATE"],
                    "resources":["pods"]}]},"validations":[{"expression":"object.spec.containers.all(c, c.image.startsWith(params.data.prefix))",
                    "message":"images are as the parameter says"}]}}""");
            made(client, admission("validatingadmissionpolicybindings", "ValidatingAdmissionPolicyBinding"), """
                    {"metadata":{"name":"by-parameter"},"spec":{"policyName":"by-parameter","validationActions":["Deny"],
                    "paramRef":{"name":"images","namespace":"default","parameterNotFoundAction":"Deny"}}}""");
            var admin = Files.writeString(folder.resolve("dry.conf"), cluster.kubeconfig())
                    .toString();
            var refused = judged(admin, "other/i");
            assertThat(refused.exit()).as(refused.errors()).isEqualTo(1);
            assertThat(refused.out()).contains("images are as the parameter says");
            var accepted = judged(admin, "shop/i");
            assertThat(accepted.exit()).as(accepted.errors()).isZero();
            var template = """
                    {apiVersion: apps/v1, kind: Deployment, metadata: {name: d}, spec: {selector: {matchLabels: {a: b}},
                     template: {metadata: {labels: {a: b}}, spec: {containers: [{name: c, image: other/i}]}}}}""";
            assertThat(runWithInput(template, "explain", "-f", "-", "--cluster", "--kubeconfig", admin)
                            .out())
                    .as("the pods that its controller would create")
                    .contains("images are as the parameter says");

            made(client, admission("validatingwebhookconfigurations", "ValidatingWebhookConfiguration"), """
                    {"metadata":{"name":"silent"},"webhooks":[{"name":"a.b.c","sideEffects":"None","admissionReviewVersions":["v1"],
                    "failurePolicy":"Fail","timeoutSeconds":1,"clientConfig":{"url":"https://127.0.0.1:1/"},"rules":[{"apiGroups":[""],
                    "apiVersions":["v1"],"operations":["CREATE"],"resources":["pods"]}]}]}""");
            var unanswered = judged(admin, "shop/i");
            assertThat(unanswered.errors())
                    .contains(
                            "not asked about Pod p: ", "ValidatingWebhookConfiguration silent", "the dry run failed: ");
            assertThat(pods.all()).as("nothing was created").isEmpty();
        }
    }

    private static String explained(String kubeconfig, String container, String more) {
        var pod = """
                apiVersion: v1
                kind: Pod
                metadata: {name: p}
                spec:
                  containers: [%s]
                  %s
                """.formatted(container, more);
        return runWithInput(pod, "explain", "-f", "-", "--cluster", "-n", "shop", "--kubeconfig", kubeconfig)
                .out();
    }
}
