package dev.plimsoll.integration.controllers;

import static dev.plimsoll.integration.controllers.Cluster.text;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.Patch;
import dev.plimsoll.cluster.SecretTokenSigner;
import dev.plimsoll.controllers.ControllerSettings;
import dev.plimsoll.controllers.Controllers;
import dev.plimsoll.objects.SecretObject;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Tokens of service accounts that are kept in secrets. */
class TokenSecretsTest extends OneCluster {
    @Override
    Controllers begun() {
        return cluster.controllers(ControllerSettings.DEFAULT
                .withRootCertificates("PEM")
                .with(SecretTokenSigner.with(cluster.server().pki().accountKeys())));
    }

    private void secret(String name, String account) {
        cluster.create(SecretObject.RESOURCE, """
                {"metadata":{"name":"%s","annotations":{"kubernetes.io/service-account.name":"%s"}},
                 "type":"kubernetes.io/service-account-token"}""".formatted(name, account));
    }

    private SecretObject filled(String name) throws InterruptedException {
        return new SecretObject(until(
                SecretObject.RESOURCE, name, each -> !text(each, "/data/token").isEmpty()));
    }

    @Test
    @DisplayName(
            "a secret gets the token of its account, the certificates and the namespace, and the token is accepted")
    void aSecretIsFilled() throws Exception {
        cluster.create(ApiResource.ACCOUNTS, "{\"metadata\":{\"name\":\"robot\"}}");
        secret("robot-token", "robot");
        var secret = filled("robot-token");
        assertThat(secret.text("ca.crt")).contains("PEM");
        assertThat(secret.text("namespace")).contains("default");
        assertThat(secret.accountUid()).isNotEmpty();
        var review = reviewed(secret.text("token").orElseThrow());
        assertThat(review.path("authenticated").asBoolean()).isTrue();
        assertThat(text(review, "/user/username")).isEqualTo("system:serviceaccount:default:robot");
    }

    @Test
    @DisplayName("what somebody takes out of the secret comes back, with another look at the certificates")
    void whatIsTakenOutComesBack() throws Exception {
        cluster.create(ApiResource.ACCOUNTS, "{\"metadata\":{\"name\":\"robot\"}}");
        secret("token", "robot");
        filled("token");
        Cluster.done(cluster.client()
                .patch(
                        SecretObject.RESOURCE,
                        new ObjectName("default", "token"),
                        new Patch.Merge(Cluster.json("{\"data\":{\"token\":null,\"ca.crt\":\"b3RoZXI=\"}}"))));
        until(
                SecretObject.RESOURCE,
                "token",
                each -> new SecretObject((ObjectNode) each).text("ca.crt").equals(Optional.of("PEM"))
                        && !text(each, "/data/token").isEmpty());
    }

    @Test
    @DisplayName(
            "with its account the secret goes, and the token with it; one for an account that is not there goes at once")
    void theSecretGoesWithItsAccount() throws Exception {
        cluster.create(ApiResource.ACCOUNTS, "{\"metadata\":{\"name\":\"robot\"}}");
        secret("robot-token", "robot");
        var token = filled("robot-token").text("token").orElseThrow();
        delete(ApiResource.ACCOUNTS, "robot", "");
        untilGone(SecretObject.RESOURCE, "robot-token");
        assertThat(reviewed(token).path("authenticated").asBoolean()).isFalse();
        secret("nobody-token", "nobody");
        untilGone(SecretObject.RESOURCE, "nobody-token");
    }

    private JsonNode reviewed(String token) {
        var reviews = ApiResource.clustered("authentication.k8s.io", "v1", "tokenreviews", "TokenReview");
        var review = Cluster.json(
                "{\"apiVersion\":\"authentication.k8s.io/v1\",\"kind\":\"TokenReview\",\"spec\":{\"token\":\"" + token
                        + "\"}}");
        return Cluster.done(cluster.client().create(reviews, review)).path("status");
    }
}
