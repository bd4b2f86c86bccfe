package dev.plimsoll.store.etcd;

import dev.plimsoll.store.Keys;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * Where the etcd cluster is and how to use it.
 *
 * @param endpoints members, as {@code http://host:port} or {@code https://host:port}, all of one scheme
 * @param prefix put before every key; ends with a slash, or is empty
 * @param patience the longest that a call waits for an answer
 * @param recentEvents events that a watch finds in memory
 * @param recentBytes their weight
 */
public record EtcdOptions(
        List<URI> endpoints, String prefix, Security security, Duration patience, int recentEvents, long recentBytes) {
    /** What servers put before every key unless they are told otherwise. */
    public static final String DEFAULT_PREFIX = "plimsoll/";

    /** How the connection is secured. */
    public sealed interface Security {
        record Plain() implements Security {}

        /** Members must show a certificate of this authority; its file is PEM. */
        record ServerTls(Path authority) implements Security {}

        /** As {@link ServerTls}, and we show ours; all files are PEM. */
        record MutualTls(Path authority, Path certificate, Path key) implements Security {}
    }

    public EtcdOptions {
        endpoints = List.copyOf(endpoints);
        if (endpoints.isEmpty()) throw new IllegalArgumentException("no etcd endpoint is given");
        for (var endpoint : endpoints) checkEndpoint(endpoint, security);
        if (!Keys.checkPrefix(prefix).isEmpty() && !prefix.endsWith("/"))
            throw new IllegalArgumentException("the etcd prefix '" + prefix + "' does not end with a slash");
        if (patience.isNegative() || patience.isZero()) throw new IllegalArgumentException("patience " + patience);
    }

    /** Plain connections, and bounds that suit an API server. */
    public static EtcdOptions of(List<URI> endpoints, String prefix) {
        return of(endpoints, prefix, new Security.Plain());
    }

    /** Bounds that suit an API server. */
    public static EtcdOptions of(List<URI> endpoints, String prefix, Security security) {
        return new EtcdOptions(endpoints, prefix, security, Duration.ofSeconds(10), 8192, 16 << 20);
    }

    /** One member alone. */
    EtcdOptions only(URI member) {
        return new EtcdOptions(List.of(member), prefix, security, patience, recentEvents, recentBytes);
    }

    public EtcdOptions with(Security security) {
        return new EtcdOptions(endpoints, prefix, security, patience, recentEvents, recentBytes);
    }

    public EtcdOptions withPatience(Duration patience) {
        return new EtcdOptions(endpoints, prefix, security, patience, recentEvents, recentBytes);
    }

    public EtcdOptions withRecentEvents(int events) {
        return new EtcdOptions(endpoints, prefix, security, patience, events, recentBytes);
    }

    private static void checkEndpoint(URI endpoint, Security security) {
        var scheme = security instanceof Security.Plain ? "http" : "https";
        if (!scheme.equals(endpoint.getScheme()) || endpoint.getHost() == null || endpoint.getPort() < 0)
            throw new IllegalArgumentException(
                    "the etcd endpoint '" + endpoint + "' is not of the form " + scheme + "://host:port");
    }
}
