package dev.plimsoll.simulation.faults;

import dev.plimsoll.store.embedded.log.Database;
import dev.plimsoll.store.embedded.log.HighWaterMark;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/** The files of an embedded store at one moment. */
record DiskImage(Map<String, byte[]> files) {
    private static final String LOG = Database.FILE + "-wal";
    /** What a disk writes whole or not at all. */
    private static final int SECTOR = 512;

    static DiskImage of(Path folder) {
        var files = new TreeMap<String, byte[]>();
        for (var name : List.of(Database.FILE, LOG, HighWaterMark.FILE)) {
            var file = folder.resolve(name);
            try {
                if (Files.exists(file)) files.put(name, Files.readAllBytes(file));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return new DiskImage(files);
    }

    void into(Path folder) {
        try {
            Files.createDirectories(folder);
            for (var file : files.entrySet()) Files.write(folder.resolve(file.getKey()), file.getValue());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private byte[] file(String name) {
        return files.getOrDefault(name, new byte[0]);
    }

    private DiskImage with(String name, byte[] content) {
        var changed = new TreeMap<>(files);
        changed.put(name, content);
        return new DiskImage(changed);
    }

    /**
     * What a disk may hold if the power fails during a commit that leads from this image to another. SQLite forces the write-ahead log
     * before it touches the database: (0) some sectors of the log; (1) all of the log and some sectors of the database; (2) all of both.
     * The high-water mark is moved afterwards.
     */
    DiskImage cutOff(DiskImage after, SplittableRandom random) {
        var logged = with(LOG, after.file(LOG));
        return switch (random.nextInt(3)) {
            case 0 -> with(LOG, torn(file(LOG), after.file(LOG), random));
            case 1 -> logged.with(Database.FILE, torn(file(Database.FILE), after.file(Database.FILE), random));
            default -> logged.with(Database.FILE, after.file(Database.FILE));
        };
    }

    /** Some of the sectors that were written; never the last. */
    private static byte[] torn(byte[] before, byte[] after, SplittableRandom random) {
        var sectors = Math.ceilDiv(Math.max(before.length, after.length), SECTOR);
        var last = -1;
        for (var i = 0; i < sectors; i++) if (differs(before, after, i)) last = i;
        if (last < 0) return after;
        var torn = Arrays.copyOf(before, Math.max(before.length, Math.min(after.length, last * SECTOR)));
        for (var i = 0; i < last; i++) {
            if (!differs(before, after, i) || random.nextBoolean()) continue;
            var from = i * SECTOR;
            System.arraycopy(after, from, torn, from, Math.min(SECTOR, Math.min(after.length, torn.length) - from));
        }
        return torn;
    }

    private static boolean differs(byte[] before, byte[] after, int sector) {
        var from = sector * SECTOR;
        return !Arrays.equals(
                before,
                Math.min(before.length, from),
                Math.min(before.length, from + SECTOR),
                after,
                Math.min(after.length, from),
                Math.min(after.length, from + SECTOR));
    }

    /** With damage of a kind that a store must refuse to serve. */
    DiskImage damaged(SplittableRandom random) {
        var name = random.nextBoolean() ? Database.FILE : HighWaterMark.FILE;
        var content = file(name).clone();
        if (name.equals(Database.FILE)) Arrays.fill(content, 0, Math.min(content.length, 100), (byte) 0);
        else for (var i = 0; i < content.length; i += 4096) content[i + 20] ^= 1;
        return with(name, content);
    }
}
