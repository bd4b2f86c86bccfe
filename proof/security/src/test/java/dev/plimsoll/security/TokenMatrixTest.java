package dev.plimsoll.security;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.ApiServerSettings;
import dev.plimsoll.apiserver.audit.AuditFile;
import dev.plimsoll.apiserver.authentication.ServiceAccountOptions;
import dev.plimsoll.apiserver.limits.RequestLimits;
import dev.plimsoll.store.memory.MemoryStore;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.Signature;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tokens of service accounts: who gets one, for whom it is, how long it is good, and what forgers try. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TokenMatrixTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final String NAMESPACE = "/api/v1/namespaces/default/";
    private static final String TOKEN = NAMESPACE + "serviceaccounts/bot/token";
    private static final String REVIEWS = "/apis/authentication.k8s.io/v1/tokenreviews";
    private static final String SELF = "/apis/authentication.k8s.io/v1/selfsubjectreviews";
    private static final String SERVER = ServiceAccountOptions.DEFAULT_ISSUER;
    private static final Instant START = Instant.parse("2026-03-01T12:00:00Z");

    private final AtomicReference<Instant> now = new AtomicReference<>(START);
    private final SecureServer server = new SecureServer(
            new MemoryStore(),
            ApiServerSettings.Extras.DEFAULT.with(new ServiceAccountOptions(
                    List.of(SERVER, "https://old.example.com"),
                    List.of(SERVER, "api"),
                    Duration.ofDays(30),
                    true,
                    false)),
            now::get);
    private final SecureServer.Client admin = server.admin();

    @AfterAll
    void close() {
        server.close();
        assertThat(server.defects()).isEmpty();
    }

    @BeforeAll
    void objects() {
        for (var name : List.of("bot", "other")) made("serviceaccounts", "{\"metadata\":{\"name\":\"" + name + "\"}}");
        admin.post("/api/v1/nodes", "{\"metadata\":{\"name\":\"n1\"}}");
        made("secrets", "{\"metadata\":{\"name\":\"s\"}}");
        made("configmaps", "{\"metadata\":{\"name\":\"c\"}}");
        pod("p", "bot", "n1");
        pod("unbound", "bot", "");
        pod("foreign", "other", "n1");
    }

    private void made(String plural, String body) {
        var answer = admin.post(NAMESPACE + plural, body);
        assertThat(answer.status()).as(answer.text()).isEqualTo(201);
    }

    private void pod(String name, String account, String node) {
        made("pods", """
                {"metadata":{"name":"%s"},"spec":{"serviceAccountName":"%s",%s"containers":[{"name":"c","image":"i"}],
                 "volumes":[{"name":"t","projected":{"sources":[{"serviceAccountToken":{"path":"t","audience":"vault"}},
                   {"serviceAccountToken":{"path":"u"}}]}}]}}""".formatted(name, account, node.isEmpty() ? "" : "\"nodeName\":\"" + node + "\","));
    }

    private static String request(String spec) {
        return "{\"apiVersion\":\"authentication.k8s.io/v1\",\"kind\":\"TokenRequest\",\"spec\":{" + spec + "}}";
    }

    private static String bound(String kind, String name, String uid) {
        return "\"boundObjectRef\":{\"apiVersion\":\"v1\",\"kind\":\"" + kind + "\",\"name\":\"" + name + "\""
                + (uid.isEmpty() ? "" : ",\"uid\":\"" + uid + "\"") + "}";
    }

    private String uid(String path) {
        return admin.get(path).json().at("/metadata/uid").asText();
    }

    private String issued(String spec) {
        return issued(TOKEN, spec);
    }

    private String issued(String path, String spec) {
        var answer = admin.post(path, request(spec));
        assertThat(answer.status()).as(answer.text()).isEqualTo(201);
        return answer.json().at("/status/token").asText();
    }

    private int login(String token) {
        return server.bearer(token).post(SELF, "{}").status();
    }

    private JsonNode review(String token, String audiences) {
        var answer = admin.post(REVIEWS, "{\"spec\":{\"token\":\"" + token + "\"" + audiences + "}}");
        assertThat(answer.status()).as(answer.text()).isEqualTo(201);
        return answer.json().path("status");
    }

    private String error(String token) {
        var status = review(token, "");
        assertThat(status.path("authenticated").asBoolean()).isFalse();
        assertThat(login(token)).isEqualTo(401);
        return status.path("error").asText();
    }

    private static JsonNode part(String token, int index) {
        try {
            return MAPPER.readTree(Base64.getUrlDecoder().decode(token.split("\\.", -1)[index]));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String text(String content) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(content.getBytes(StandardCharsets.UTF_8));
    }

    static Stream<Arguments> requests() {
        var expired = "spec.expirationSeconds";
        return Stream.of(
                Arguments.of(
                        "less than ten minutes",
                        "\"expirationSeconds\":599",
                        422,
                        expired + ": Invalid value: 599: may not specify a duration less than 10 minutes"),
                Arguments.of(
                        "no time", "\"expirationSeconds\":0", 422, "may not specify a duration less than 10 minutes"),
                Arguments.of(
                        "a negative time",
                        "\"expirationSeconds\":-9223372036854775808",
                        422,
                        "may not specify a duration less than 10 minutes"),
                Arguments.of(
                        "more than 2^32 seconds",
                        "\"expirationSeconds\":4294967297",
                        422,
                        "may not specify a duration larger than 2^32 seconds"),
                Arguments.of(
                        "10^12 seconds",
                        "\"expirationSeconds\":1000000000000",
                        422,
                        "may not specify a duration larger than 2^32 seconds"),
                Arguments.of(
                        "2^63-1 seconds",
                        "\"expirationSeconds\":9223372036854775807",
                        422,
                        "may not specify a duration larger than 2^32 seconds"),
                Arguments.of("2^63 seconds", "\"expirationSeconds\":9223372036854775808", 400, "expirationSeconds"),
                Arguments.of("a time that is no number", "\"expirationSeconds\":\"3600\"", 400, "expirationSeconds"),
                Arguments.of("a broken time", "\"expirationSeconds\":3600.5", 400, "expirationSeconds"),
                Arguments.of("audiences that are none", "\"audiences\":\"x\"", 400, "audiences"),
                Arguments.of("a pod that is not there", bound("Pod", "none", ""), 404, "pods \"none\" not found"),
                Arguments.of(
                        "a pod of another time",
                        bound("Pod", "p", "old"),
                        409,
                        "the UID in the bound object reference (old) does not match the UID in record. The object might have been deleted and then recreated"),
                Arguments.of(
                        "a pod of another account",
                        bound("Pod", "foreign", ""),
                        400,
                        "cannot bind token for serviceaccount \"bot\" to pod running with different serviceaccount name."),
                Arguments.of("a node that is not there", bound("Node", "none", ""), 404, "nodes \"none\" not found"),
                Arguments.of(
                        "a secret that is not there", bound("Secret", "none", ""), 404, "secrets \"none\" not found"),
                Arguments.of(
                        "a secret of another time",
                        bound("Secret", "s", "old"),
                        409,
                        "the UID in the bound object reference (old)"),
                Arguments.of(
                        "a config map",
                        bound("ConfigMap", "c", ""),
                        400,
                        "cannot bind token to object of type /v1, Kind=ConfigMap"),
                Arguments.of(
                        "a pod of another group",
                        "\"boundObjectRef\":{\"apiVersion\":\"x/v1\",\"kind\":\"Pod\",\"name\":\"p\"}",
                        400,
                        "cannot bind token to object of type x/v1, Kind=Pod"),
                Arguments.of(
                        "an object without a kind",
                        "\"boundObjectRef\":{\"name\":\"p\"}",
                        400,
                        "cannot bind token to object of type"));
    }

    @ParameterizedTest(name = "a token for {0} is refused")
    @MethodSource("requests")
    void refusedRequests(String what, String spec, int status, String text) {
        var answer = admin.post(TOKEN, request(spec));
        assertThat(answer.status()).as(what + answer.text()).isEqualTo(status);
        assertThat(answer.message()).contains(text);
    }

    @Test
    void aRequestIsAboutTheAccountOfItsPath() {
        assertThat(admin.post(TOKEN, "{\"metadata\":{\"name\":\"x\"}}").message())
                .contains("metadata.name: Invalid value: \"x\": must match the service account name if specified");
        assertThat(admin.post(TOKEN, "{\"metadata\":{\"namespace\":\"x\"}}").message())
                .contains("must match the service account namespace if specified");
        var conflict = admin.post(TOKEN, "{\"metadata\":{\"uid\":\"x\"}}");
        assertThat(conflict.status()).isEqualTo(409);
        assertThat(conflict.message())
                .endsWith("the UID in the token request (x) does not match the UID of the service account ("
                        + uid(NAMESPACE + "serviceaccounts/bot") + ")");
        assertThat(admin.post(NAMESPACE + "serviceaccounts/none/token", "{}").status())
                .isEqualTo(404);
    }

    @Test
    void aTokenSaysWhatItIs() {
        var answer = admin.post(TOKEN, request(bound("Pod", "p", "")));
        assertThat(answer.json().at("/spec/audiences").toString()).isEqualTo("[\"" + SERVER + "\",\"api\"]");
        assertThat(answer.json().at("/spec/expirationSeconds").asLong()).isEqualTo(3600);
        assertThat(answer.json().at("/status/expirationTimestamp").asText())
                .isEqualTo(now.get().plusSeconds(3600).toString());
        var token = answer.json().at("/status/token").asText();
        var header = part(token, 0);
        assertThat(header.path("alg").asText()).isEqualTo("ES256");
        assertThat(header.path("kid").asText())
                .isEqualTo(server.server().pki().accountKeys().signer().id());
        var claims = part(token, 1);
        var second = now.get().getEpochSecond();
        assertThat(claims.path("iss").asText()).isEqualTo(SERVER);
        assertThat(claims.path("sub").asText()).isEqualTo("system:serviceaccount:default:bot");
        assertThat(List.of(
                        claims.path("iat").asLong(),
                        claims.path("nbf").asLong(),
                        claims.path("exp").asLong()))
                .containsExactly(second, second, second + 3600);
        var bound = claims.path("kubernetes.io");
        assertThat(bound.at("/pod/uid").asText()).isEqualTo(uid(NAMESPACE + "pods/p"));
        assertThat(bound.at("/node/uid").asText()).isEqualTo(uid("/api/v1/nodes/n1"));
        assertThat(bound.has("warnafter")).isFalse();
        var user = server.bearer(token).post(SELF, "{}").json().at("/status/userInfo");
        assertThat(user.path("username").asText()).isEqualTo("system:serviceaccount:default:bot");
        assertThat(user.path("groups").toString())
                .isEqualTo("[\"system:serviceaccounts\",\"system:serviceaccounts:default\",\"system:authenticated\"]");
        var extra = user.path("extra");
        assertThat(extra.path("authentication.kubernetes.io/pod-name").toString())
                .isEqualTo("[\"p\"]");
        assertThat(extra.path("authentication.kubernetes.io/node-name").toString())
                .isEqualTo("[\"n1\"]");
        assertThat(extra.path("authentication.kubernetes.io/credential-id")
                        .path(0)
                        .asText())
                .isEqualTo("JTI=" + claims.path("jti").asText());
    }

    @Test
    void aDryRunMakesNoToken() {
        var answer = admin.post(TOKEN + "?dryRun=All", request(""));
        assertThat(answer.json().at("/status/token").isMissingNode()).isTrue();
    }

    @Test
    void aLifeIsNoLongerThanTheServerAllows() {
        var answer = admin.post(TOKEN, request("\"expirationSeconds\":4294967296"));
        assertThat(answer.status()).isEqualTo(201);
        assertThat(answer.json().at("/spec/expirationSeconds").asLong()).isEqualTo(2_592_000);
        assertThat(answer.header("warning").toString())
                .contains("requested expiration of 4294967296 seconds shortened to 2592000 seconds");
    }

    static Stream<Arguments> audiences() {
        return Stream.of(
                Arguments.of("", "", true, "[\"" + SERVER + "\",\"api\"]"),
                Arguments.of("\"audiences\":[\"api\"]", "", true, "[\"api\"]"),
                Arguments.of("\"audiences\":[\"vault\"]", "", false, ""),
                Arguments.of("\"audiences\":[\"vault\",\"api\"]", "", true, "[\"api\"]"),
                Arguments.of("\"audiences\":[\"vault\",\"api\"]", ",\"audiences\":[\"vault\"]", true, "[\"vault\"]"),
                Arguments.of("\"audiences\":[\"vault\"]", ",\"audiences\":[\"vault\",\"x\"]", true, "[\"vault\"]"),
                Arguments.of("\"audiences\":[\"vault\"]", ",\"audiences\":[\"Vault\"]", false, ""),
                Arguments.of("", ",\"audiences\":[\"vault\"]", false, ""));
    }

    @ParameterizedTest(name = "a token with {0}, reviewed with {1}: {2}")
    @MethodSource("audiences")
    void aTokenIsForItsAudience(String spec, String asked, boolean good, String shared) {
        var token = issued(spec);
        var status = review(token, asked);
        assertThat(status.path("authenticated").asBoolean()).isEqualTo(good);
        if (good) {
            assertThat(status.path("audiences").toString()).isEqualTo(shared);
            assertThat(status.at("/user/username").asText()).isEqualTo("system:serviceaccount:default:bot");
        } else {
            assertThat(status.path("error").asText()).contains("is invalid for the target audiences [\"");
            assertThat(status.has("user")).isFalse();
        }
        var forServer = spec.isEmpty() || spec.contains("api");
        assertThat(login(token)).isEqualTo(forServer ? 201 : 401);
    }

    @Test
    void aReviewNeedsAToken() {
        var answer = admin.post(REVIEWS, "{\"spec\":{}}");
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.message()).isEqualTo("token is required for TokenReview in authentication");
    }

    static Stream<Arguments> bindings() {
        return Stream.of(
                Arguments.of("Pod", "pods/", "pod"),
                Arguments.of("Secret", "secrets/", "secret"),
                Arguments.of("Node", "/api/v1/nodes/", "node"));
    }

    @ParameterizedTest(name = "a token ends with its {0}, and another of the same name does not revive it")
    @MethodSource("bindings")
    void aTokenEndsWithWhatItIsBoundTo(String kind, String prefix, String word) {
        var name = "short-" + word;
        var path = prefix.startsWith("/") ? prefix + name : NAMESPACE + prefix + name;
        Runnable make = () -> {
            if (kind.equals("Pod")) pod(name, "bot", "");
            else if (kind.equals("Node")) admin.post("/api/v1/nodes", "{\"metadata\":{\"name\":\"" + name + "\"}}");
            else made("secrets", "{\"metadata\":{\"name\":\"" + name + "\"}}");
        };
        make.run();
        var before = uid(path);
        var token = issued(bound(kind, name, before));
        assertThat(login(token)).isEqualTo(201);
        admin.delete(path + "?gracePeriodSeconds=0");
        assertThat(error(token)).contains("service account token has been invalidated");
        make.run();
        assertThat(error(token))
                .contains(word + " UID (" + uid(path) + ") does not match service account " + word + " ref claim ("
                        + before + ")");
        admin.delete(path + "?gracePeriodSeconds=0");
    }

    @Test
    void theNodeOfAPodIsToldAndNotChecked() {
        admin.post("/api/v1/nodes", "{\"metadata\":{\"name\":\"leaving\"}}");
        pod("stays", "bot", "leaving");
        var token = issued(bound("Pod", "stays", ""));
        admin.delete("/api/v1/nodes/leaving");
        assertThat(login(token)).isEqualTo(201);
    }

    @Test
    void aPodThatGoesKeepsItsTokenForAMinute() {
        pod("going", "bot", "n1");
        var token = issued(bound("Pod", "going", ""));
        admin.delete(NAMESPACE + "pods/going?gracePeriodSeconds=30");
        var start = now.get();
        try {
            now.set(start.plusSeconds(89));
            assertThat(login(token)).isEqualTo(201);
            now.set(start.plusSeconds(92));
            assertThat(error(token)).contains("service account token has been invalidated");
        } finally {
            now.set(start);
        }
    }

    @Test
    void aTokenEndsWithItsAccount() {
        var accounts = NAMESPACE + "serviceaccounts";
        made("serviceaccounts", "{\"metadata\":{\"name\":\"temp\",\"finalizers\":[\"example.com/x\"]}}");
        var before = uid(accounts + "/temp");
        var token = issued(accounts + "/temp/token", "");
        admin.delete(accounts + "/temp");
        assertThat(login(token)).as("an account that is going").isEqualTo(201);
        var start = now.get();
        now.set(start.plusSeconds(62));
        assertThat(error(token)).contains("service account default/temp has been deleted");
        now.set(start);
        admin.patch(accounts + "/temp", "{\"metadata\":{\"finalizers\":null}}");
        assertThat(error(token)).contains("serviceaccounts \"temp\" not found");
        made("serviceaccounts", "{\"metadata\":{\"name\":\"temp\"}}");
        assertThat(error(token))
                .contains(
                        "service account UID (" + uid(accounts + "/temp") + ") does not match claim (" + before + ")");
    }

    @Test
    void aTokenEndsInTime() {
        var token = issued("\"expirationSeconds\":600");
        var start = now.get();
        try {
            now.set(start.plusSeconds(660));
            assertThat(login(token)).isEqualTo(201);
            now.set(start.plusSeconds(661));
            assertThat(error(token)).contains("service account token has expired");
            now.set(start.minusSeconds(61));
            assertThat(error(token)).contains("service account token is not valid yet");
        } finally {
            now.set(start);
        }
    }

    @Test
    void theTokenOfAPodLivesOnForAYearIfItsNodeAskedAsNodesDo() {
        var answer = admin.post(TOKEN, request("\"expirationSeconds\":3607," + bound("Pod", "p", "")));
        assertThat(answer.json().at("/spec/expirationSeconds").asLong()).isEqualTo(3607);
        assertThat(answer.json().at("/status/expirationTimestamp").asText())
                .isEqualTo(now.get().plusSeconds(3607).toString());
        var claims = part(answer.json().at("/status/token").asText(), 1);
        var second = now.get().getEpochSecond();
        assertThat(claims.path("exp").asLong()).isEqualTo(second + 31_536_000);
        assertThat(claims.at("/kubernetes.io/warnafter").asLong()).isEqualTo(second + 3607);
        for (var spec : List.of(
                "\"expirationSeconds\":3607",
                "\"expirationSeconds\":3606," + bound("Pod", "p", ""),
                "\"expirationSeconds\":3607,\"audiences\":[\"vault\"]," + bound("Pod", "p", ""),
                "\"expirationSeconds\":3607," + bound("Secret", "s", ""))) {
            assertThat(part(issued(spec), 1).path("exp").asLong()).as(spec).isLessThanOrEqualTo(second + 3607);
        }
    }

    @Test
    void theAuditLogNamesTokensThatWereMadeAndThoseThatAreStale(@TempDir Path folder) throws IOException {
        var log = folder.resolve("audit.log");
        var extras = new ApiServerSettings.Extras(
                RequestLimits.DEFAULT, List.of(new AuditFile(log, 1_000_000, 1)), Duration.ofHours(1));
        var time = new AtomicReference<>(START);
        var token = "";
        try (var audited = new SecureServer(new MemoryStore(), extras, time::get)) {
            var boss = audited.admin();
            boss.post(NAMESPACE + "serviceaccounts", "{\"metadata\":{\"name\":\"bot\"}}");
            boss.post(NAMESPACE + "pods", """
                    {"metadata":{"name":"p"},"spec":{"serviceAccountName":"bot","containers":[{"name":"c","image":"i"}]}}""");
            token = boss.post(TOKEN, request("\"expirationSeconds\":3607," + bound("Pod", "p", "")))
                    .json()
                    .at("/status/token")
                    .asText();
            time.set(START.plusSeconds(3607 + 5));
            assertThat(audited.bearer(token).post(SELF, "{}").status()).isEqualTo(201);
        }
        assertThat(Files.readString(log))
                .contains("\"authentication.kubernetes.io/issued-credential-id\":\"JTI="
                        + part(token, 1).path("jti").asText() + "\"")
                .contains(
                        "\"authentication.k8s.io/stale-token\":\"subject: system:serviceaccount:default:bot, seconds after "
                                + "warning threshold: 5\"");
    }

    /** A forgery and how it is made of a good token. */
    record Forgery(String sentence, UnaryOperator<String> made) {
        @Override
        public String toString() {
            return sentence;
        }
    }

    private static String[] split(String token) {
        return token.split("\\.", -1);
    }

    private static String withHeader(String token, String header) {
        var parts = split(token);
        return text(header) + "." + parts[1] + "." + parts[2];
    }

    private static String withClaim(String token, String claim, String value) {
        var parts = split(token);
        var claims = (ObjectNode) part(token, 1);
        claims.put(claim, value);
        return parts[0] + "." + text(claims.toString()) + "." + parts[2];
    }

    private static String signed(String token, String header, String algorithm, PrivateKey key) {
        try {
            var content = text(header) + "." + split(token)[1];
            var signature = Signature.getInstance(algorithm);
            signature.initSign(key);
            signature.update(content.getBytes(StandardCharsets.US_ASCII));
            return content + "." + Base64.getUrlEncoder().withoutPadding().encodeToString(signature.sign());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private String hmac(String token) {
        try {
            var keys = server.server().pki().accountKeys().signer();
            var content = text("{\"alg\":\"HS256\",\"kid\":\"" + keys.id() + "\"}") + "." + split(token)[1];
            var mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(keys.key().getEncoded(), "HmacSHA256"));
            var signature = mac.doFinal(content.getBytes(StandardCharsets.US_ASCII));
            return content + "." + Base64.getUrlEncoder().withoutPadding().encodeToString(signature);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static PrivateKey otherKey(String kind) {
        try {
            var generator = KeyPairGenerator.getInstance(kind);
            generator.initialize(kind.equals("EC") ? 256 : 2048);
            return generator.generateKeyPair().getPrivate();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    Stream<Forgery> forgeries() {
        var pki = server.server().pki();
        var kid = pki.accountKeys().signer().id();
        var good = "{\"alg\":\"ES256\",\"kid\":\"" + kid + "\"}";
        var ecdsa = "SHA256withECDSAinP1363Format";
        return Stream.of(
                new Forgery("without a signature", token -> split(token)[0] + "." + split(token)[1] + "."),
                new Forgery(
                        "with the algorithm none", token -> text("{\"alg\":\"none\"}") + "." + split(token)[1] + "."),
                new Forgery(
                        "that says none and is signed",
                        token -> withHeader(token, "{\"alg\":\"none\",\"kid\":\"" + kid + "\"}")),
                new Forgery("signed with the public key as a secret", this::hmac),
                new Forgery(
                        "of another algorithm",
                        token -> withHeader(token, "{\"alg\":\"RS256\",\"kid\":\"" + kid + "\"}")),
                new Forgery(
                        "that names an unknown key", token -> withHeader(token, "{\"alg\":\"ES256\",\"kid\":\"x\"}")),
                new Forgery("signed by another key", token -> signed(token, good, ecdsa, otherKey("EC"))),
                new Forgery(
                        "signed by an RSA key",
                        token -> signed(token, "{\"alg\":\"RS256\"}", "SHA256withRSA", otherKey("RSA"))),
                new Forgery(
                        "signed by the authority of certificates",
                        token -> signed(
                                token,
                                "{\"alg\":\"ES256\"}",
                                ecdsa,
                                pki.authority().own().key())),
                new Forgery(
                        "with another subject",
                        token -> withClaim(token, "sub", "system:serviceaccount:kube-system:admin")),
                new Forgery("with another audience", token -> withClaim(token, "aud", "api")),
                new Forgery("with another issuer", token -> withClaim(token, "iss", "https://old.example.com")),
                new Forgery(
                        "whose signature is all zeros",
                        token -> split(token)[0] + "." + split(token)[1] + "." + text("\0".repeat(64))),
                new Forgery("with a fourth part", token -> token + ".x"),
                new Forgery("with a header that is no object", token -> withHeader(token, "[]")),
                new Forgery("with a header that is nothing", token -> "." + split(token)[1] + "." + split(token)[2]),
                new Forgery(
                        "with claims that are no object",
                        token -> split(token)[0] + "." + text("1") + "." + split(token)[2]));
    }

    @ParameterizedTest(name = "a token {0} is worth nothing")
    @MethodSource("forgeries")
    void forgeriesAreWorthNothing(Forgery forgery) {
        var token = issued("");
        assertThat(login(token)).isEqualTo(201);
        assertThat(error(forgery.made().apply(token))).isEqualTo("invalid bearer token");
    }

    @Test
    void aNodeGetsTokensForItsPodsAndTheirAudiencesOnly() {
        var node = server.node("n1");
        var own = bound("Pod", "p", uid(NAMESPACE + "pods/p"));
        assertThat(node.post(TOKEN, request(own)).status()).isEqualTo(201);
        assertThat(node.post(TOKEN, request(own + ",\"audiences\":[\"vault\"]")).status())
                .isEqualTo(201);
        refused(
                node,
                own + ",\"audiences\":[\"x\"]",
                "system:node:n1 is not authorized to request tokens for audience \"x\"");
        refused(node, own + ",\"audiences\":[\"vault\",\"api\"]", "node may only request 0 or 1 audiences");
        refused(node, "", "node requested token not bound to a pod");
        refused(node, bound("Secret", "s", ""), "node requested token not bound to a pod");
        refused(node, bound("Pod", "p", ""), "node requested token with a pod binding without a uid");
        refused(
                node,
                bound("Pod", "p", "old"),
                "the UID in the bound object reference (old) does not match the UID in record. The object might have been "
                        + "deleted and then recreated");
        refused(
                node,
                bound("Pod", "unbound", uid(NAMESPACE + "pods/unbound")),
                "node requested token bound to a pod scheduled on a different node");
        assertThat(node.post(TOKEN, request(bound("Pod", "none", "x"))).status())
                .isEqualTo(404);
        var foreign = bound("Pod", "foreign", uid(NAMESPACE + "pods/foreign"));
        assertThat(node.post(TOKEN, request(foreign)).status())
                .as("a pod with another account")
                .isEqualTo(400);
        admin.post("/apis/rbac.authorization.k8s.io/v1/clusterroles", """
                {"metadata":{"name":"audience"},"rules":[{"apiGroups":[""],"resources":["granted"],
                 "verbs":["request-serviceaccounts-token-audience"],"resourceNames":["bot"]}]}""");
        admin.post("/apis/rbac.authorization.k8s.io/v1/clusterrolebindings", """
                {"metadata":{"name":"audience"},"roleRef":{"apiGroup":"rbac.authorization.k8s.io","kind":"ClusterRole",
                 "name":"audience"},"subjects":[{"apiGroup":"rbac.authorization.k8s.io","kind":"Group","name":"system:nodes"}]}""");
        assertThat(node.post(TOKEN, request(own + ",\"audiences\":[\"granted\"]"))
                        .status())
                .isEqualTo(201);
    }

    private static void refused(SecureServer.Client node, String spec, String text) {
        var answer = node.post(TOKEN, request(spec));
        assertThat(answer.status()).as(answer.text()).isEqualTo(403);
        assertThat(answer.message()).isEqualTo("serviceaccounts \"bot\" is forbidden: " + text);
    }

    @Test
    void aTokenInASecretIsGoodAsLongAsTheSecretHoldsIt() {
        made("secrets", """
                {"metadata":{"name":"legacy","annotations":{"kubernetes.io/service-account.name":"bot"}},
                 "type":"kubernetes.io/service-account-token"}""");
        var keys = server.server().pki().accountKeys();
        var claims = MAPPER.createObjectNode()
                .put("iss", "kubernetes/serviceaccount")
                .put("sub", "system:serviceaccount:default:bot")
                .put("kubernetes.io/serviceaccount/namespace", "default")
                .put("kubernetes.io/serviceaccount/secret.name", "legacy")
                .put("kubernetes.io/serviceaccount/service-account.name", "bot")
                .put("kubernetes.io/serviceaccount/service-account.uid", uid(NAMESPACE + "serviceaccounts/bot"));
        var token = signed(
                "." + text(claims.toString()) + ".",
                "{\"alg\":\"ES256\",\"kid\":\"" + keys.signer().id() + "\"}",
                "SHA256withECDSAinP1363Format",
                keys.secret());
        assertThat(error(token)).contains("Token does not match server's copy");
        var path = NAMESPACE + "secrets/legacy";
        admin.patch(path, "{\"stringData\":{\"token\":\"" + token + "\"}}");
        assertThat(login(token)).isEqualTo(201);
        assertThat(review(token, "").path("audiences").toString()).contains("api");
        assertThat(review(token, ",\"audiences\":[\"vault\"]")
                        .path("authenticated")
                        .asBoolean())
                .isFalse();
        admin.patch(path, "{\"metadata\":{\"labels\":{\"kubernetes.io/legacy-token-invalid-since\":\"2026-01-01\"}}}");
        assertThat(error(token)).contains("Token has been invalidated");
        admin.delete(path);
        assertThat(error(token)).contains("Token has been invalidated");
    }
}
