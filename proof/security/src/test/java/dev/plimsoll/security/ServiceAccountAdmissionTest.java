package dev.plimsoll.security;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.apiserver.ApiServerSettings;
import dev.plimsoll.apiserver.authentication.ServiceAccountOptions;
import dev.plimsoll.security.SecureServer.Answer;
import dev.plimsoll.store.memory.MemoryStore;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

// Acceptance of Kubernetes clients: accounts
/** Pods and their service accounts, on a server as it comes and on one that completes pods. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ServiceAccountAdmissionTest {
    private static final String PODS = "/api/v1/namespaces/default/pods";
    private static final String ACCOUNTS = "/api/v1/namespaces/default/serviceaccounts";
    private static final String CONTAINER = "\"containers\":[{\"name\":\"c\",\"image\":\"i\"}]";

    private final SecureServer usual = new SecureServer();
    private final SecureServer completing = new SecureServer(
            new MemoryStore(),
            ApiServerSettings.Extras.DEFAULT.with(ServiceAccountOptions.DEFAULT.completingPods()),
            InstantSource.system());

    @AfterAll
    void close() {
        for (var server : List.of(usual, completing)) {
            server.close();
            assertThat(server.defects()).isEmpty();
        }
    }

    @BeforeAll
    void accounts() {
        for (var server : List.of(usual, completing)) {
            made(server, "{\"metadata\":{\"name\":\"plain\"}}");
            made(server, "{\"metadata\":{\"name\":\"pulls\"},\"imagePullSecrets\":[{\"name\":\"registry\"}]}");
            made(server, "{\"metadata\":{\"name\":\"quiet\"},\"automountServiceAccountToken\":false}");
            made(server, """
                    {"metadata":{"name":"strict","annotations":{"kubernetes.io/enforce-mountable-secrets":"true"}},
                     "secrets":[{"name":"allowed"}],"imagePullSecrets":[{"name":"registry"}]}""");
        }
    }

    private static void made(SecureServer server, String account) {
        assertThat(server.admin().post(ACCOUNTS, account).status()).isEqualTo(201);
    }

    private static Answer pod(SecureServer server, String spec) {
        return server.admin().post(PODS + "?dryRun=All", "{\"metadata\":{\"name\":\"p\"},\"spec\":{" + spec + "}}");
    }

    @Test
    void anAccountThatIsNotThereIsRefused() {
        for (var server : List.of(usual, completing)) {
            for (var field : List.of("serviceAccountName", "serviceAccount")) {
                var answer = pod(server, "\"" + field + "\":\"none\"," + CONTAINER);
                assertThat(answer.status()).isEqualTo(403);
                assertThat(answer.message())
                        .isEqualTo("pods \"p\" is forbidden: error looking up service account default/none: "
                                + "serviceaccount \"none\" not found");
            }
        }
    }

    @Test
    void theUsualServerLeavesPodsAsTheyAre() {
        var spec = pod(usual, CONTAINER).json().path("spec");
        assertThat(spec.has("serviceAccountName")).isFalse();
        assertThat(spec.has("volumes")).isFalse();
        var named = pod(usual, "\"serviceAccountName\":\"plain\"," + CONTAINER)
                .json()
                .path("spec");
        assertThat(named.path("serviceAccount").asText()).isEqualTo("plain");
        assertThat(named.has("volumes")).isFalse();
    }

    @Test
    void pullSecretsOfTheAccountAreCopiedUnlessThePodHasItsOwn() {
        for (var server : List.of(usual, completing)) {
            var account = "\"serviceAccountName\":\"pulls\",";
            assertThat(pod(server, account + CONTAINER)
                            .json()
                            .at("/spec/imagePullSecrets")
                            .toString())
                    .isEqualTo("[{\"name\":\"registry\"}]");
            var own = pod(server, account + "\"imagePullSecrets\":[{\"name\":\"mine\"}]," + CONTAINER);
            assertThat(own.json().at("/spec/imagePullSecrets").toString()).isEqualTo("[{\"name\":\"mine\"}]");
        }
    }

    static Stream<Arguments> secrets() {
        var rest = " is not allowed because service account strict does not reference that secret";
        return Stream.of(
                Arguments.of(
                        "a volume",
                        CONTAINER + ",\"volumes\":[{\"name\":\"v\",\"secret\":{\"secretName\":\"x\"}}]",
                        "volume with secret.secretName=\"x\"" + rest),
                Arguments.of(
                        "a variable",
                        "\"containers\":[{\"name\":\"c\",\"image\":\"i\",\"env\":[{\"name\":\"E\",\"valueFrom\":{\"secretKeyRef\":{\"name\":\"x\",\"key\":\"k\"}}}]}]",
                        "container c with envVar E referencing secret.secretName=\"x\"" + rest),
                Arguments.of(
                        "all variables",
                        "\"containers\":[{\"name\":\"c\",\"image\":\"i\",\"envFrom\":[{\"secretRef\":{\"name\":\"x\"}}]}]",
                        "container c with envFrom referencing secret.secretName=\"x\"" + rest),
                Arguments.of(
                        "variables of an init container",
                        CONTAINER
                                + ",\"initContainers\":[{\"name\":\"i\",\"image\":\"i\",\"envFrom\":[{\"secretRef\":{\"name\":\"x\"}}]}]",
                        "init container i with envFrom referencing secret.secretName=\"x\"" + rest),
                Arguments.of(
                        "a pull secret",
                        CONTAINER + ",\"imagePullSecrets\":[{\"name\":\"registry\"},{\"name\":\"x\"}]",
                        "imagePullSecrets[1].name=\"x\" is not allowed because service account strict does not reference that imagePullSecret"),
                Arguments.of(
                        "a secret that it may use",
                        CONTAINER + ",\"volumes\":[{\"name\":\"v\",\"secret\":{\"secretName\":\"allowed\"}}]",
                        ""));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("secrets")
    void anAccountMayBoundTheSecretsOfItsPods(String what, String spec, String text) {
        for (var server : List.of(usual, completing)) {
            var answer = pod(server, "\"serviceAccountName\":\"strict\"," + spec);
            assertThat(answer.status()).as(what + answer.text()).isEqualTo(text.isEmpty() ? 201 : 403);
            if (!text.isEmpty()) assertThat(answer.message()).isEqualTo("pods \"p\" is forbidden: " + text);
        }
    }

    @Test
    void containersForDebuggingAreBoundTheSameWay() {
        var admin = usual.admin();
        admin.post(
                PODS,
                "{\"metadata\":{\"name\":\"debugged\"},\"spec\":{\"serviceAccountName\":\"strict\"," + CONTAINER
                        + "}}");
        var answer = admin.patch(PODS + "/debugged/ephemeralcontainers", """
                {"spec":{"ephemeralContainers":[{"name":"d","image":"i","envFrom":[{"secretRef":{"name":"x"}}]}]}}""");
        assertThat(answer.status()).as(answer.text()).isEqualTo(403);
        assertThat(answer.message()).contains("ephemeral container d with envFrom referencing secret.secretName=\"x\"");
    }

    @Test
    void aServerThatCompletesPodsMountsTheToken() {
        var spec = pod(completing, CONTAINER + ",\"initContainers\":[{\"name\":\"i\",\"image\":\"i\"}]")
                .json()
                .path("spec");
        assertThat(spec.path("serviceAccountName").asText()).isEqualTo("default");
        assertThat(spec.path("serviceAccount").asText()).isEqualTo("default");
        var volume = spec.path("volumes").path(0);
        var name = volume.path("name").asText();
        assertThat(name).matches("kube-api-access-[a-z0-9]{5}");
        assertThat(volume.at("/projected/defaultMode").asInt()).isEqualTo(420);
        var sources = volume.at("/projected/sources");
        assertThat(sources.path(0).toString())
                .isEqualTo("{\"serviceAccountToken\":{\"expirationSeconds\":3607,\"path\":\"token\"}}");
        assertThat(sources.path(1).toString())
                .isEqualTo(
                        "{\"configMap\":{\"name\":\"kube-root-ca.crt\",\"items\":[{\"key\":\"ca.crt\",\"path\":\"ca.crt\"}]}}");
        assertThat(sources.path(2).toString())
                .isEqualTo("{\"downwardAPI\":{\"items\":[{\"path\":\"namespace\",\"fieldRef\":{\"apiVersion\":\"v1\","
                        + "\"fieldPath\":\"metadata.namespace\"}}]}}");
        for (var container : List.of("/containers/0", "/initContainers/0")) {
            JsonNode mount = spec.at(container + "/volumeMounts/0");
            assertThat(mount.path("name").asText()).isEqualTo(name);
            assertThat(mount.path("readOnly").asBoolean()).isTrue();
            assertThat(mount.path("mountPath").asText()).isEqualTo("/var/run/secrets/kubernetes.io/serviceaccount");
        }
    }

    static Stream<Arguments> mounts() {
        var own = "\"containers\":[{\"name\":\"c\",\"image\":\"i\",\"volumeMounts\":[{\"name\":\"v\",\"mountPath\":"
                + "\"/var/run/secrets/kubernetes.io/serviceaccount\"}]}],\"volumes\":[{\"name\":\"v\",\"emptyDir\":{}}]";
        var reused = CONTAINER + ",\"volumes\":[{\"name\":\"kube-api-access-mine\",\"emptyDir\":{}}]";
        return Stream.of(
                Arguments.of("a pod that says no", "\"automountServiceAccountToken\":false," + CONTAINER, 0, 0),
                Arguments.of("a pod whose account says no", "\"serviceAccountName\":\"quiet\"," + CONTAINER, 0, 0),
                Arguments.of(
                        "a pod that says yes to an account that says no",
                        "\"serviceAccountName\":\"quiet\",\"automountServiceAccountToken\":true," + CONTAINER,
                        1,
                        1),
                Arguments.of("a container with something at that place", own, 1, 1),
                Arguments.of("a pod with a volume of that name", reused, 1, 1));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("mounts")
    void notEveryPodGetsTheVolume(String what, String spec, int volumes, int volumeMounts) {
        var pod = pod(completing, spec).json().path("spec");
        assertThat(pod.path("volumes").size()).as(what).isEqualTo(volumes);
        assertThat(pod.at("/containers/0/volumeMounts").size()).isEqualTo(volumeMounts);
    }

    @Test
    void theDefaultAccountIsMadeWithTheFirstPodThatNeedsIt() {
        var admin = completing.admin();
        assertThat(admin.post("/api/v1/namespaces", "{\"metadata\":{\"name\":\"fresh\"}}")
                        .status())
                .isEqualTo(201);
        var body = "{\"metadata\":{\"name\":\"p\"},\"spec\":{" + CONTAINER + "}}";
        var accounts = "/api/v1/namespaces/fresh/serviceaccounts";
        assertThat(admin.post("/api/v1/namespaces/fresh/pods?dryRun=All", body).status())
                .isEqualTo(201);
        assertThat(admin.get(accounts + "/default").status()).isEqualTo(404);
        assertThat(admin.post("/api/v1/namespaces/fresh/pods", body).status()).isEqualTo(201);
        assertThat(admin.get(accounts + "/default").json().at("/metadata/uid").asText())
                .isNotEmpty();
        assertThat(admin.post(accounts + "/default/token", "{}").status()).isEqualTo(201);
    }

    @Test
    void aMirrorPodHasNoAccount() {
        for (var server : List.of(usual, completing)) {
            var answer = server.admin()
                    .post(
                            PODS + "?dryRun=All",
                            "{\"metadata\":{\"name\":\"m\",\"annotations\":{\"kubernetes.io/config.mirror\":\"x\"}},\"spec\":{\"nodeName\":\"n\","
                                    + CONTAINER + "}}");
            assertThat(answer.status()).as(answer.text()).isEqualTo(201);
            assertThat(answer.json().path("spec").has("serviceAccountName")).isFalse();
            assertThat(answer.json().path("spec").has("volumes")).isFalse();
        }
    }
}
