package dev.plimsoll.nodeagent.simulated.files;

import java.nio.charset.StandardCharsets;
import java.util.List;

/** The file system of a simulated node, as pods see it through a {@code hostPath}. */
public final class HostFiles {
    private static final int MOST_BYTES = 16 << 20;
    public static final String HOSTS = "127.0.0.1\tlocalhost\n::1\tlocalhost ip6-localhost ip6-loopback\n";

    private HostFiles() {}

    /** What every machine has. */
    public static MemoryFiles fresh() {
        var files = new MemoryFiles(() -> MOST_BYTES);
        for (var folder : List.of("etc", "var/log/pods", "var/lib", "run", "usr", "home", "opt", "mnt"))
            files.put(folder, new FileEntry.Directory(0_755));
        files.put("tmp", new FileEntry.Directory(0_1777));
        var hosts = HOSTS.getBytes(StandardCharsets.US_ASCII);
        files.put("etc/hosts", new FileEntry.Regular(0_644, hosts.length, hosts::clone));
        return files;
    }
}
