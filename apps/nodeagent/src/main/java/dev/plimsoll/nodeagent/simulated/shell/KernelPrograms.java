package dev.plimsoll.nodeagent.simulated.shell;

import dev.plimsoll.nodeagent.simulated.files.FileProblemException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Commands that ask the kernel, and that it refuses to containers without the right. */
final class KernelPrograms {
    private KernelPrograms() {}

    static Map<String, Program> all() {
        return Map.of("sysctl", KernelPrograms::sysctl, "ip", KernelPrograms::ip, "nnp", KernelPrograms::effectiveUser);
    }

    private static int sysctl(Program.Invocation call, Io io) throws IOException {
        var code = 0;
        var valuesOnly = false;
        for (var word : call.arguments()) {
            if (word.equals("-n")) valuesOnly = true;
            else if (word.equals("-w") || word.contains("="))
                code = io.fail("sysctl: setting key \"" + word + "\": Read-only file system");
            else {
                var path = "/proc/sys/" + word.replace('.', '/');
                try {
                    var value = new String(call.host().files().read(path), StandardCharsets.UTF_8).strip();
                    io.line(valuesOnly ? value : word.replace('/', '.') + " = " + value);
                } catch (FileProblemException _) {
                    code = io.fail("sysctl: error: '" + word + "' is an unknown key");
                }
            }
        }
        return code;
    }

    /** Interfaces can be listed by all, and changed by who administers the network. */
    private static int ip(Program.Invocation call, Io io) throws IOException {
        var words =
                call.arguments().stream().filter(word -> !word.startsWith("-")).toList();
        var object = words.isEmpty() ? "" : words.getFirst();
        if (!object.matches("l(i(nk?)?)?|a(d(d(r(ess)?)?)?)?"))
            return io.fail("ip: only link and address are known in simulated containers");
        var action = words.size() > 1 ? words.get(1) : "show";
        if (action.matches("add|del|delete|set|change|replace")) {
            if (call.host().user().administersNetwork()) return 0;
            return io.fail("ip: RTNETLINK answers: Operation not permitted");
        }
        io.line("1: lo: <LOOPBACK,UP,LOWER_UP> mtu 65536 qdisc noqueue qlen 1000");
        io.line("    link/loopback 00:00:00:00:00:00 brd 00:00:00:00:00:00");
        if (object.startsWith("a")) io.line("    inet 127.0.0.1/8 scope host lo");
        io.line("2: eth0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1500 qdisc noqueue");
        if (object.startsWith("a")) io.line("    inet " + call.host().network().address() + "/32 scope global eth0");
        return 0;
    }

    /** The program of the test image {@code nonewprivs}: it belongs to root and takes its rights, where it may. */
    private static int effectiveUser(Program.Invocation call, Io io) throws IOException {
        var user = call.host().user();
        io.line("Effective uid: " + (user.mayEscalate() ? 0 : user.uid()));
        return 0;
    }
}
