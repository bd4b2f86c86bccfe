package dev.plimsoll.console.cluster;

import dev.plimsoll.client.ObjectName;
import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.runtime.Reporter;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/** Resizes, changes, recommendations and use on disk, so that they survive a restart. */
public final class HistoryFile {
    private static final int VERSION = 1;
    private static final String USE = ".use";

    private final ChecksummedFile file;
    private final ChecksummedFile use;

    /** @param file the use of pods and nodes is beside it, since it is larger and is written less often */
    public HistoryFile(Path file, Reporter reporter) {
        this.file = new ChecksummedFile(file, reporter);
        this.use = new ChecksummedFile(file.resolveSibling(file.getFileName() + USE), reporter);
    }

    /** Takes over what the files have; nothing where there are none. */
    void read(ResizeHistory resizes, RecommendationHistory scaling, UseHistory used) {
        file.read(in -> decode(in, resizes, scaling));
        use.read(used::read);
    }

    /** Replaces the file of resizes, changes and recommendations. */
    void write(ResizeHistory resizes, RecommendationHistory scaling) {
        file.write(out -> encode(out, resizes, scaling));
    }

    /** Replaces the file of use. */
    void write(UseHistory used) {
        use.write(used::write);
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
}
