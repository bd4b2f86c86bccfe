package dev.plimsoll.cli.node;

import dev.plimsoll.client.connection.Configured;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.nodeagent.certificates.CertificateFile;
import dev.plimsoll.nodeagent.certificates.CertificateRotation;
import dev.plimsoll.nodeagent.certificates.TlsBootstrap;
import dev.plimsoll.nodeagent.context.NodeContext;
import dev.plimsoll.nodeagent.shape.NodeShape;
import dev.plimsoll.runtime.ProgramContext;
import dev.plimsoll.tls.ReplaceableKeyManager;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where a node gets its certificates from. */
final class CertificateOptions {
    @Option(
            names = "--bootstrap-kubeconfig",
            paramLabel = "FILE",
            description = {
                "Ask for a client certificate with this kubeconfig, usually one with a bootstrap token, unless there is one already, and",
                "write --kubeconfig with it."
            })
    private @Nullable Path bootstrap;

    @Option(
            names = "--cert-dir",
            paramLabel = "DIR",
            description =
                    "Keep certificates of the node here; without it in the folder pki below --root-dir, or --data of a simulated node.")
    private @Nullable Path folder;

    @Option(
            names = "--rotate-certificates",
            paramLabel = "BOOL",
            arity = "1",
            defaultValue = "true",
            description =
                    "With --bootstrap-kubeconfig: ask for a new client certificate before the old one ends (default: ${DEFAULT-VALUE}).")
    private boolean rotatesClient = true;

    @Option(
            names = "--rotate-server-certificates",
            paramLabel = "BOOL",
            arity = "1",
            defaultValue = "false",
            description = {
                "Ask for the certificate to serve with, and for new ones before it ends (default: ${DEFAULT-VALUE}). Somebody approves each",
                "request (kubectl certificate approve); until then nobody can connect."
            })
    private boolean rotatesServing;

    boolean bootstraps() {
        return bootstrap != null;
    }

    boolean rotatesServing() {
        return rotatesServing;
    }

    /**
     * Adds what is wrong with these options.
     *
     * @param nodes how many there are: a certificate names one
     * @param dataOrNull where else certificates can be kept
     */
    void check(int nodes, @Nullable Path kubeconfig, @Nullable Path dataOrNull, List<String> problems) {
        if (!bootstraps() && !rotatesServing) return;
        if (nodes != 1) problems.add("--nodes " + nodes + ": a certificate names one node; start each on its own");
        if (folder == null && dataOrNull == null)
            problems.add("--cert-dir: give a folder to keep certificates in, or --data");
        if (bootstraps() && kubeconfig == null)
            problems.add("--kubeconfig: give a file to write the kubeconfig of the node to");
    }

    private Path folder(@Nullable Path dataOrNull) {
        if (folder != null) return folder;
        if (dataOrNull == null) throw new IllegalStateException("checked before");
        return dataOrNull.resolve("pki");
    }

    /** The way to the API server as the node itself; waits for its first certificate. */
    Configured connect(String node, Path kubeconfig, @Nullable Path dataOrNull, ProgramContext context)
            throws IOException, InterruptedException {
        if (bootstrap == null) throw new IllegalStateException("checked before");
        return new TlsBootstrap(
                        new TlsBootstrap.Plan(node, bootstrap, kubeconfig, folder(dataOrNull), rotatesClient), context)
                .connect();
    }

    /** Ends something. */
    interface Closing extends AutoCloseable {
        @Override
        void close();
    }

    /** Keeps the certificate good that a node serves with, where it asks for one. */
    Closing rotateServing(
            NodeShape node, @Nullable ReplaceableKeyManager keysOrNull, @Nullable Path dataOrNull, NodeContext around)
            throws IOException {
        if (keysOrNull == null) return () -> {};
        // Certificates are judged by the clock of the machine, which may be set.
        var context = new ProgramContext(Time.system(), around.random(), around.reporter());
        var file = CertificateFile.serving(folder(dataOrNull));
        file.readGood(context.time().instant()).ifPresent(keysOrNull::replace);
        var wanted = CertificateRotation.Wanted.serving(node.name(), List.of(node.name()), List.of(node.address()));
        return CertificateRotation.start(wanted, around.client(), file, keysOrNull::replace, context)::close;
    }
}
