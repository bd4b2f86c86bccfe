package dev.plimsoll.nodeagent.certificates;

import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.connection.Configured;
import dev.plimsoll.client.connection.Connections;
import dev.plimsoll.client.connection.ReplaceableTransport;
import dev.plimsoll.client.pace.Backoff;
import dev.plimsoll.client.pace.TokenBucket;
import dev.plimsoll.core.certificates.Signer;
import dev.plimsoll.files.PrivateFiles;
import dev.plimsoll.runtime.ProgramContext;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;

/**
 * How a machine becomes a node with nothing but a token: it asks for a client certificate with the bootstrap kubeconfig, and writes its own
 * kubeconfig with it. At the next start it has both, until its certificate has ended.
 */
public final class TlsBootstrap {
    private static final String USER_AGENT = "plimsoll-node/0.1.0";
    private static final Duration FIRST_RETRY = Duration.ofSeconds(1);
    private static final Duration LAST_RETRY = Duration.ofSeconds(30);

    private final Plan plan;
    private final ProgramContext context;
    private final CertificateFile file;

    /**
     * What is to be had.
     *
     * @param bootstrap the kubeconfig with the token; not read while there is a certificate
     * @param kubeconfig of the node itself, written here
     * @param folder where certificates are kept
     * @param rotates whether a new certificate is asked for before the old one ends
     */
    public record Plan(String node, Path bootstrap, Path kubeconfig, Path folder, boolean rotates) {}

    public TlsBootstrap(Plan plan, ProgramContext context) {
        this.plan = plan;
        this.context = context;
        this.file = CertificateFile.client(plan.folder());
    }

    /**
     * The way to the API server as the node itself. Waits until the node has a certificate, and goes on by itself with those that follow.
     *
     * @throws IOException if files cannot be read or written
     */
    public Configured connect() throws IOException, InterruptedException {
        if (!hasCertificate()) {
            if (!Files.isReadable(plan.bootstrap()))
                return new Configured.Invalid(plan.bootstrap()
                        + ": there is no such file, or it cannot be read; name another with --bootstrap-kubeconfig");
            switch (Connections.fromFile(plan.bootstrap(), "")) {
                case Configured.Invalid invalid -> {
                    return invalid;
                }
                case Configured.Ready ready -> {
                    try (var transport = ready.transport()) {
                        requestFirst(ApiClient.over(
                                transport, USER_AGENT, TokenBucket.unlimited(context.time()), context.time()));
                    }
                    PrivateFiles.write(plan.kubeconfig(), kubeconfig(ready.server(), ready.authority()));
                }
            }
        }
        return switch (Connections.fromFile(plan.kubeconfig(), "")) {
            case Configured.Invalid invalid -> invalid;
            case Configured.Ready ready -> plan.rotates() ? rotating(ready) : ready;
        };
    }

    private boolean hasCertificate() throws IOException {
        var held = file.read();
        var own = Signer.NODE_PREFIX + plan.node();
        if (held.isPresent() && !held.get().commonName().equals(own))
            throw new IOException(file.path() + " is the certificate of "
                    + held.get().commonName() + ", not of " + own + ": name another folder with --cert-dir");
        return Files.exists(plan.kubeconfig())
                && file.readGood(context.time().instant()).isPresent();
    }

    private void requestFirst(ApiClient client) throws IOException, InterruptedException {
        var wanted = CertificateRotation.Wanted.client(plan.node());
        var requester = new CertificateRequester(context.time());
        var backoff = new Backoff(FIRST_RETRY, LAST_RETRY, context.random());
        while (true) {
            switch (requester.request(client, wanted.signer(), wanted.identity(), wanted.usages())) {
                case CertificateRequester.Outcome.Issued(var certificate) -> {
                    file.write(certificate);
                    return;
                }
                case CertificateRequester.Outcome.Refused(var why) -> {
                    context.reporter().tell("waiting for the first certificate of " + plan.node() + ": " + why);
                    context.time().sleep(backoff.failure());
                }
            }
        }
    }

    private Configured rotating(Configured.Ready first) {
        var transport = new ReplaceableTransport(first.transport());
        var client = ApiClient.over(transport, USER_AGENT, TokenBucket.unlimited(context.time()), context.time());
        var rotation = CertificateRotation.start(
                CertificateRotation.Wanted.client(plan.node()),
                client,
                file,
                _ -> transport.replace(reconnected().transport()),
                context);
        transport.whenClosed(rotation::close);
        return new Configured.Ready(transport, first.server(), first.namespace(), first.authority());
    }

    private Configured.Ready reconnected() throws IOException {
        return switch (Connections.fromFile(plan.kubeconfig(), "")) {
            case Configured.Ready ready -> ready;
            case Configured.Invalid(var why) -> throw new IOException(why);
        };
    }

    private String kubeconfig(String server, String authority) {
        var trust = authority.isEmpty()
                ? ""
                : "\n    certificate-authority-data: "
                        + Base64.getEncoder().encodeToString(authority.getBytes(StandardCharsets.US_ASCII));
        return """
                apiVersion: v1
                kind: Config
                clusters:
                - name: default-cluster
                  cluster:
                    server: %s%s
                users:
                - name: default-auth
                  user:
                    client-certificate: %s
                    client-key: %s
                contexts:
                - name: default-context
                  context:
                    cluster: default-cluster
                    namespace: default
                    user: default-auth
                current-context: default-context
                """.formatted(
                        quoted(server),
                        trust,
                        quoted(file.path().toString()),
                        quoted(file.path().toString()));
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "''") + "'";
    }
}
