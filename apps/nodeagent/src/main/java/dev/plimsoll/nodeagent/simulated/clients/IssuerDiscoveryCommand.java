package dev.plimsoll.nodeagent.simulated.clients;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.plimsoll.nodeagent.simulated.files.FileProblemException;
import dev.plimsoll.nodeagent.simulated.servers.HttpClient;
import dev.plimsoll.nodeagent.simulated.shell.options.LongOptions;
import dev.plimsoll.streams.ResponseHead;
import java.io.IOException;
import java.math.BigInteger;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPoint;
import java.security.spec.ECPublicKeySpec;
import java.security.spec.RSAPublicKeySpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;

/**
 * {@code agnhost test-service-account-issuer-discovery}: verifies a token of a service account with nothing but what its issuer publishes,
 * as anybody does who trusts a cluster.
 */
public final class IssuerDiscoveryCommand {
    private static final String OWN_TOKEN = "/var/run/secrets/kubernetes.io/serviceaccount/token";
    private static final String CONFIGURATION = "/.well-known/openid-configuration";
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final ObjectMapper JSON = new ObjectMapper();

    private final ClientConsole console;

    private IssuerDiscoveryCommand(ClientConsole console) {
        this.console = console;
    }

    public static int run(ClientConsole console, Instant now) throws IOException {
        var options = LongOptions.of(console.arguments());
        try {
            new IssuerDiscoveryCommand(console).verify(options.text("token-path"), options.text("audience"), now);
            return 0;
        } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
            return console.fail(1, "failed to validate with in-cluster discovery: " + e.getMessage());
        }
    }

    private void verify(String path, String audience, Instant now) throws IOException, GeneralSecurityException {
        var token = file(path);
        console.line("OK: Got token");
        var parts = token.split("\\.", -1);
        if (parts.length != 3) throw new IOException("the token does not have three parts");
        var header = json(Base64.getUrlDecoder().decode(parts[0]));
        var claims = json(Base64.getUrlDecoder().decode(parts[1]));
        var issuer = claims.path("iss").asText();
        console.line("OK: got issuer " + issuer);
        var configuration = fetched(issuer.replaceFirst("/$", "") + CONFIGURATION);
        if (!configuration.path("issuer").asText().equals(issuer))
            throw new IOException("the issuer calls itself " + configuration.path("issuer"));
        console.line("OK: Constructed OIDC provider for issuer " + issuer);
        var keys = fetched(configuration.path("jwks_uri").asText());
        var signed = (parts[0] + "." + parts[1]).getBytes(StandardCharsets.US_ASCII);
        if (!isSigned(header, signed, Base64.getUrlDecoder().decode(parts[2]), keys))
            throw new IOException("the token is not signed with a key of its issuer");
        checkClaims(claims, audience, now);
        console.line("OK: Validated signature on JWT");
        console.line("OK: Got valid claims from token!");
    }

    private static void checkClaims(JsonNode claims, String audience, Instant now) throws IOException {
        var isMeant = claims.path("aud").asText().equals(audience);
        for (var each : claims.path("aud")) isMeant |= each.asText().equals(audience);
        if (!isMeant) throw new IOException("expected audience " + audience + ", got " + claims.path("aud"));
        if (claims.path("exp").asLong() <= now.getEpochSecond()) throw new IOException("the token is expired");
    }

    private String file(String path) throws IOException {
        try {
            return new String(console.files().read(path), StandardCharsets.UTF_8).strip();
        } catch (FileProblemException e) {
            throw new IOException(path + ": " + e.getMessage(), e);
        }
    }

    private static JsonNode json(byte[] text) throws IOException {
        try {
            return JSON.readTree(text);
        } catch (JacksonException e) {
            throw new IOException("it is no JSON: " + e.getOriginalMessage(), e);
        }
    }

    private JsonNode fetched(String url) throws IOException {
        var bearer = new ResponseHead.Field("Authorization", "Bearer " + file(OWN_TOKEN));
        var answer =
                new HttpClient(console.network()).send("GET", URI.create(url), List.of(bearer), new byte[0], PATIENCE);
        if (answer.head().status() != 200)
            throw new IOException(url + " answers " + answer.head().status());
        return json(answer.body());
    }

    private static boolean isSigned(JsonNode header, byte[] signed, byte[] signature, JsonNode keys)
            throws GeneralSecurityException {
        for (var key : keys.path("keys")) {
            if (!key.path("kid").equals(header.path("kid"))) continue;
            var algorithm = header.path("alg").asText();
            var verifier = Signature.getInstance("SHA" + algorithm.substring(2)
                    + (algorithm.startsWith("ES") ? "withECDSAinP1363Format" : "withRSA"));
            verifier.initVerify(publicKey(key));
            verifier.update(signed);
            return verifier.verify(signature);
        }
        return false;
    }

    private static PublicKey publicKey(JsonNode key) throws GeneralSecurityException {
        if (key.path("kty").asText().equals("RSA")) {
            return KeyFactory.getInstance("RSA")
                    .generatePublic(new RSAPublicKeySpec(number(key, "n"), number(key, "e")));
        }
        var parameters = AlgorithmParameters.getInstance("EC");
        parameters.init(new ECGenParameterSpec("secp" + key.path("crv").asText().substring(2) + "r1"));
        var curve = parameters.getParameterSpec(ECParameterSpec.class);
        return KeyFactory.getInstance("EC")
                .generatePublic(new ECPublicKeySpec(new ECPoint(number(key, "x"), number(key, "y")), curve));
    }

    private static BigInteger number(JsonNode key, String member) {
        return new BigInteger(1, Base64.getUrlDecoder().decode(key.path(member).asText()));
    }
}
