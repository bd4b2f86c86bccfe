package dev.plimsoll.nodeagent.simulated.clients;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.nodeagent.simulated.files.FileProblemException;
import dev.plimsoll.nodeagent.simulated.servers.HttpClient;
import dev.plimsoll.nodeagent.simulated.shell.options.LongOptions;
import dev.plimsoll.objects.access.SignedToken;
import dev.plimsoll.streams.ResponseHead;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * {@code agnhost test-service-account-issuer-discovery}: verifies a token of a service account with nothing but what its issuer publishes,
 * as anybody does who trusts a cluster.
 */
public final class IssuerDiscoveryCommand {
    private static final String OWN_TOKEN = "/var/run/secrets/kubernetes.io/serviceaccount/token";
    private static final Duration PATIENCE = Duration.ofSeconds(10);

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
        var text = file(path);
        console.line("OK: Got token");
        var token = SignedToken.read(text, IssuerDiscoveryCommand::json);
        console.line("OK: got issuer " + token.issuer());
        var configuration = fetched(token.issuer().replaceFirst("/$", "") + SignedToken.CONFIGURATION);
        var keys = fetched(token.keysUrl(configuration));
        console.line("OK: Constructed OIDC provider for issuer " + token.issuer());
        token.verify(keys);
        console.line("OK: Validated signature on JWT");
        token.checkClaims(audience, now);
        console.line("OK: Got valid claims from token!");
    }

    private String file(String path) throws IOException {
        try {
            return new String(console.files().read(path), StandardCharsets.UTF_8).strip();
        } catch (FileProblemException e) {
            throw new IOException(path + ": " + e.getMessage(), e);
        }
    }

    private static JsonNode json(byte[] text) {
        return ClientJson.read(text).orElseThrow(() -> new IllegalArgumentException("a document is no JSON object"));
    }

    private JsonNode fetched(String url) throws IOException {
        var bearer = new ResponseHead.Field("Authorization", "Bearer " + file(OWN_TOKEN));
        var answer =
                new HttpClient(console.network()).send("GET", URI.create(url), List.of(bearer), new byte[0], PATIENCE);
        if (answer.head().status() != 200)
            throw new IOException(url + " answers " + answer.head().status());
        return json(answer.body());
    }
}
