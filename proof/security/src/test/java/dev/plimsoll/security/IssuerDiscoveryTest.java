package dev.plimsoll.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.apiserver.authentication.ServiceAccountOptions;
import dev.plimsoll.apiserver.tls.Pki;
import dev.plimsoll.apiserver.tls.ServiceAccountKeys;
import dev.plimsoll.tls.Pem;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.AlgorithmParameters;
import java.security.KeyFactory;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPoint;
import java.security.spec.ECPublicKeySpec;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The keys of tokens: others can verify tokens by what the server tells, and keys can be changed without a break. */
class IssuerDiscoveryTest {
    private static final String CONFIGURATION = "/.well-known/openid-configuration";
    private static final String KEYS = "/openid/v1/jwks";
    private static final String ACCOUNTS = "/api/v1/namespaces/default/serviceaccounts";

    @Test
    void othersVerifyTokensByWhatTheServerTells() throws Exception {
        try (var server = new SecureServer()) {
            server.admin().post(ACCOUNTS, "{\"metadata\":{\"name\":\"bot\"}}");
            var token = server.admin()
                    .post(ACCOUNTS + "/bot/token", "{}")
                    .json()
                    .at("/status/token")
                    .asText();
            assertThat(server.anonymous().get(CONFIGURATION).status()).isEqualTo(403);
            assertThat(server.user("jane").get(KEYS).status()).isEqualTo(403);
            var account = server.bearer(token);
            var configuration = account.get(CONFIGURATION);
            assertThat(configuration.header("content-type")).containsExactly("application/json");
            assertThat(configuration.header("cache-control")).containsExactly("public, max-age=3600");
            var document = configuration.json();
            assertThat(document.path("issuer").asText()).isEqualTo(ServiceAccountOptions.DEFAULT_ISSUER);
            assertThat(document.path("jwks_uri").asText())
                    .isEqualTo(server.server().url() + KEYS);
            assertThat(document.path("response_types_supported").toString()).isEqualTo("[\"id_token\"]");
            assertThat(document.path("subject_types_supported").toString()).isEqualTo("[\"public\"]");
            assertThat(document.path("id_token_signing_alg_values_supported").toString())
                    .isEqualTo("[\"ES256\"]");
            var keys = account.get(KEYS);
            assertThat(keys.header("content-type")).containsExactly("application/jwk-set+json");
            assertThat(verifies(keys.json().path("keys").path(0), token)).isTrue();
            assertThat(keys.text()).doesNotContain("\"d\"");
            assertThat(server.defects()).isEmpty();
        }
    }

    private static boolean verifies(JsonNode key, String token) throws Exception {
        assertThat(key.path("kty").asText()).isEqualTo("EC");
        assertThat(key.path("use").asText()).isEqualTo("sig");
        var parameters = AlgorithmParameters.getInstance("EC");
        parameters.init(new ECGenParameterSpec("secp256r1"));
        var point = new ECPoint(number(key.path("x")), number(key.path("y")));
        var verifying = KeyFactory.getInstance("EC")
                .generatePublic(new ECPublicKeySpec(point, parameters.getParameterSpec(ECParameterSpec.class)));
        var parts = token.split("\\.", -1);
        var signature = Signature.getInstance("SHA256withECDSAinP1363Format");
        signature.initVerify(verifying);
        signature.update((parts[0] + "." + parts[1]).getBytes(StandardCharsets.US_ASCII));
        return signature.verify(Base64.getUrlDecoder().decode(parts[2]));
    }

    private static BigInteger number(JsonNode text) {
        return new BigInteger(1, Base64.getUrlDecoder().decode(text.asText()));
    }

    @Test
    void keysAreKeptBesideTheAuthorityAndAreNotItsOwn(@TempDir Path folder) throws Exception {
        var first = Pki.in(folder, false, InstantSource.system());
        assertThat(first.accountKeys().signer().key())
                .isNotEqualTo(first.authority().certificate().getPublicKey());
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("sa.key"))))
                .isEqualTo("rw-------");
        var second = Pki.in(folder, false, InstantSource.system());
        assertThat(second.accountKeys().signer().id())
                .isEqualTo(first.accountKeys().signer().id());
        assertThat(second.accountKeys().accepted()).hasSize(1);
    }

    @Test
    void aKeyIsChangedWithoutABreak(@TempDir Path folder) throws Exception {
        var before = Pki.in(folder, false, InstantSource.system()).accountKeys();
        Files.delete(folder.resolve("sa.key"));
        assertThatThrownBy(() -> Pki.in(folder, false, InstantSource.system()))
                .isInstanceOf(RuntimeException.class)
                .hasMessageContaining("sa.key is missing");
        Files.move(folder.resolve("sa.pub"), folder.resolve("sa-2026.pub"));
        var during = Pki.in(folder, false, InstantSource.system()).accountKeys();
        assertThat(during.signer().id()).isNotEqualTo(before.signer().id());
        assertThat(during.accepted())
                .extracting(key -> key.id())
                .containsExactly(during.signer().id(), before.signer().id());
        Files.delete(folder.resolve("sa-2026.pub"));
        assertThat(Pki.in(folder, false, InstantSource.system()).accountKeys().accepted())
                .hasSize(1);
    }

    @Test
    void keysComeFromFilesOfAnyUsualForm(@TempDir Path folder) throws Exception {
        var rsa = KeyPairGenerator.getInstance("RSA");
        rsa.initialize(2048);
        var pair = rsa.generateKeyPair();
        var secret = Files.writeString(folder.resolve("rsa.key"), Pem.of(pair.getPrivate()));
        var alone = ServiceAccountKeys.of(secret, List.of());
        assertThat(alone.signer().algorithm().name()).isEqualTo("RS256");
        var made = Pki.inMemory(Instant.now());
        var certificate = Files.writeString(
                folder.resolve("old.pub"),
                Pem.of(made.authority().certificate())
                        + Pem.of(made.accountKeys().signer().key()));
        assertThat(ServiceAccountKeys.of(secret, List.of(certificate)).accepted())
                .hasSize(3);
        var elliptic = Files.writeString(
                folder.resolve("ec.key"), Pem.of(made.accountKeys().secret()));
        assertThat(ServiceAccountKeys.of(elliptic, List.of(certificate))
                        .signer()
                        .id())
                .isEqualTo(made.accountKeys().signer().id());
        assertThatThrownBy(() -> ServiceAccountKeys.of(elliptic, List.of()))
                .hasMessageContaining("the public key of")
                .hasMessageContaining("--service-account-key-file");
        assertThatThrownBy(() -> ServiceAccountKeys.of(certificate, List.of())).hasMessageContaining("no private key");
        var text = Files.writeString(folder.resolve("text"), "nothing");
        assertThatThrownBy(() -> ServiceAccountKeys.of(secret, List.of(text))).hasMessageContaining("holds no key");
        rsa.initialize(1024);
        var shorter = Files.writeString(
                folder.resolve("short.pub"), Pem.of(rsa.generateKeyPair().getPublic()));
        assertThatThrownBy(() -> ServiceAccountKeys.of(secret, List.of(shorter)))
                .hasMessageContaining("too short");
    }
}
