package dev.plimsoll.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.security.SecureServer.Answer;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Namespaces with Pod Security labels, as their users meet them. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PodSecurityTest {
    private static final String LABEL = "pod-security.kubernetes.io/";
    private static final String PRIVILEGED = "\"securityContext\":{\"privileged\":true}";
    private static final String REFUSED = "privileged (container \"c\" must not set securityContext.privileged=true)";

    private final SecureServer server = new SecureServer();

    @AfterAll
    void close() {
        server.close();
        assertThat(server.defects()).isEmpty();
    }

    private Answer namespace(String name, String... labels) {
        return server.admin()
                .post(
                        "/api/v1/namespaces",
                        "{\"metadata\":{\"name\":\"" + name + "\",\"labels\":{" + labels(labels) + "}}}");
    }

    private static String labels(String... labels) {
        var text = new StringBuilder();
        for (var label : labels) {
            var parts = label.split("=", 2);
            text.append(text.isEmpty() ? "" : ",").append("\"%s%s\":\"%s\"".formatted(LABEL, parts[0], parts[1]));
        }
        return text.toString();
    }

    private Answer relabel(String name, String... labels) {
        return server.admin()
                .patch("/api/v1/namespaces/" + name, "{\"metadata\":{\"labels\":{" + labels(labels) + "}}}");
    }

    private Answer pod(String namespace, String name, String context) {
        return server.admin()
                .post(
                        "/api/v1/namespaces/" + namespace + "/pods",
                        "{\"metadata\":{\"name\":\"" + name + "\"},\"spec\":" + spec(context) + "}");
    }

    private static String spec(String context) {
        return "{\"containers\":[{\"name\":\"c\",\"image\":\"i\"" + (context.isEmpty() ? "" : "," + context) + "}]}";
    }

    @Test
    void aPodThatViolatesWhatIsEnforcedIsRefused() {
        namespace("enforced", "enforce=baseline");
        var answer = pod("enforced", "p", PRIVILEGED);
        assertThat(answer.status()).isEqualTo(403);
        assertThat(answer.message())
                .isEqualTo("pods \"p\" is forbidden: violates PodSecurity \"baseline:latest\": " + REFUSED);
        assertThat(answer.header("warning")).isEmpty();
        assertThat(pod("enforced", "p", "").status()).isEqualTo(201);
    }

    @Test
    void aDryRunIsRefusedToo() {
        namespace("tried", "enforce=baseline", "enforce-version=v1.30");
        var answer = server.admin()
                .post(
                        "/api/v1/namespaces/tried/pods?dryRun=All",
                        "{\"metadata\":{\"name\":\"p\"},\"spec\":" + spec(PRIVILEGED) + "}");
        assertThat(answer.status()).isEqualTo(403);
        assertThat(answer.message()).contains("violates PodSecurity \"baseline:v1.30\": privileged");
    }

    @Test
    void warningsAndNothingMore() {
        namespace("warned", "warn=baseline", "audit=restricted");
        var answer = pod("warned", "p", PRIVILEGED);
        assertThat(answer.status()).isEqualTo(201);
        assertThat(answer.header("warning"))
                .containsExactly("299 - \"would violate PodSecurity \\\"baseline:latest\\\": "
                        + REFUSED.replace("\"", "\\\"") + "\"");
    }

    @Test
    void otherNamespacesAskNothing() {
        namespace("free");
        var answer = pod("free", "p", PRIVILEGED);
        assertThat(answer.status()).isEqualTo(201);
        assertThat(answer.header("warning")).isEmpty();
    }

    @Test
    void changesAreLookedAtIfTheyBringSomethingToRun() {
        namespace("changed");
        assertThat(pod("changed", "p", PRIVILEGED).status()).isEqualTo(201);
        relabel("changed", "enforce=baseline");
        var path = "/api/v1/namespaces/changed/pods/p";
        assertThat(server.admin()
                        .patch(path, "{\"metadata\":{\"labels\":{\"a\":\"b\"}}}")
                        .status())
                .isEqualTo(200);
        assertThat(server.admin()
                        .patch(path + "/status", "{\"status\":{\"message\":\"x\"}}")
                        .status())
                .isEqualTo(200);
        var image = strategic(path, "{\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"j\"}]}}");
        assertThat(image.status()).isEqualTo(403);
        assertThat(image.message()).contains("violates PodSecurity \"baseline:latest\": " + REFUSED);
        var resize = strategic(
                path + "/resize",
                "{\"spec\":{\"containers\":[{\"name\":\"c\",\"resources\":{\"requests\":{\"cpu\":\"1m\"}}}]}}");
        assertThat(resize.status()).isNotEqualTo(403);
    }

    @Test
    void ephemeralContainersAreLookedAt() {
        namespace("debugged", "enforce=baseline");
        assertThat(pod("debugged", "p", "").status()).isEqualTo(201);
        var path = "/api/v1/namespaces/debugged/pods/p/ephemeralcontainers";
        var bad = strategic(
                path, "{\"spec\":{\"ephemeralContainers\":[{\"name\":\"e\",\"image\":\"i\"," + PRIVILEGED + "}]}}");
        assertThat(bad.status()).as(bad.text()).isEqualTo(403);
        assertThat(bad.message()).contains("privileged (container \"e\" must not set securityContext.privileged=true)");
        var good = strategic(path, "{\"spec\":{\"ephemeralContainers\":[{\"name\":\"e\",\"image\":\"i\"}]}}");
        assertThat(good.status()).as(good.text()).isEqualTo(200);
    }

    private Answer strategic(String path, String patch) {
        return server.admin()
                .with(Map.of("Content-Type", "application/strategic-merge-patch+json"))
                .call("PATCH", path, patch);
    }

    @Test
    void workloadsAreOnlyWarnedOf() {
        namespace("working", "enforce=restricted");
        var template = "{\"metadata\":{\"labels\":{\"a\":\"b\"}},\"spec\":" + spec("") + "}";
        var selector = "\"selector\":{\"matchLabels\":{\"a\":\"b\"}},";
        var never = template.replace("{\"containers\"", "{\"restartPolicy\":\"Never\",\"containers\"");
        var apps = "/apis/apps/v1/namespaces/working/";
        var batch = "/apis/batch/v1/namespaces/working/";
        warned(apps + "deployments", selector + "\"template\":" + template);
        warned(apps + "replicasets", selector + "\"template\":" + template);
        warned(apps + "daemonsets", selector + "\"template\":" + template);
        warned(apps + "statefulsets", selector + "\"serviceName\":\"s\",\"template\":" + template);
        warned(batch + "jobs", "\"template\":" + never);
        warned(
                batch + "cronjobs",
                "\"schedule\":\"* * * * *\",\"jobTemplate\":{\"spec\":{\"template\":" + never + "}}");
        var changed = server.admin().patch(apps + "deployments/w", "{\"spec\":{\"replicas\":2}}");
        assertThat(changed.status()).isEqualTo(200);
        assertThat(changed.header("warning")).hasSize(1);
    }

    private void warned(String path, String spec) {
        var answer = server.admin().post(path, "{\"metadata\":{\"name\":\"w\"},\"spec\":{" + spec + "}}");
        assertThat(answer.status()).as(answer.text()).isEqualTo(201);
        assertThat(answer.header("warning")).hasSize(1);
        assertThat(answer.header("warning").getFirst())
                .contains("would violate PodSecurity \\\"restricted:latest\\\": allowPrivilegeEscalation != false"
                        + " (container \\\"c\\\" must set securityContext.allowPrivilegeEscalation=false)");
    }

    @Test
    void labelsAreChecked() {
        var answer = namespace("odd", "enforce=foo", "warn-version=1");
        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.message())
                .isEqualTo(
                        "Namespace \"odd\" is invalid: [metadata.labels[pod-security.kubernetes.io/enforce]: Invalid value:"
                                + " \"foo\": must be one of privileged, baseline, restricted,"
                                + " metadata.labels[pod-security.kubernetes.io/warn-version]: Invalid value: \"1\": must be \"latest\""
                                + " or \"v1.x\"]");
        namespace("even");
        assertThat(relabel("even", "audit=Baseline").status()).isEqualTo(422);
        assertThat(relabel("even", "audit=baseline").status()).isEqualTo(200);
    }

    @Test
    void existingPodsAreToldWhenThePolicyGetsStricter() {
        namespace("tightened");
        for (var name : new String[] {"b", "a", "c"}) pod("tightened", name, PRIVILEGED);
        pod("tightened", "good", "");
        var answer = relabel("tightened", "enforce=baseline");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("warning"))
                .containsExactly(
                        "299 - \"existing pods in namespace \\\"tightened\\\" violate the new PodSecurity enforce level"
                                + " \\\"baseline:latest\\\"\"",
                        "299 - \"a (and 2 other pods): privileged\"");
        assertThat(relabel("tightened", "enforce=privileged").header("warning")).isEmpty();
    }
}
