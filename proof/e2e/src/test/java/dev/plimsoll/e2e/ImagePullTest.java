package dev.plimsoll.e2e;

import static dev.plimsoll.e2e.RealNode.container;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

// Acceptance of nodes: image-pulls, pull-secrets, events
/** Images that a real runtime pulls from a registry, with the secrets of the pod, when its policy says so. */
@Order(13)
class ImagePullTest implements UsualNode {
    private static final ApiResource SECRETS = ApiResource.namespaced("", "v1", "secrets", "Secret");

    private static String pod(String image, String policy, String more) {
        var pod = Specs.pod(Specs.container(
                "c", Specs.WAIT, Specs.NONE, policy.isEmpty() ? "" : ",\"imagePullPolicy\":\"" + policy + "\""));
        return (more.isEmpty() ? pod : Specs.with(pod, more))
                .replace("localhost/busybox:e2e", Registry.NAME + "/" + image);
    }

    private static void secret(RealNode node, String name, String password) {
        var auths = "{\"auths\":{\"" + Registry.NAME + "\":{\"username\":\"" + Registry.USER + "\",\"password\":\""
                + password + "\"}}}";
        var data = Base64.getEncoder().encodeToString(auths.getBytes(StandardCharsets.UTF_8));
        assertThat(node.client
                        .create(SECRETS, RealNode.json("""
                {"metadata":{"namespace":"default","name":"%s"},"type":"kubernetes.io/dockerconfigjson","data":{".dockerconfigjson":"%s"}}""".formatted(name, data)))
                        .problem())
                .isEmpty();
    }

    private static ObjectNode waiting(RealNode node, String pod, String reason) throws InterruptedException {
        return node.await(
                pod,
                reason,
                each -> container(each, "c")
                        .at("/state/waiting/reason")
                        .asText()
                        .equals(reason));
    }

    @Test
    void aPrivateImageComesWithASecretOfThePodOnly(RealNode node) throws IOException, InterruptedException {
        try (var _ = new Registry(node.guest)) {
            secret(node, "right", Registry.PASSWORD);
            secret(node, "wrong", "guessed");
            node.create("without", pod("private/app:1", "", ""));
            waiting(node, "without", "ImagePullBackOff");
            node.awaitEvent(
                    "without",
                    "Failed",
                    message -> message.startsWith("Failed to pull image \"registry.e2e/private/app:1\": "));
            node.awaitEvent(
                    "without",
                    "BackOff",
                    message -> message.startsWith("Back-off pulling image \"registry.e2e/private/app:1\""));
            node.create("mistaken", pod("private/app:1", "", "\"imagePullSecrets\":[{\"name\":\"wrong\"}]"));
            waiting(node, "mistaken", "ImagePullBackOff");

            node.run(
                    "with",
                    pod(
                            "private/app:1",
                            "",
                            "\"imagePullSecrets\":[{\"name\":\"wrong\"},{\"name\":\"right\"},{\"name\":\"missing\"}]"));
            node.awaitEvent("with", "FailedToRetrieveImagePullSecret", message -> message.contains("(missing)"));
            node.awaitEvent(
                    "with",
                    "Pulled",
                    message -> message.startsWith("Successfully pulled image \"registry.e2e/private/app:1\" in "));
        }
    }

    @Test
    void thePolicySaysWhenTheRegistryIsAsked(RealNode node) throws IOException, InterruptedException {
        try (var registry = new Registry(node.guest)) {
            node.create("never", pod("open/app:1", "Never", ""));
            waiting(node, "never", "ErrImageNeverPull");
            assertThat(registry.asked("open/app:1")).isZero();

            node.run("first", pod("open/app:1", "IfNotPresent", ""));
            node.awaitEvent("first", "Pulling", "Pulling image \"registry.e2e/open/app:1\""::equals);
            var asked = registry.asked("open/app:1");
            assertThat(asked).isPositive();
            node.run("second", pod("open/app:1", "", ""));
            node.awaitEvent("second", "Pulled", message -> message.contains("already present on machine"));
            assertThat(registry.asked("open/app:1")).isEqualTo(asked);
            node.run("always", pod("open/app:1", "Always", ""));
            assertThat(registry.asked("open/app:1")).isGreaterThan(asked);
            // One that moves is looked for anew by itself.
            node.run("latest", pod("open/app", "", ""));
            assertThat(registry.asked("open/app:latest")).isPositive();
            node.await(
                    "never",
                    "running now that the image is there",
                    pod -> container(pod, "c").path("state").has("running"));
        }
    }
}
