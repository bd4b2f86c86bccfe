package dev.plimsoll.core.resize.admission;

import dev.plimsoll.core.model.PodDetails;
import dev.plimsoll.core.resize.state.NodeFacts;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Kernel settings: a pod may have its own of those that are its own business, and of those that the node's owner allows. */
final class SysctlRule {
    private static final Set<String> SAFE = Set.of(
            "kernel.shm_rmid_forced",
            "net.ipv4.ip_local_port_range",
            "net.ipv4.tcp_syncookies",
            "net.ipv4.ping_group_range",
            "net.ipv4.ip_unprivileged_port_start",
            "net.ipv4.ip_local_reserved_ports",
            "net.ipv4.tcp_keepalive_time",
            "net.ipv4.tcp_fin_timeout",
            "net.ipv4.tcp_keepalive_intvl",
            "net.ipv4.tcp_keepalive_probes",
            "net.ipv4.tcp_rmem",
            "net.ipv4.tcp_wmem");

    /** What belongs to the namespace for messages and shared memory. */
    private static final List<String> IPC = List.of("kernel.sem", "kernel.shm", "kernel.msg", "fs.mqueue.");

    private SysctlRule() {}

    static Optional<AdmissionRefusal> check(NodeFacts facts, PodDetails details) {
        for (var written : details.needs().sysctls()) {
            var sysctl = written.replace('/', '.');
            var problem = problem(facts, details, sysctl);
            if (!problem.isEmpty()) {
                return Optional.of(
                        AdmissionRefusal.of("SysctlForbidden", "forbidden sysctl: \"" + sysctl + "\" " + problem));
            }
        }
        return Optional.empty();
    }

    private static String problem(NodeFacts facts, PodDetails details, String sysctl) {
        if (!SAFE.contains(sysctl)
                && facts.abilities().unsafeSysctls().stream().noneMatch(each -> covers(each, sysctl))) {
            return "not allowlisted";
        }
        if (sysctl.startsWith("net.") && details.hostNetwork()) return "not allowed with host net enabled";
        var isIpc = IPC.stream().anyMatch(sysctl::startsWith);
        return isIpc && details.needs().hostIpc() ? "not allowed with host ipc enabled" : "";
    }

    private static boolean covers(String allowed, String sysctl) {
        return allowed.endsWith("*")
                ? sysctl.startsWith(allowed.substring(0, allowed.length() - 1))
                : sysctl.equals(allowed);
    }
}
