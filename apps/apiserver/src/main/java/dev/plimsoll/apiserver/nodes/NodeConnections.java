package dev.plimsoll.apiserver.nodes;

import dev.plimsoll.apiserver.tls.Pki;
import dev.plimsoll.runtime.Lazy;
import dev.plimsoll.streams.DuplexStream;
import dev.plimsoll.tls.Tls;
import dev.plimsoll.tls.TrustAllManager;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;

/** Calls of the server to what nodes serve. The server shows a certificate of its own authority. */
public final class NodeConnections implements AutoCloseable {
    /** Has the role {@code system:kubelet-api-admin}, and no other. */
    private static final String USER = "kube-apiserver-kubelet-client";

    private static final Duration CONNECT = Duration.ofSeconds(10);

    private final Lazy<Clients> clients;

    /**
     * What the connections are made with.
     *
     * @param credulous believes any certificate; the same client where the server does so anyway
     */
    private record Clients(SSLContext tls, HttpClient client, HttpClient credulous) {}

    private NodeConnections(Lazy<Clients> clients) {
        this.clients = clients;
    }

    private static HttpClient client(SSLContext tls) {
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(CONNECT)
                .sslContext(tls)
                .build();
    }

    /**
     * With a certificate that is renewed. It and the clients are made when a node is first asked: no start waits for them.
     *
     * @param authorities who signs the certificates of nodes; empty to believe any, as upstream does unless it is told
     */
    public static NodeConnections of(Pki pki, List<X509Certificate> authorities) {
        return new NodeConnections(Lazy.of(() -> clients(pki, authorities)));
    }

    private static Clients clients(Pki pki, List<X509Certificate> authorities) {
        var identity = pki.client(USER, List.of());
        // Nodes make their own certificates unless an operator gives them others.
        var unverified = identity.context(new TrustManager[] {TrustAllManager.trusted()});
        var credulous = client(unverified);
        if (authorities.isEmpty()) return new Clients(unverified, credulous, credulous);
        var verified = identity.context(Tls.trust(authorities));
        return new Clients(verified, client(verified), credulous);
    }

    /**
     * Asks for a page that is read while it comes. The answer is to be closed.
     *
     * @param isVerified whether the node's certificate matters
     */
    HttpResponse<InputStream> open(URI page, boolean isVerified) throws IOException, InterruptedException {
        var chosen = isVerified ? clients.get().client() : clients.get().credulous();
        return chosen.send(HttpRequest.newBuilder(page).build(), HttpResponse.BodyHandlers.ofInputStream());
    }

    /** For whoever sends more than a question; it follows no redirect. */
    public HttpClient client() {
        return clients.get().client();
    }

    /** A connection of its own, for a protocol that is not HTTP in the end. It is to be closed. */
    public DuplexStream connect(URI page) throws IOException {
        return Dial.secure(page, clients.get().tls(), CONNECT);
    }

    @Override
    public void close() {
        clients.ifMade(each -> {
            each.client().shutdownNow();
            each.credulous().shutdownNow();
        });
    }
}
