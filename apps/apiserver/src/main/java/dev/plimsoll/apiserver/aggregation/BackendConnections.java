package dev.plimsoll.apiserver.aggregation;

import dev.plimsoll.apiserver.aggregation.ApiService.Backend;
import dev.plimsoll.apiserver.nodes.Dial;
import dev.plimsoll.apiserver.tls.Pki;
import dev.plimsoll.apiserver.tls.RenewedIdentity;
import dev.plimsoll.apiserver.webhooks.ServiceAddress;
import dev.plimsoll.apiserver.webhooks.Trust;
import dev.plimsoll.streams.DuplexStream;
import dev.plimsoll.tls.TrustAllManager;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.LinkedHashMap;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;

/**
 * Connections to the API servers behind this one, where it shows the certificate of a proxy. Each is trusted as its APIService says, and
 * must prove the name of its service. A few clients are kept: connections are used again for the next request.
 */
final class BackendConnections implements AutoCloseable {
    private static final int MOST = 16;
    private static final Duration CONNECT = Duration.ofSeconds(10);

    private final ServiceAddress addresses;
    private final Pki pki;
    private final Object lock = new Object();
    private final LinkedHashMap<Key, Peer> peers = new LinkedHashMap<>(MOST, 0.75f, true);
    /** Made when the first backend is asked: most clusters have none. */
    private @Nullable RenewedIdentity own;

    private record Key(String caBundle, boolean unverified, String name) {}

    /** The two ways to one name: for requests, and for connections that change their protocol. */
    private record Peer(HttpClient client, SSLContext tls) {}

    BackendConnections(ServiceAddress addresses, Pki pki) {
        this.addresses = addresses;
        this.pki = pki;
    }

    /** Where a backend is now; the URL has neither path nor query. */
    URI base(Backend.Remote backend) throws IOException {
        var address = addresses.of(backend.service());
        try {
            return URI.create("https://" + address);
        } catch (IllegalArgumentException e) {
            throw new IOException("\"" + address + "\" is no address", e);
        }
    }

    HttpClient client(Backend.Remote backend) throws IOException {
        return peer(backend).client();
    }

    DuplexStream connect(Backend.Remote backend, URI page) throws IOException {
        return Dial.secure(page, backend.service().host(), peer(backend).tls(), CONNECT);
    }

    private Peer peer(Backend.Remote backend) throws IOException {
        var key = new Key(
                backend.caBundle(), backend.unverified(), backend.service().host());
        synchronized (lock) {
            var known = peers.get(key);
            if (known != null) return known;
            var made = made(key);
            peers.put(key, made);
            // What is being asked over the one that goes may still be answered.
            if (peers.size() > MOST) peers.pollFirstEntry().getValue().client().shutdown();
            return made;
        }
    }

    private Peer made(Key key) throws IOException {
        if (own == null) own = pki.proxyClient();
        try {
            var tls = own.context(trust(key));
            var client = HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .connectTimeout(CONNECT)
                    .followRedirects(HttpClient.Redirect.NEVER)
                    .sslContext(Trust.forPeer(key.name(), tls))
                    .build();
            return new Peer(client, tls);
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw new IOException("unable to load root certificates: " + e.getMessage(), e);
        }
    }

    private static TrustManager @Nullable [] trust(Key key) throws GeneralSecurityException, IOException {
        if (key.unverified()) return new TrustManager[] {TrustAllManager.trusted()};
        return key.caBundle().isEmpty() ? null : Trust.managers(key.caBundle());
    }

    @Override
    public void close() {
        synchronized (lock) {
            for (var peer : peers.values()) peer.client().shutdownNow();
            peers.clear();
        }
    }
}
