package dev.plimsoll.cli.clusters;

import dev.plimsoll.cli.clusters.records.ClusterRecord;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Who listens at a port. Linux tells it to the owner of the process; elsewhere it is not known. */
public final class PortHolder {
    private static final String LISTENING = "0A";
    private static final int HIGHEST = 65535;

    private PortHolder() {}

    /**
     * What is wrong with an address to listen at; empty if nothing is.
     *
     * @param clusters whose names are told if one of them has the port
     */
    public static String problem(String host, int port, List<ClusterRecord> clusters) {
        if (port < 0 || port > HIGHEST)
            return "--port " + port + ": must be between 0 and 65535, such as 6443; 0 takes any that is free";
        try (var socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getByName(host), port));
            return "";
        } catch (UnknownHostException _) {
            return "--host " + host + ": there is no such address";
        } catch (BindException e) {
            var reason = String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT);
            if (reason.contains("cannot assign"))
                return "--host " + host
                        + ": it is no address of this machine; use 127.0.0.1, or 0.0.0.0 for all of them";
            if (reason.contains("permission"))
                return "--port " + port + ": ports below 1024 need the right to bind them; choose a higher one";
            return "--port " + port + ": " + host + ":" + port + " is taken" + by(port, clusters)
                    + "; choose another, or 0 for any that is free";
        } catch (IOException e) {
            return "--port " + port + ": " + e.getMessage();
        }
    }

    /** As the rest of a sentence: " by process 12 (java)"; empty where that is not known. */
    public static String by(int port, List<ClusterRecord> clusters) {
        return of(port).map(process -> {
                    var cluster = clusters.stream()
                            .filter(each -> each.pid() == process.pid() && each.isRunning())
                            .findFirst();
                    if (cluster.isPresent())
                        return " by cluster " + cluster.get().name() + " (process " + process.pid() + ")";
                    var program = process.info()
                            .command()
                            .map(command -> " (" + Path.of(command).getFileName() + ")")
                            .orElse("");
                    return " by process " + process.pid() + program;
                })
                .orElse("");
    }

    private static Optional<ProcessHandle> of(int port) {
        var sockets = new HashSet<String>();
        for (var table : List.of("/proc/net/tcp", "/proc/net/tcp6")) sockets.addAll(sockets(Path.of(table), port));
        if (sockets.isEmpty()) return Optional.empty();
        return ProcessHandle.allProcesses()
                .filter(process -> hasOpen(process, sockets))
                .findFirst();
    }

    /** The names of the sockets that listen at a port, as they stand in the lists of open files. */
    private static Set<String> sockets(Path table, int port) {
        var names = new HashSet<String>();
        var ending = String.format(Locale.ROOT, ":%04X", port);
        try {
            for (var line : Files.readAllLines(table)) {
                var cells = line.strip().split("\\s+", -1);
                if (cells.length > 9 && cells[1].endsWith(ending) && cells[3].equals(LISTENING))
                    names.add("socket:[" + cells[9] + "]");
            }
        } catch (IOException _) {
            return Set.of(); // no such table on this system
        }
        return names;
    }

    private static boolean hasOpen(ProcessHandle process, Set<String> sockets) {
        try (var files = Files.list(Path.of("/proc", Long.toString(process.pid()), "fd"))) {
            return files.anyMatch(file -> sockets.contains(target(file)));
        } catch (IOException | UncheckedIOException _) {
            return false; // it ended meanwhile, or belongs to somebody else
        }
    }

    private static String target(Path link) {
        try {
            return Files.readSymbolicLink(link).toString();
        } catch (IOException _) {
            return ""; // closed meanwhile
        }
    }
}
