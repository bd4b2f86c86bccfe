package dev.plimsoll.console.http;

import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Refuses requests that were not meant for this console: by another name of its host, or by the page of another site. */
public final class RequestGuard {
    private static final Set<String> LOCAL = Set.of("127.0.0.1", "localhost", "[::1]");

    private final Set<String> hosts;

    /**
     * For the names of this machine, and more.
     *
     * @param more names without ports
     */
    public RequestGuard(Set<String> more) {
        var all = new HashSet<>(LOCAL);
        more.forEach(host -> all.add(host.toLowerCase(Locale.ROOT)));
        this.hosts = Set.copyOf(all);
    }

    /**
     * Why a request is refused; empty where it is not.
     *
     * @param host as the client named it, with its port
     * @param originOrNull the site of the page that sends it; null where no browser says so
     */
    String problem(@Nullable String host, @Nullable String originOrNull) {
        if (host == null || !hosts.contains(name(host)))
            return "This console is not served under the name that was asked for. Open the address that it printed.\n";
        if (originOrNull == null) return "";
        var origin = originOrNull.toLowerCase(Locale.ROOT);
        var own = host.toLowerCase(Locale.ROOT);
        return origin.equals("http://" + own) || origin.equals("https://" + own)
                ? ""
                : "Pages of other sites may not use this console.\n";
    }

    private static String name(String host) {
        var lower = host.toLowerCase(Locale.ROOT);
        var colon = lower.lastIndexOf(':');
        return colon > lower.lastIndexOf(']') ? lower.substring(0, colon) : lower;
    }
}
