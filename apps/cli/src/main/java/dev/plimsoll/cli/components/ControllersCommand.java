package dev.plimsoll.cli.components;

import dev.plimsoll.apiserver.tls.ServiceAccountKeys;
import dev.plimsoll.cli.clusters.records.PathProblem;
import dev.plimsoll.cli.console.Console;
import dev.plimsoll.cli.console.DurationConverter;
import dev.plimsoll.cli.console.Service;
import dev.plimsoll.client.connection.Configured;
import dev.plimsoll.cluster.SecretTokenSigner;
import dev.plimsoll.controllers.ControllerName;
import dev.plimsoll.controllers.ControllerSettings;
import dev.plimsoll.controllers.Controllers;
import dev.plimsoll.controllers.certificates.SigningAuthority;
import dev.plimsoll.controllers.serve.ControllerPages;
import dev.plimsoll.core.gates.FeatureGates;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code plimsoll controllers}: keeps workloads running at any Kubernetes API server. */
@Command(
        name = "controllers",
        description = {
            "Keep workloads running, at any Kubernetes API server: ReplicaSet, Deployment, StatefulSet, DaemonSet, Job, "
                    + "disruption budgets, garbage collection, namespaces and the life of nodes.",
            "",
            "Takes the lease of kube-controller-manager, so that never both are at work."
        },
        footer = {"", "Examples:", "  plimsoll controllers --kubeconfig F"})
public final class ControllersCommand extends ComponentCommand {
    @Option(
            names = "--controllers",
            paramLabel = "LIST",
            defaultValue = "*",
            description =
                    "Which of them: * for all, -NAME to leave one out, such as *,-job-controller (default: ${DEFAULT-VALUE}).")
    private String chosen = "*";

    @Option(
            names = "--root-ca-file",
            paramLabel = "FILE",
            description = {
                "Certificates by which pods know the API server; published as ConfigMap kube-root-ca.crt in every namespace",
                "(default: the authority in the kubeconfig)."
            })
    private @Nullable Path rootCertificates;

    @Option(
            names = "--cluster-signing-cert-file",
            paramLabel = "FILE",
            description =
                    "Sign requests for certificates that are approved, with this authority; without it nobody does.")
    private @Nullable Path signingCertificate;

    @Option(names = "--cluster-signing-key-file", paramLabel = "FILE", description = "The authority's key.")
    private @Nullable Path signingKey;

    @Option(
            names = "--cluster-signing-duration",
            paramLabel = "DURATION",
            converter = DurationConverter.class,
            defaultValue = "8760h",
            description = "How long such certificates are good at most (default: ${DEFAULT-VALUE}).")
    private Duration signingDuration = SigningAuthority.DEFAULT_DURATION;

    @Option(
            names = "--service-account-private-key-file",
            paramLabel = "FILE",
            description = {
                "Fill secrets of the type kubernetes.io/service-account-token with tokens that this key (PEM, RSA or EC) has signed;",
                "without it nobody does. The API server must accept the key: sa.key beside its certificates."
            })
    private @Nullable Path tokenKey;

    public ControllersCommand(Console console, PrintWriter out) {
        super("plimsoll-controllers", console, out);
    }

    @Override
    int run(Configured.Ready ready, FeatureGates accepted) throws InterruptedException {
        return switch (ControllerName.parse(chosen)) {
            case ControllerName.Parsed.Unknown(var names) ->
                console()
                        .unreadable("--controllers " + chosen + ": there is no " + String.join(", ", names)
                                + "; plimsoll controllers --help names them");
            case ControllerName.Parsed.Chosen(var names) ->
                certified(ready, settings(accepted).with(names));
        };
    }

    private int certified(Configured.Ready ready, ControllerSettings settings) throws InterruptedException {
        if ((signingCertificate == null) != (signingKey == null))
            return console()
                    .unreadable(
                            "--cluster-signing-cert-file and --cluster-signing-key-file go together; give both, or none");
        SigningAuthority signing;
        try {
            signing = signingCertificate == null || signingKey == null
                    ? SigningAuthority.NONE
                    : SigningAuthority.read(signingCertificate, signingKey, signingDuration);
        } catch (IOException e) {
            return console()
                    .unreadable("--cluster-signing-cert-file, --cluster-signing-key-file: " + PathProblem.of(e)
                            + "; name other files");
        }
        ControllerSettings tokens;
        try {
            tokens = tokenKey == null
                    ? settings
                    : settings.with(SecretTokenSigner.with(ServiceAccountKeys.of(tokenKey, List.of())));
        } catch (IOException e) {
            return console()
                    .unreadable("--service-account-private-key-file: " + PathProblem.of(e) + "; name another file");
        } catch (IllegalArgumentException e) {
            return console()
                    .unreadable("--service-account-private-key-file " + tokenKey
                            + " cannot be used (" + e.getMessage()
                            + "); give a file with a private key and its public key in PEM form");
        }
        try {
            var certificates = rootCertificates == null ? ready.authority() : Files.readString(rootCertificates);
            return Service.run(
                    stop -> run(ready, tokens.withRootCertificates(certificates).with(signing), stop));
        } catch (IOException e) {
            return console().unreadable("--root-ca-file: " + PathProblem.of(e) + "; name another file");
        }
    }

    private ControllerSettings settings(FeatureGates accepted) {
        var settings = ControllerSettings.DEFAULT.with(accepted);
        return identity()
                .map(own -> settings.with(ControllerSettings.Election.ByLease.usual(own, leaseTimes())))
                .orElse(settings);
    }

    private int run(Configured.Ready ready, ControllerSettings settings, CountDownLatch stop)
            throws InterruptedException {
        try (var transport = ready.transport();
                var controllers = new Controllers(transport, settings, context())) {
            var pages = ControllerPages.of(controllers.registry(), controllers::isReady);
            return work(ready, pages, controllers::start, "keeping workloads running at", stop);
        }
    }
}
