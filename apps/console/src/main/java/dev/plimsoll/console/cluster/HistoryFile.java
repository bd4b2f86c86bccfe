package dev.plimsoll.console.cluster;

import dev.plimsoll.client.ObjectName;
import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.files.PrivateFiles;
import dev.plimsoll.runtime.Reporter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;

/**
 * Resizes, changes and recommendations on disk, so that they survive a restart: a SHA-256 checksum, then the entries. A file that is not as it was written
 * is told of, set aside and begun anew.
 */
public final class HistoryFile {
    private static final int VERSION = 1;
    private static final int CHECKSUM_BYTES = 32;
    private static final long LARGEST = 256L << 20;

    private final Path file;
    private final Reporter reporter;

    public HistoryFile(Path file, Reporter reporter) {
        this.file = file;
        this.reporter = reporter;
    }

    /** Takes over what the file has; nothing where there is none. */
    void read(ResizeHistory resizes, RecommendationHistory scaling) {
        try {
            if (!Files.exists(file)) return;
            if (Files.size(file) > LARGEST) throw new IOException("it is larger than " + LARGEST + " bytes");
            var whole = Files.readAllBytes(file);
            if (whole.length < CHECKSUM_BYTES) throw new IOException("it ends before its checksum");
            var content = Arrays.copyOfRange(whole, CHECKSUM_BYTES, whole.length);
            if (!MessageDigest.isEqual(checksum(content), Arrays.copyOf(whole, CHECKSUM_BYTES)))
                throw new IOException("its checksum is another");
            decode(new DataInputStream(new ByteArrayInputStream(content)), resizes, scaling);
        } catch (IOException | IllegalArgumentException e) {
            setAside(String.valueOf(e.getMessage()));
        }
    }

    private void setAside(String why) {
        var aside = file.resolveSibling(file.getFileName() + ".damaged");
        try {
            Files.move(file, aside, StandardCopyOption.REPLACE_EXISTING);
            reporter.tell("the history of the console in " + file + " cannot be read: " + why
                    + "; history begins anew, and the file is kept as " + aside);
        } catch (IOException e) {
            reporter.tell("the history of the console in " + file + " cannot be read: " + why
                    + "; history begins anew, and the next write replaces the file");
        }
    }

    /** Replaces the file; what cannot be written is told of. */
    void write(ResizeHistory resizes, RecommendationHistory scaling) {
        try {
            var bytes = new ByteArrayOutputStream();
            encode(new DataOutputStream(bytes), resizes, scaling);
            var content = bytes.toByteArray();
            var whole = Arrays.copyOf(checksum(content), CHECKSUM_BYTES + content.length);
            System.arraycopy(content, 0, whole, CHECKSUM_BYTES, content.length);
            PrivateFiles.write(file, whole);
        } catch (IOException e) {
            reporter.tell("the history of the console cannot be written to " + file + ": " + e
                    + "; it is lost when the console ends");
        }
    }

    private static void encode(DataOutputStream out, ResizeHistory resizes, RecommendationHistory scaling)
            throws IOException {
        out.writeInt(VERSION);
        var finished = resizes.finished();
        out.writeInt(finished.size());
        for (var each : finished) {
            name(out, each.pod());
            out.writeUTF(each.node());
            out.writeLong(each.asked().toEpochMilli());
            out.writeLong(each.done().toEpochMilli());
            numbers(out, each.fromCpu(), each.toCpu(), each.fromMemory(), each.toMemory());
        }
        var changes = resizes.changes();
        out.writeInt(changes.size());
        for (var each : changes) {
            out.writeLong(each.when().toEpochMilli());
            name(out, each.object());
            out.writeUTF(each.kind().name());
            out.writeUTF(each.text());
        }
        var series = scaling.series();
        out.writeInt(series.size());
        for (var each : series) {
            name(out, each.autoscaler());
            out.writeUTF(each.container());
            out.writeUTF(each.compute().name());
            var points = scaling.points(each);
            out.writeInt(points.size());
            for (var point : points) {
                out.writeLong(point.when().toEpochMilli());
                numbers(out, point.target(), point.lower(), point.upper(), point.requested(), point.used());
            }
        }
    }

    private static void decode(DataInputStream in, ResizeHistory resizes, RecommendationHistory scaling)
            throws IOException {
        var version = in.readInt();
        if (version != VERSION) throw new IOException("it is of version " + version + ", not " + VERSION);
        for (var left = in.readInt(); left > 0; left--) {
            resizes.restore(new FinishedResize(
                    name(in),
                    in.readUTF(),
                    time(in),
                    time(in),
                    in.readLong(),
                    in.readLong(),
                    in.readLong(),
                    in.readLong()));
        }
        for (var left = in.readInt(); left > 0; left--) {
            resizes.restore(
                    new RecentChange(time(in), name(in), RecentChange.Kind.valueOf(in.readUTF()), in.readUTF()));
        }
        for (var left = in.readInt(); left > 0; left--) {
            var series = new RecommendationSeries(name(in), in.readUTF(), Compute.valueOf(in.readUTF()));
            for (var points = in.readInt(); points > 0; points--) {
                scaling.restore(
                        series,
                        new RecommendationPoint(
                                time(in), in.readLong(), in.readLong(), in.readLong(), in.readLong(), in.readLong()));
            }
        }
    }

    private static void name(DataOutputStream out, ObjectName name) throws IOException {
        for (var part : List.of(name.namespace(), name.name())) out.writeUTF(part);
    }

    private static ObjectName name(DataInputStream in) throws IOException {
        return new ObjectName(in.readUTF(), in.readUTF());
    }

    private static void numbers(DataOutputStream out, long... numbers) throws IOException {
        for (var number : numbers) out.writeLong(number);
    }

    private static Instant time(DataInputStream in) throws IOException {
        return Instant.ofEpochMilli(in.readLong());
    }

    private static byte[] checksum(byte[] content) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(content);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // every JDK has it
        }
    }
}
