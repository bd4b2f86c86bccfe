package dev.plimsoll.cli.components;

import dev.plimsoll.apiserver.tls.Authority;
import dev.plimsoll.apiserver.tls.Pki;
import dev.plimsoll.runtime.http.HttpPage;
import dev.plimsoll.runtime.http.HttpService;
import dev.plimsoll.runtime.http.ServingTls;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where a program shows its health and its metrics: over TLS, or, where somebody asks for that, without. */
final class PageOptions {
    private static final int OFF = -1;

    @Option(
            names = "--secure-port",
            paramLabel = "PORT",
            defaultValue = "-1",
            description = "Serve health and metrics on this port of 127.0.0.1, over TLS; 0 for any.")
    private int securePort = OFF;

    @Option(
            names = "--tls-cert-file",
            paramLabel = "FILE",
            description =
                    "Serve with this certificate; without it with one made at each start, which nobody has signed.")
    private @Nullable Path certificate;

    @Option(names = "--tls-private-key-file", paramLabel = "FILE", description = "Its key (PEM, PKCS #8).")
    private @Nullable Path key;

    @Option(
            names = "--healthz-port",
            paramLabel = "PORT",
            defaultValue = "-1",
            description = "Serve the same pages on this port of 127.0.0.1 without TLS; 0 for any.")
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

    /** Starts those that were asked for; none is left if one cannot be started. */
    Served start(String name, HttpPage page, InstantSource clock) throws IOException {
        var served = new Served(new ArrayDeque<>(), new ArrayList<>());
        try {
            if (securePort != OFF) {
                add(served, "https", HttpService.start(name, address(securePort), tls(clock), page));
            }
            if (plainPort != OFF) add(served, "http", HttpService.start(name, address(plainPort), null, page));
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

    private ServingTls tls(InstantSource clock) throws IOException {
        try {
            if (certificate != null && key != null) return ServingTls.read(certificate, key, List.of());
            if (certificate != null || key != null)
                throw new IOException("--tls-cert-file and --tls-private-key-file go together");
            var issuer = Authority.create("plimsoll-ca", clock.instant());
            return ServingTls.of(Pki.serving(
                            issuer,
                            "plimsoll",
                            List.of("localhost"),
                            List.of(InetAddress.getLoopbackAddress()),
                            InstantSource.system())
                    .context(null));
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw new IOException("certificates cannot be read: " + e.getMessage(), e);
        }
    }
}
