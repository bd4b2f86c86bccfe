package dev.plimsoll.core.podsecurity.checks;

import static java.util.Map.entry;

import dev.plimsoll.core.podsecurity.view.SecuredPod;
import java.util.Map;
import java.util.Optional;

/** Only sysctls that stay within the pod are set. */
public final class Sysctls implements Check {
    /** Sysctls by the minor version from which on they are allowed. */
    private static final Map<String, Integer> ALLOWED = Map.ofEntries(
            entry("kernel.shm_rmid_forced", 0),
            entry("net.ipv4.ip_local_port_range", 0),
            entry("net.ipv4.tcp_syncookies", 0),
            entry("net.ipv4.ping_group_range", 0),
            entry("net.ipv4.ip_unprivileged_port_start", 0),
            entry("net.ipv4.ip_local_reserved_ports", 27),
            entry("net.ipv4.tcp_keepalive_time", 29),
            entry("net.ipv4.tcp_fin_timeout", 29),
            entry("net.ipv4.tcp_keepalive_intvl", 29),
            entry("net.ipv4.tcp_keepalive_probes", 29),
            entry("net.ipv4.tcp_rmem", 32),
            entry("net.ipv4.tcp_wmem", 32),
            entry("net.ipv4.tcp_slow_start_after_idle", 37),
            entry("net.ipv4.tcp_notsent_lowat", 37));

    @Override
    public String id() {
        return "sysctls";
    }

    @Override
    public Optional<Violation> violation(SecuredPod pod, int minor) {
        var forbidden = pod.sysctls().stream()
                .filter(name -> ALLOWED.getOrDefault(name, Integer.MAX_VALUE) > minor)
                .toList();
        return forbidden.isEmpty()
                ? Optional.empty()
                : Optional.of(new Violation("forbidden sysctls", String.join(", ", forbidden)));
    }
}
