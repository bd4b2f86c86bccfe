package dev.plimsoll.cli.usage;

import dev.plimsoll.cli.clusters.records.PathProblem;
import dev.plimsoll.cli.console.Console;
import java.io.BufferedReader;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPInputStream;

/** A recording in a file, perhaps compressed, or on standard input; people see how far it was read. */
public final class UsageRecording {
    private static final int BUFFER = 1 << 16;

    private final String file;
    private final Console console;

    public UsageRecording(String file, Console console) {
        this.file = file;
        this.console = console;
    }

    public UsageRead read(UsageSink sink) {
        try {
            if (file.equals("-")) return read(console.input(), sink, 0);
            var path = Path.of(file);
            try (var stream = Files.newInputStream(path)) {
                return read(stream, sink, Files.size(path));
            }
        } catch (NoSuchFileException _) {
            return new UsageRead.Malformed(List.of(file + ": there is no such file; check the path"));
        } catch (IOException e) {
            return new UsageRead.Malformed(
                    List.of(file + ": cannot be read: " + PathProblem.of(e) + "; name another file"));
        } finally {
            console.progress("");
        }
    }

    private UsageRead read(InputStream stream, UsageSink sink, long size) throws IOException {
        var counted = new Counted(stream);
        var text = file.endsWith(".gz") ? new GZIPInputStream(counted, BUFFER) : counted;
        var reader = new BufferedReader(new InputStreamReader(text, StandardCharsets.UTF_8), BUFFER);
        return new UsageCsv(file, sink, rows -> console.progress(progress(rows, counted.count, size))).read(reader);
    }

    private static String progress(long rows, long read, long size) {
        return "plimsoll: " + rows + " samples" + (size == 0 ? "" : ", " + 100 * read / size + " %");
    }

    private static final class Counted extends FilterInputStream {
        private long count;

        Counted(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            var read = super.read();
            if (read >= 0) count++;
            return read;
        }

        @Override
        public int read(byte[] into, int from, int length) throws IOException {
            var read = super.read(into, from, length);
            if (read > 0) count += read;
            return read;
        }
    }
}
