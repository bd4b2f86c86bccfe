package dev.plimsoll.store.embedded.log;

import dev.plimsoll.files.PrivateFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.CRC32C;

/**
 * A file that says how far acknowledged history goes. SQLite drops what follows a damaged frame of its write-ahead log as if it had
 * never been written; this file, which SQLite does not know, remembers that it had been.
 *
 * <p>Order of a write: (1) the database is committed and forced; (2) this file is written and forced; (3) the writer is answered. So
 * the database may be ahead of the mark after a crash, by one commit, and is never behind it unless something was lost.
 *
 * <p>Two slots are written in turn, each in a block of its own: a write that a crash cuts off leaves the other whole.
 */
public final class HighWaterMark implements AutoCloseable {
    public static final String FILE = "high-water-mark";
    private static final int SLOT = 4096;
    private static final int BYTES = 512;
    private static final long MAGIC = 0x504c494d48574d31L; // "PLIMHWM1"

    /**
     * A point of history.
     *
     * @param revision 0 while the database is being made
     */
    public record Position(long store, long revision, long chain) {}

    public sealed interface Content {
        record Missing() implements Content {}

        /** Neither slot is whole. */
        record Damaged() implements Content {}

        /**
         * What the newer whole slot says.
         *
         * @param bothWhole false if a write was cut off, or one slot is damaged
         */
        record Found(Position position, long sequence, boolean bothWhole) implements Content {}
    }

    private record Slot(long sequence, Position position) {}

    private final FileChannel channel;
    private final long store;
    private long sequence;

    private HighWaterMark(FileChannel channel, long store, long sequence) {
        this.channel = channel;
        this.store = store;
        this.sequence = sequence;
    }

    public static Content read(Path folder) throws IOException {
        try (var channel = PrivateFiles.open(folder.resolve(FILE))) {
            var whole = Stream.of(slot(channel, 0), slot(channel, 1))
                    .flatMap(Optional::stream)
                    .sorted(Comparator.comparingLong(Slot::sequence))
                    .toList();
            if (whole.isEmpty()) return new Content.Damaged();
            return new Content.Found(whole.getLast().position(), whole.getLast().sequence(), whole.size() == 2);
        } catch (NoSuchFileException _) {
            return new Content.Missing();
        }
    }

    private static Optional<Slot> slot(FileChannel channel, int number) throws IOException {
        var bytes = ByteBuffer.allocate(BYTES);
        for (var at = (long) number * SLOT; bytes.hasRemaining(); ) {
            var count = channel.read(bytes, at + bytes.position());
            if (count < 0) return Optional.empty();
        }
        bytes.flip();
        var magic = bytes.getLong();
        var slot = new Slot(bytes.getLong(), new Position(bytes.getLong(), bytes.getLong(), bytes.getLong()));
        var isWhole = magic == MAGIC && bytes.equals(bytesOf(slot).position(bytes.position()));
        return isWhole ? Optional.of(slot) : Optional.empty();
    }

    /** Makes the file, whole or not at all. */
    public static void create(Path folder, Position position) throws IOException {
        var content = ByteBuffer.allocate(2 * SLOT);
        content.put(0, bytesOf(new Slot(1, position)), 0, BYTES);
        content.put(SLOT, bytesOf(new Slot(2, position)), 0, BYTES);
        PrivateFiles.write(folder.resolve(FILE), content.array());
    }

    public static HighWaterMark open(Path folder, Content.Found found) throws IOException {
        var channel = PrivateFiles.open(folder.resolve(FILE), StandardOpenOption.WRITE, StandardOpenOption.DSYNC);
        return new HighWaterMark(channel, found.position().store(), found.sequence());
    }

    /** Durable when it returns. If it fails, nobody knows which of the two positions is on the disk. */
    public void advance(long revision, long chain) throws IOException {
        sequence++;
        var bytes = bytesOf(new Slot(sequence, new Position(store, revision, chain)));
        // The first slot has odd numbers, so the newer one is never the one that is written over.
        for (var at = sequence % 2 == 1 ? 0L : SLOT; bytes.hasRemaining(); ) {
            channel.write(bytes, at + bytes.position());
        }
    }

    private static ByteBuffer bytesOf(Slot slot) {
        var position = slot.position();
        var bytes = ByteBuffer.allocate(BYTES);
        bytes.putLong(MAGIC).putLong(slot.sequence());
        bytes.putLong(position.store()).putLong(position.revision()).putLong(position.chain());
        var crc = new CRC32C();
        crc.update(bytes.array(), 0, bytes.position());
        return bytes.putLong(crc.getValue()).rewind();
    }

    /** Where to look for the position of a store that has one. */
    public static Optional<Position> position(Content content) {
        return content instanceof Content.Found(var position, var _, var _) ? Optional.of(position) : Optional.empty();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
