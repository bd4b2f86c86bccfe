package dev.plimsoll.testkit.cluster;

import dev.plimsoll.apiserver.tls.Pki;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.client.DeleteOptions;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.tls.Pem;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.SSLContext;

/** What one webhook server of a test needs of the cluster: a certificate, and that it is asked. Closing it takes back what was registered. */
public final class WebhookRegistrations implements AutoCloseable {
    static final InetAddress LOOPBACK = InetAddress.ofLiteral("127.0.0.1");

    private final Pki pki;
    private final ApiClient client;
    private final List<Registered> registered = new ArrayList<>();

    private record Registered(ApiResource resource, String name) {}

    WebhookRegistrations(Pki pki, ApiClient client) {
        this.pki = pki;
        this.client = client;
    }

    /** The certificate of who signs those of webhook servers, as PEM. */
    public String authority() {
        return Pem.of(pki.authority().certificate());
    }

    SSLContext context() {
        return pki.serving("test-webhook", List.of("localhost"), List.of(LOOPBACK))
                .context(null);
    }

    /** A key and its certificate for a server on the loopback address in another process, in PKCS #12. */
    public byte[] keyStore(String password) {
        var identity = pki.serving("test-webhook", List.of("localhost"), List.of(LOOPBACK))
                .identity();
        try {
            var store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            store.setKeyEntry("webhook", identity.key(), password.toCharArray(), new Certificate[] {
                identity.certificate(), pki.authority().certificate()
            });
            var bytes = new ByteArrayOutputStream();
            store.store(bytes, password.toCharArray());
            return bytes.toByteArray();
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("the key of a webhook cannot be written", e);
        }
    }

    /**
     * Has the cluster ask the server about a resource.
     *
     * @param type {@code Validating} or {@code Mutating}
     * @param operations such as {@code CREATE}; empty for all
     */
    public void register(String type, URI url, String group, String version, String resource, List<String> operations) {
        var kind = type + "WebhookConfiguration";
        var configurations = ApiResource.clustered(
                "admissionregistration.k8s.io",
                "v1",
                type.equals("Mutating") ? "mutatingwebhookconfigurations" : "validatingwebhookconfigurations",
                kind);
        var name = "test-" + resource.replace('/', '-') + "-" + url.getPort() + "-" + registered.size();
        var configuration = ClientJson.object()
                .put("apiVersion", "admissionregistration.k8s.io/v1")
                .put("kind", kind);
        configuration.withObject("/metadata").put("name", name);
        var hook = configuration.putArray("webhooks").addObject();
        hook.put("name", resource.replace('/', '.') + ".test.plimsoll.dev")
                .put("sideEffects", "None")
                .put("failurePolicy", "Fail");
        hook.putArray("admissionReviewVersions").add("v1");
        hook.withObject("/clientConfig")
                .put("url", url.toString())
                .put("caBundle", Base64.getEncoder().encodeToString(authority().getBytes(StandardCharsets.UTF_8)));
        var rule = hook.putArray("rules").addObject();
        rule.putArray("apiGroups").add(group);
        rule.putArray("apiVersions").add(version);
        rule.putArray("resources").add(resource);
        var wanted = rule.putArray("operations");
        (operations.isEmpty() ? List.of("*") : operations).forEach(wanted::add);
        var created = client.create(configurations, configuration);
        if (created.done().isEmpty()) throw new AssertionError("the webhook is not registered: " + created.problem());
        registered.add(new Registered(configurations, name));
    }

    @Override
    public void close() {
        for (var each : registered) {
            var gone = client.delete(each.resource(), ObjectName.ofCluster(each.name()), DeleteOptions.DEFAULT);
            if (!gone.isDeleted()) throw new AssertionError(each.name() + " is still registered: " + gone.problem());
        }
        registered.clear();
    }
}
