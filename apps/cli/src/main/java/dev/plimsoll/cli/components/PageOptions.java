package dev.plimsoll.cli.components;

import dev.plimsoll.cli.clusters.records.PathProblem;
import dev.plimsoll.cli.connection.ServingFiles;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.runtime.access.AlwaysAllowPaths;
import dev.plimsoll.runtime.access.ClientAuthorities;
import dev.plimsoll.runtime.access.ReviewedAccess;
import dev.plimsoll.runtime.http.AuthorizedPages;
import dev.plimsoll.runtime.http.HttpPage;
import dev.plimsoll.runtime.http.HttpService;
import dev.plimsoll.runtime.http.ServingTls;
import dev.plimsoll.tls.Pem;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where a program serves its pages and who may read them: all over TLS, the open ones, if asked for, without. */
final class PageOptions {
    private static final int OFF = -1;

    @Option(
            names = "--secure-port",
            paramLabel = "PORT",
            defaultValue = "-1",
            description = {
                "Serve health, metrics and configuration on this port of 127.0.0.1, over TLS; 0 for any. The API server is asked",
                "who may read them (TokenReview, SubjectAccessReview)."
            })
    private int securePort = OFF;

    @Option(
            names = "--tls-cert-file",
            paramLabel = "FILE",
            description = {
                "Serve with this certificate; without it with one made at each start, which nobody has signed.",
                "Files that change are read again."
            })
    private @Nullable Path certificate;

    @Option(names = "--tls-private-key-file", paramLabel = "FILE", description = "Its key (PEM, PKCS #8).")
    private @Nullable Path key;

    @Option(
            names = "--client-ca-file",
            paramLabel = "FILE",
            description = {
                "Believe client certificates that these authorities signed (default: those that the API server publishes in the",
                "ConfigMap kube-system/extension-apiserver-authentication, or the authority in the kubeconfig)."
            })
    private @Nullable Path clientAuthorities;

    @Option(
            names = "--authorization-always-allow-paths",
            paramLabel = "PATH",
            split = ",",
            defaultValue = "/healthz,/readyz,/livez",
            description = {
                "Paths that everybody may read; one that ends with * stands for all that begin so (default: ${DEFAULT-VALUE})."
            })
    private List<String> alwaysAllowed = AlwaysAllowPaths.HEALTH.patterns();

    @Option(
            names = "--healthz-port",
            paramLabel = "PORT",
            defaultValue = "-1",
            description = "Serve the pages that everybody may read on this port of 127.0.0.1 without TLS; 0 for any.")
    private int plainPort = OFF;

    /** Servers that were started, and where they are. */
    record Served(Deque<HttpService> services, List<String> addresses) implements AutoCloseable {
        @Override
        public void close() {
            while (!services.isEmpty()) services.pop().close();
        }
    }

    /** To be called first, so that a server is ready to start when the rest of the program is. */
    void prepare() {
        if (securePort != OFF || plainPort != OFF) HttpService.prepare();
    }

    /**
     * Starts those that were asked for; none is left if one cannot be started.
     *
     * @param client reviews callers
     * @param authority of the kubeconfig, as PEM text; empty without one
     * @param problems told when the files of the certificate have changed and cannot be used
     */
    Served start(
            String name,
            HttpPage page,
            ApiClient client,
            String authority,
            InstantSource clock,
            Consumer<String> problems)
            throws IOException {
        var served = new Served(new ArrayDeque<>(), new ArrayList<>());
        var open = new AlwaysAllowPaths(alwaysAllowed);
        try {
            if (securePort != OFF) {
                var authorized = new AuthorizedPages(page, ReviewedAccess.ofProgram(client, clock), open);
                var tls = tls(client, authority, clock, problems);
                add(served, "https", HttpService.start(name, address(securePort), tls, authorized));
            }
            if (plainPort != OFF) {
                var pages = AuthorizedPages.open(page, open);
                add(served, "http", HttpService.start(name, address(plainPort), null, pages));
            }
            return served;
        } catch (IOException | RuntimeException e) {
            served.close();
            throw e;
        }
    }

    private static void add(Served served, String scheme, HttpService service) {
        served.services().push(service);
        served.addresses().add(scheme + "://127.0.0.1:" + service.port());
    }

    private static InetSocketAddress address(int port) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    private ServingTls tls(ApiClient client, String authority, InstantSource clock, Consumer<String> problems)
            throws IOException {
        return new ServingFiles(certificate, key)
                .tls(
                        () -> authorities(client, authority),
                        () -> ServingFiles.selfMade("plimsoll", InetAddress.getLoopbackAddress(), clock.instant()),
                        problems);
    }

    private List<X509Certificate> authorities(ApiClient client, String authority)
            throws IOException, GeneralSecurityException {
        if (clientAuthorities != null) {
            try {
                return Pem.certificates(Files.readAllBytes(clientAuthorities));
            } catch (IOException e) {
                throw new IOException("--client-ca-file: " + PathProblem.of(e) + "; name another file", e);
            }
        }
        var published = ClientAuthorities.published(client);
        if (published.isPresent()) return published.get();
        return authority.isEmpty() ? List.of() : Pem.certificates(authority);
    }
}
