package dev.plimsoll.apiserver.webhooks;

import java.io.IOException;
import java.net.http.HttpClient;
import java.security.GeneralSecurityException;
import java.util.LinkedHashMap;

/** HTTP clients by whom they trust, a few of them kept: connections are used again for the next write. */
final class WebhookConnections implements AutoCloseable {
    private static final int MOST = 16;

    private final Object lock = new Object();
    private final LinkedHashMap<Key, HttpClient> clients = new LinkedHashMap<>(MOST, 0.75f, true);

    /** The name is empty if the peer goes by its URL. */
    private record Key(String caBundle, String name) {}

    HttpClient to(String caBundle, String name) throws GeneralSecurityException, IOException {
        var key = new Key(caBundle, name);
        synchronized (lock) {
            var known = clients.get(key);
            if (known != null) return known;
        }
        var trust = Trust.in(caBundle);
        var made = HttpClient.newBuilder()
                .sslContext(name.isEmpty() ? trust : Trust.forPeer(name, trust))
                .followRedirects(HttpClient.Redirect.NEVER)
                .build();
        synchronized (lock) {
            var other = clients.get(key);
            if (other != null) {
                made.shutdownNow();
                return other;
            }
            clients.put(key, made);
            // What is being asked over the one that goes may still be answered.
            if (clients.size() > MOST) clients.pollFirstEntry().getValue().shutdown();
            return made;
        }
    }

    @Override
    public void close() {
        synchronized (lock) {
            clients.values().forEach(HttpClient::shutdownNow);
            clients.clear();
        }
    }
}
