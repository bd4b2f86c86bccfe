package dev.plimsoll.cli.autoscaler;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.cli.connection.ConnectionOptions;
import dev.plimsoll.cli.console.Console;
import dev.plimsoll.cli.console.ExitCode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.Patch;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.connection.Configured;
import dev.plimsoll.objects.SecretObject;
import java.io.PrintWriter;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code plimsoll autoscaler certificates}: a secret with what the webhook serves with. */
@Command(
        name = "certificates",
        description = {
            "Make the certificates of the webhook and keep them in a secret with upstream's keys: caCert.pem, caKey.pem, "
                    + "serverCert.pem, serverKey.pem.",
            "",
            "What is good for another four months stays; a new certificate is signed by the authority that is there. Run it as "
                    + "often as you like: the chart does before each release and once a week, and the webhook reads a new "
                    + "certificate by itself (--reload-cert)."
        })
final class CertificatesCommand implements Callable<Integer> {
    private static final String RIGHTS =
            "; give the account the rights to get, create and patch secrets of this namespace";

    private final Console console;
    private final PrintWriter out;
    private final InstantSource clock;

    @Mixin
    private final ConnectionOptions connection = new ConnectionOptions();

    @Option(
            names = "--secret",
            paramLabel = "NAME",
            defaultValue = "vpa-tls-certs",
            description = "The secret (default: ${DEFAULT-VALUE}).")
    private String secret = "vpa-tls-certs";

    @Option(
            names = "--service",
            paramLabel = "NAME",
            defaultValue = "vpa-webhook",
            description = "The Service of the webhook, whose name is in the certificate (default: ${DEFAULT-VALUE}).")
    private String service = "vpa-webhook";

    CertificatesCommand(Console console, PrintWriter out, InstantSource clock) {
        this.console = console;
        this.out = out;
        this.clock = clock;
    }

    @Override
    public Integer call() {
        return switch (connection.connection()) {
            case Configured.Invalid(var why) -> console.unreadable(why);
            case Configured.Ready ready -> {
                try (var _ = ready.transport()) {
                    var client = ConnectionOptions.client(ready, "plimsoll-certificates");
                    yield keep(client, new ObjectName(connection.namespace(ready), secret));
                }
            }
        };
    }

    private int keep(ApiClient client, ObjectName name) {
        var host = service + "." + name.namespace() + ".svc";
        var now = clock.instant();
        return switch (client.get(SecretObject.RESOURCE, name)) {
            case RequestResult.NotFound<ObjectNode> _ -> {
                var made = SecretObject.of(
                        name, WebhookCertificates.create(host, now).texts());
                yield answer(client.create(SecretObject.RESOURCE, made), name, "made for " + host);
            }
            case RequestResult.Done<ObjectNode>(var document) -> renew(client, new SecretObject(document), host, now);
            case RequestResult<ObjectNode> failed ->
                console.unreadable("secret " + name + " cannot be read: " + failed.problem() + RIGHTS);
        };
    }

    private int renew(ApiClient client, SecretObject current, String host, Instant now) {
        var name = current.name();
        var known = WebhookCertificates.read(current);
        if (known.isPresent() && known.get().isGoodFor(host, now)) {
            out.println("secret " + name + ": good for " + host + " until "
                    + known.get().server().certificate().getNotAfter().toInstant());
            return ExitCode.OK;
        }
        var signable = known.filter(certificates -> certificates.canSign(now));
        var renewed = signable.map(certificates -> certificates.renewed(host, now))
                .orElseGet(() -> WebhookCertificates.create(host, now));
        var patch = new Patch.Merge(SecretObject.of(name, renewed.texts()));
        return answer(
                client.patch(SecretObject.RESOURCE, name, patch),
                name,
                (signable.isPresent() ? "renewed by the same authority for " : "made anew for ") + host);
    }

    private int answer(RequestResult<ObjectNode> written, ObjectName name, String what) {
        if (!written.problem().isEmpty()) {
            return console.unreadable("secret " + name + " cannot be written: " + written.problem() + RIGHTS);
        }
        out.println("secret " + name + ": " + what);
        return ExitCode.OK;
    }
}
