package dev.plimsoll.nodeagent.logs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.zip.GZIPOutputStream;

/**
 * The files of one log: the one that is written, {@code 0.log}, and those that were put aside, {@code 0.log.20261118-150405} and, but for
 * the newest of them, {@code .gz}.
 */
public final class RotatedLogs {
    private static final String COMPRESSED = ".gz";
    private static final String UNFINISHED = ".tmp";
    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss").withZone(ZoneOffset.UTC);

    private final Path file;
    private final LogLimits limits;

    public RotatedLogs(Path file, LogLimits limits) {
        this.file = file;
        this.limits = limits;
    }

    /** Makes the writer begin another file. */
    public interface Writer {
        void reopen() throws IOException;
    }

    /** Puts the file aside if it is full; whether it was. */
    public boolean rotateIfFull(Instant now, Writer writer) throws IOException {
        if (limits.maxBytes() < 0 || !Files.exists(file) || Files.size(file) <= limits.maxBytes()) return false;
        tidy();
        var aside = file.resolveSibling(file.getFileName() + "." + STAMP.format(now));
        Files.move(file, aside);
        try {
            writer.reopen();
        } catch (IOException e) {
            // Else what the container says from now on could not be found under its name.
            if (!Files.exists(file)) Files.move(aside, file);
            throw e;
        }
        return true;
    }

    /** Room for one more, and all that readers are done with made small. */
    private void tidy() throws IOException {
        var rotated = rotated();
        // The file that is written and the one that it becomes are two of them.
        var kept = Math.max(0, limits.maxFiles() - 2);
        while (rotated.size() > kept) Files.deleteIfExists(rotated.removeFirst());
        for (var old : rotated) if (!old.toString().endsWith(COMPRESSED)) compress(old);
    }

    /** The oldest first. What a process left that died while it compressed is removed. */
    private List<Path> rotated() throws IOException {
        var found = new ArrayList<Path>();
        try (var all = Files.newDirectoryStream(file.resolveSibling(""), file.getFileName() + ".*")) {
            for (var each : all) {
                if (each.toString().endsWith(UNFINISHED)) Files.deleteIfExists(each);
                else found.add(each);
            }
        }
        found.sort(Comparator.comparing(Path::toString));
        return found;
    }

    private static void compress(Path old) throws IOException {
        var unfinished = old.resolveSibling(old.getFileName() + UNFINISHED);
        try (var out = new GZIPOutputStream(Files.newOutputStream(unfinished))) {
            Files.copy(old, out);
        }
        Files.move(unfinished, old.resolveSibling(old.getFileName() + COMPRESSED), StandardCopyOption.REPLACE_EXISTING);
        Files.delete(old);
    }
}
