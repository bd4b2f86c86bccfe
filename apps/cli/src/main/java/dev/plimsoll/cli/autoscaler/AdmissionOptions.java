package dev.plimsoll.cli.autoscaler;

import dev.plimsoll.autoscaler.admission.AdmissionSettings;
import dev.plimsoll.autoscaler.admission.AdmissionSettings.Registering;
import dev.plimsoll.autoscaler.admission.FileIdentity;
import dev.plimsoll.autoscaler.admission.PemFiles;
import dev.plimsoll.autoscaler.admission.ServingIdentity;
import dev.plimsoll.autoscaler.cluster.NamespaceFilter;
import dev.plimsoll.autoscaler.cluster.PodLevelResize;
import dev.plimsoll.autoscaler.gates.AutoscalerGates;
import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.runtime.ErrorReporter;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import javax.net.ssl.SSLContext;
import picocli.CommandLine.Option;

/** What the admission webhook takes. */
final class AdmissionOptions {
    @Option(
            names = "--client-ca-file",
            paramLabel = "FILE",
            defaultValue = "/etc/tls-certs/caCert.pem",
            description =
                    "The certificate that API servers are told to know the webhook by (default: ${DEFAULT-VALUE}).")
    private Path ca = Path.of("");

    @Option(
            names = "--tls-cert-file",
            paramLabel = "FILE",
            defaultValue = "/etc/tls-certs/serverCert.pem",
            description = "(default: ${DEFAULT-VALUE})")
    private Path certificate = Path.of("");

    @Option(
            names = "--tls-private-key",
            paramLabel = "FILE",
            defaultValue = "/etc/tls-certs/serverKey.pem",
            description = "(default: ${DEFAULT-VALUE})")
    private Path key = Path.of("");

    @Option(
            names = "--reload-cert",
            arity = "0..1",
            fallbackValue = "true",
            description = "Use files that changed without a restart.")
    private boolean reload;

    @Option(
            names = "--tls-ciphers",
            paramLabel = "A,B",
            description = "Ciphers by their names in the standard; unknown ones are left out.")
    private String ciphers = "";

    @Option(
            names = "--min-tls-version",
            paramLabel = "tls1_2|tls1_3",
            defaultValue = "tls1_2",
            description = "(default: ${DEFAULT-VALUE})")
    private String version = "tls1_2";

    @Option(
            names = "--port",
            paramLabel = "PORT",
            defaultValue = "8000",
            description = "Where the webhook listens (default: ${DEFAULT-VALUE}).")
    private int port = 8000;

    @Option(
            names = "--webhook-service",
            paramLabel = "NAME",
            defaultValue = "vpa-webhook",
            description = "(default: ${DEFAULT-VALUE})")
    private String service = "vpa-webhook";

    @Option(
            names = "--webhook-address",
            paramLabel = "HOST",
            description = "With --register-by-url: where API servers call.")
    private String host = "";

    @Option(names = "--webhook-port", paramLabel = "PORT", description = "With --register-by-url: the port of it.")
    private String hostPort = "";

    @Option(
            names = "--webhook-timeout-seconds",
            paramLabel = "N",
            defaultValue = "30",
            description = "(default: ${DEFAULT-VALUE})")
    private int timeout = 30;

    @Option(
            names = "--webhook-failure-policy-fail",
            arity = "0..1",
            fallbackValue = "true",
            description = "No pod is made while the webhook does not answer.")
    private boolean fail;

    @Option(
            names = "--register-webhook",
            paramLabel = "BOOL",
            arity = "0..1",
            defaultValue = "true",
            fallbackValue = "true",
            description = "Tell API servers of it (default: ${DEFAULT-VALUE}).")
    private boolean register = true;

    @Option(names = "--webhook-labels", paramLabel = "A:B,C:D", description = "Labels of the registration.")
    private String labels = "";

    @Option(names = "--register-by-url", arity = "0..1", fallbackValue = "true", description = "Not as a service.")
    private boolean byUrl;

    @Option(
            names = "--max-allowed-cpu-boost",
            paramLabel = "CPU",
            description = "No boost leads to more (gate CPUStartupBoost).")
    private String mostBoost = "";

    /** Empty where something of it cannot be used. */
    Optional<AdmissionSettings> settings(
            Checks checks,
            AutoscalerGates gates,
            NamespaceFilter namespaces,
            PodLevelResize.Choice resize,
            String namespace,
            ErrorReporter errors) {
        if (port < 0 || port >= 1 << 16) checks.problem("--port", port, "must be between 0 and 65535, such as 8000");
        if (timeout < 1 || timeout > 30) {
            checks.problem("--webhook-timeout-seconds", timeout, "must be between 1 and 30, such as 10");
        }
        if (byUrl && host.isEmpty()) {
            checks.problem("--register-by-url", true, "needs --webhook-address, such as vpa.example.org");
        }
        var boost = checks.quantity("--max-allowed-cpu-boost", mostBoost, "such as 4 or 500m");
        var registering = new Registering(
                register,
                byUrl ? "https://" + host + (hostPort.isEmpty() ? "" : ":" + hostPort) : "",
                service,
                namespace,
                0,
                timeout,
                fail,
                labels(checks),
                namespaces);
        return identity(checks, errors)
                .map(tls -> new AdmissionSettings(
                        new InetSocketAddress(port),
                        tls,
                        registering,
                        namespace,
                        "vpa-admission-controller",
                        gates,
                        resize,
                        boost.map(Compute.CPU::units).orElse(-1L)));
    }

    private Map<String, String> labels(Checks checks) {
        var map = new TreeMap<String, String>();
        for (var entry : labels.split(",", -1)) {
            if (entry.isBlank()) continue;
            var colon = entry.indexOf(':');
            if (colon < 1) checks.problem("--webhook-labels", labels, "must be pairs, such as team:a,tier:b");
            else
                map.put(
                        entry.substring(0, colon).strip(),
                        entry.substring(colon + 1).strip());
        }
        return map;
    }

    private Optional<ServingIdentity> identity(Checks checks, ErrorReporter errors) {
        var protocols = switch (version) {
            case "tls1_2" -> List.of("TLSv1.3", "TLSv1.2");
            case "tls1_3" -> List.of("TLSv1.3");
            default -> {
                checks.problem("--min-tls-version", version, "must be tls1_2 or tls1_3");
                yield List.of("TLSv1.3");
            }
        };
        try {
            var known =
                    List.of(SSLContext.getDefault().getSupportedSSLParameters().getCipherSuites());
            var wanted = new ArrayList<>(Arrays.asList(ciphers.split(",", -1)));
            wanted.retainAll(known);
            return Optional.of(new FileIdentity(
                    new PemFiles(certificate, key, ca), reload, new ServingIdentity.Speech(protocols, wanted), errors));
        } catch (IOException | GeneralSecurityException e) {
            checks.problem(
                    "--tls-cert-file",
                    certificate + ", --tls-private-key " + key + ", --client-ca-file " + ca,
                    "name files with a certificate, its key and its authority; these cannot be used: "
                            + e.getMessage());
            return Optional.empty();
        }
    }
}
