package dev.plimsoll.cli.clusters.records;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The folder that a cluster keeps everything in. */
public final class DataFolder {
    /** What clusters put there; anything else belongs to somebody else. */
    private static final Set<String> OURS =
            Set.of("store", "pki", "admin-token", "kubeconfig", "nodes", "pods", "node");

    private DataFolder() {}

    /** Deletes what a cluster put there, and the folder if nothing else is in it. What was left, by name. */
    public static List<String> delete(Path folder) throws IOException {
        var left = new TreeSet<String>();
        try (var children = Files.list(folder)) {
            for (var child : children.toList()) {
                var name = String.valueOf(child.getFileName());
                if (OURS.contains(name)) deleteTree(child);
                else left.add(name);
            }
        }
        if (left.isEmpty()) Files.delete(folder);
        return List.copyOf(left);
    }

    private static void deleteTree(Path root) throws IOException {
        try (var files = Files.walk(root)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) Files.delete(file);
        }
    }
}
