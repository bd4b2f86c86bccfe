package dev.plimsoll.linux.systemd;

import dev.plimsoll.linux.cgroup.CgroupKeeper;
import dev.plimsoll.linux.cgroup.CgroupSetting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Slices that systemd makes when it is asked to, with values that it knows: when it looks at a slice again, because a container starts in
 * it, it writes these and no others.
 */
public final class SystemdSlices implements CgroupKeeper {
    /** Systemd's own socket, which is there without a bus, and the bus of the system. */
    private static final List<Path> SOCKETS =
            List.of(Path.of("/run/systemd/private"), Path.of("/run/dbus/system_bus_socket"));

    private static final String UNIT_EXISTS = "org.freedesktop.systemd1.UnitExists";
    private static final String NO_SUCH_UNIT = "org.freedesktop.systemd1.NoSuchUnit";
    private static final List<String> ACCOUNTING = List.of("MemoryAccounting", "TasksAccounting");
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final long UNLIMITED = -1;
    private static final long SECOND_MICROS = 1_000_000;

    private static final DBusConnection.Target BUS =
            new DBusConnection.Target("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus");
    private static final DBusConnection.Target SYSTEMD = new DBusConnection.Target(
            "org.freedesktop.systemd1", "/org/freedesktop/systemd1", "org.freedesktop.systemd1.Manager");

    private final Path socket;
    private final boolean isBus;

    /**
     * Asked at a socket.
     *
     * @param isBus whether others are there too, so that a client says hello first
     */
    public SystemdSlices(Path socket, boolean isBus) {
        this.socket = socket;
        this.isBus = isBus;
    }

    /** That of this machine; empty where none answers. */
    public static Optional<SystemdSlices> ofMachine() {
        return SOCKETS.stream()
                .filter(Files::exists)
                .findFirst()
                .map(socket -> new SystemdSlices(socket, socket.equals(SOCKETS.getLast())));
    }

    @Override
    public void set(String cgroup, List<CgroupSetting> settings) throws IOException {
        var unit = unit(cgroup);
        var values = properties(settings);
        var body = new DBusWriter().text(unit).text("replace");
        body.array(8, () -> {
            body.align(8).text("Description").signature("s").text("pods of plimsoll: " + unit);
            // What the node reads is there, whatever this machine's systemd counts by default.
            for (var accounting : ACCOUNTING)
                body.align(8).text(accounting).signature("b").flag(true);
            values.forEach((name, value) -> property(body, name, value));
        });
        body.array(8, () -> {});
        try (var connection = connected()) {
            var made = connection.call(SYSTEMD, "StartTransientUnit", "ssa(sv)a(sa(sv))", body.toByteArray());
            if (!made.error().equals(UNIT_EXISTS)) {
                check(made, "start " + unit);
                return;
            }
            if (values.isEmpty()) return;
            var change = new DBusWriter().text(unit).flag(true);
            change.array(8, () -> values.forEach((name, value) -> property(change, name, value)));
            check(connection.call(SYSTEMD, "SetUnitProperties", "sba(sv)", change.toByteArray()), "change " + unit);
        }
    }

    private static void property(DBusWriter body, String name, long value) {
        body.align(8).text(name).signature("t").uint64(value);
    }

    /** What systemd knows; files of other names are nobody's but the node's. */
    private static Map<String, Long> properties(List<CgroupSetting> settings) {
        var values = new TreeMap<String, Long>();
        for (var setting : settings) {
            switch (setting.file()) {
                case "cpu.weight" -> values.put("CPUWeight", Long.valueOf(setting.value()));
                case "memory.max" -> values.put("MemoryMax", amount(setting.value()));
                case "cpu.max" -> {
                    var parts = setting.value().split(" ", -1);
                    var period = Long.parseLong(parts[1]);
                    values.put("CPUQuotaPeriodUSec", period);
                    values.put(
                            "CPUQuotaPerSecUSec",
                            parts[0].equals("max") ? UNLIMITED : Long.parseLong(parts[0]) * SECOND_MICROS / period);
                }
                default -> {}
            }
        }
        return values;
    }

    private static long amount(String text) {
        return text.equals("max") ? UNLIMITED : Long.parseLong(text);
    }

    @Override
    public boolean switchesControllers() {
        return true;
    }

    @Override
    public void remove(String cgroup) throws IOException {
        var unit = unit(cgroup);
        try (var connection = connected()) {
            var stopped = connection.call(
                    SYSTEMD,
                    "StopUnit",
                    "ss",
                    new DBusWriter().text(unit).text("replace").toByteArray());
            if (!stopped.error().equals(NO_SUCH_UNIT)) check(stopped, "stop " + unit);
        }
    }

    /** The last part of a name is that of the slice, which has the others in it. */
    private static String unit(String cgroup) {
        return cgroup.substring(cgroup.lastIndexOf('/') + 1);
    }

    private DBusConnection connected() throws IOException {
        var user = ((Number) Files.getAttribute(Path.of("/proc/self"), "unix:uid")).longValue();
        var connection = DBusConnection.open(socket, user, PATIENCE);
        try {
            if (isBus) check(connection.call(BUS, "Hello", "", new byte[0]), "say hello");
            return connection;
        } catch (IOException | RuntimeException e) {
            connection.close();
            throw e;
        }
    }

    private void check(DBusReply reply, String what) throws IOException {
        if (!reply.error().isEmpty())
            throw new IOException(
                    "systemd (" + socket + ") does not " + what + ": " + reply.text() + " (" + reply.error() + ")");
    }
}
