package dev.plimsoll.nodeagent.cri.container;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.regex.Pattern;

/**
 * Which users and groups of the machine pods may have: those that {@code /etc/subuid} and {@code /etc/subgid} give to the user
 * {@code kubelet}, as a kubelet reads them, so that nobody else gets them. Files that give it none leave all but the first 65,536.
 *
 * @param etc the folder of both files
 */
public record SubordinateUsers(Path etc) {
    static final long LENGTH = 1 << 16;

    /** The first range is the node's own; the last has an id that means nobody. */
    static final Ranges ALL = new Ranges(1, (1 << 16) - 2);

    private static final Pattern LINE = Pattern.compile("kubelet:(\\d{1,10}):(\\d{1,10})");

    /** Of 65,536 each, by their numbers. */
    record Ranges(long first, long last) {}

    /**
     * As the files are now.
     *
     * @throws IOException if they cannot be used; it says why
     */
    Ranges ranges() throws IOException {
        var users = of("subuid");
        var groups = of("subgid");
        if (!users.equals(groups))
            throw new IOException(etc.resolve("subuid") + " and " + etc.resolve("subgid")
                    + " give the user kubelet different ranges: give it the same one in both");
        return users;
    }

    private Ranges of(String name) throws IOException {
        var file = etc.resolve(name);
        var lines = text(file)
                .lines()
                .map(String::strip)
                .filter(line -> line.startsWith("kubelet:"))
                .toList();
        if (lines.isEmpty()) return ALL;
        var line = LINE.matcher(lines.getFirst());
        if (lines.size() > 1 || !line.matches())
            throw new IOException(
                    file + ": expected one line such as kubelet:65536:7208960 for the user kubelet, found " + lines);
        var first = Long.parseLong(line.group(1));
        var count = Long.parseLong(line.group(2));
        var ranges = new Ranges(first / LENGTH, (first + count) / LENGTH - 1);
        var isWhole = first % LENGTH == 0 && count % LENGTH == 0 && count > 0;
        if (!isWhole || ranges.first() < ALL.first() || ranges.last() > ALL.last())
            throw new IOException(
                    file + ": the range of the user kubelet must begin at a multiple of 65536 from 65536 on, and have a"
                            + " multiple of 65536 ids: " + lines.getFirst());
        return ranges;
    }

    private static String text(Path file) throws IOException {
        try {
            return Files.readString(file);
        } catch (NoSuchFileException _) {
            return "";
        }
    }
}
