package dev.plimsoll.console;

import dev.plimsoll.console.access.SessionKey;
import dev.plimsoll.runtime.http.ServingTls;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Where a console is served, and to whom.
 *
 * @param address port 0 for any that is free
 * @param tlsOrNull null to serve without it, which is for this machine alone
 * @param hosts names by which browsers may call it, beside those of this machine
 * @param pathPrefix where it is served, such as {@code /console}; empty for the root
 * @param sessions what sessions are signed with
 * @param historyOrNull the file in which history survives a restart; null where it ends with the process
 * @param namespace the one that is followed where whoever starts the console may not see the pods of all
 */
public record ConsoleSettings(
        InetSocketAddress address,
        @Nullable ServingTls tlsOrNull,
        Set<String> hosts,
        String pathPrefix,
        SessionKey sessions,
        @Nullable Path historyOrNull,
        String namespace) {
    public ConsoleSettings {
        hosts = Set.copyOf(hosts);
        if (address.isUnresolved())
            throw new IllegalArgumentException("the address " + address.getHostString()
                    + " is not known on this machine; give a name or an address that it has");
        if (!pathPrefix.isEmpty() && (!pathPrefix.startsWith("/") || pathPrefix.endsWith("/")))
            throw new IllegalArgumentException("the path prefix " + pathPrefix
                    + " must begin with a slash and not end with one, such as /console");
        if (tlsOrNull == null && !isLoopback(address))
            throw new IllegalArgumentException(
                    "the console at " + address.getHostString()
                            + " can be reached by others, so it needs TLS: give a certificate and its key, or listen at 127.0.0.1");
    }

    private static boolean isLoopback(InetSocketAddress address) {
        var host = address.getAddress();
        return host != null && host.isLoopbackAddress();
    }

    /** Names by which browsers may call it beside those of this machine: those that were given, and its address where it listens at one. */
    Set<String> names() {
        var names = new TreeSet<>(hosts);
        if (!address.getAddress().isAnyLocalAddress()) names.add(written(address.getAddress()));
        return names;
    }

    /** The name to open it by on this machine, or elsewhere where there is one for that. */
    String name() {
        if (isLocal()) return "127.0.0.1";
        return hosts.stream()
                .sorted()
                .findFirst()
                .orElseGet(() -> names().stream().findFirst().orElse("127.0.0.1"));
    }

    private static String written(InetAddress address) {
        return address instanceof Inet6Address ? "[" + address.getHostAddress() + "]" : address.getHostAddress();
    }

    /** Whether only this machine reaches it: then a one-time code lets people in, otherwise their tokens do. */
    boolean isLocal() {
        return isLoopback(address);
    }
}
