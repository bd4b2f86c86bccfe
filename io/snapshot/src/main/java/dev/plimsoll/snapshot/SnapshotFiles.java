package dev.plimsoll.snapshot;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import dev.plimsoll.codec.manifest.Loaded;
import dev.plimsoll.codec.manifest.ManifestLoader;
import dev.plimsoll.codec.manifest.yaml.ManifestLimits;
import dev.plimsoll.snapshot.SnapshotProblem.Effect;
import dev.plimsoll.snapshot.tree.BoundedInput;
import dev.plimsoll.snapshot.tree.LeftOutFields;
import dev.plimsoll.snapshot.tree.SharedTrees;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/** Reads snapshots from files: our own, and what {@code kubectl get -o json} or {@code -o yaml} prints; folders are read file by file. */
public final class SnapshotFiles {
    private static final int BUFFER = 1 << 16;
    private static final int MOST_BLANKS = 1 << 12;
    private static final List<String> ENDINGS = List.of(".json", ".yaml", ".yml", ".gz");

    private final SnapshotLimits limits;
    private final JsonFactory json;

    public SnapshotFiles(SnapshotLimits limits) {
        this.limits = limits;
        this.json = JsonFactory.builder()
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(limits.depth())
                        .maxStringLength(limits.objectBytes())
                        .build())
                .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
                .build();
    }

    /** Never fails: what cannot be read is among the problems of the snapshot. */
    public Snapshot read(List<Path> files) {
        var run = new Run();
        for (var file : expanded(files, run.collector)) run.read(file);
        return SnapshotAssembly.of(run.collector);
    }

    private static List<Path> expanded(List<Path> named, ObjectCollector collector) {
        var files = new ArrayList<Path>();
        for (var path : named.stream().distinct().sorted().toList()) {
            if (!Files.isDirectory(path)) {
                files.add(path);
                continue;
            }
            try (var entries = Files.list(path)) {
                var found = entries.filter(SnapshotFiles::isNamedSo).sorted().toList();
                if (found.isEmpty()) {
                    collector.problem(
                            path.toString(), "", "holds no .json, .yaml, .yml or .gz file", Effect.FILE_LEFT_OUT);
                }
                files.addAll(found);
            } catch (IOException e) {
                collector.problem(path.toString(), "", "cannot be read: " + e.getMessage(), Effect.FILE_LEFT_OUT);
            }
        }
        return files;
    }

    private static boolean isNamedSo(Path file) {
        var name = file.getFileName().toString();
        return ENDINGS.stream().anyMatch(name::endsWith) && Files.isRegularFile(file);
    }

    /** One reading of several files. */
    private final class Run {
        private final ObjectCollector collector = new ObjectCollector();
        private final SharedTrees trees = new SharedTrees(LeftOutFields.OF_MEMORY);
        private long bytesLeft = limits.bytes();
        private int objectsLeft = limits.objects();

        void read(Path file) {
            var name = file.toString();
            var before = collector.size();
            try (var stream = Files.newInputStream(file)) {
                read(name, stream);
            } catch (NoSuchFileException _) {
                collector.problem(name, "", "there is no such file; check the path", Effect.FILE_LEFT_OUT);
            } catch (IOException | IllegalStateException e) {
                // Jackson ends with the second where the names of members were made to be slow.
                var read = collector.size() - before;
                collector.problem(
                        name,
                        "",
                        problem(e)
                                + (read == 0
                                        ? "; nothing of it was read"
                                        : "; " + read + " objects before it were read"),
                        read == 0 ? Effect.FILE_LEFT_OUT : Effect.REST_OF_FILE_LEFT_OUT);
            }
        }

        private void read(String name, InputStream stream) throws IOException {
            // No further buffer: it would lose what was read before the end of a file that was cut off.
            var plain = new PushbackInputStream(unzipped(new BufferedInputStream(stream, BUFFER)), MOST_BLANKS);
            var bounded = new BoundedInput(plain, bytesLeft, limits.objectBytes());
            if (looksLikeJson(plain)) {
                try (var parser = json.createParser(bounded)) {
                    new JsonScanner(parser, trees, collector.of(name), () -> begin(bounded)).scan();
                }
            } else {
                yaml(name, bounded);
            }
            bytesLeft -= bounded.bytesRead();
        }

        private void begin(BoundedInput bounded) {
            bounded.beginObject();
            if (--objectsLeft < 0) {
                throw new IllegalStateException(
                        "more than " + String.format(Locale.ROOT, "%,d", limits.objects()) + " objects");
            }
            if (trees.retained() > limits.memory()) {
                throw new IllegalStateException("its objects take more than "
                        + (limits.memory() >> 20)
                        + " MiB of memory; give the program more: JAVA_TOOL_OPTIONS=-Xmx4g");
            }
        }

        private void yaml(String name, BoundedInput bounded) throws IOException {
            var loader = new ManifestLoader(new ManifestLimits(
                    Math.toIntExact(Math.min(limits.yamlBytes(), bytesLeft)),
                    limits.depth(),
                    limits.objects(),
                    limits.yamlBytes() / 4,
                    100_000));
            bounded.unbound();
            switch (loader.read(name, bounded)) {
                case Loaded.Unreadable(var problem) ->
                    collector.problem(name, "", without(name, problem.line()), Effect.FILE_LEFT_OUT);
                case Loaded.Documents(var manifests) -> {
                    for (var manifest : manifests) {
                        try (var parser = manifest.document().traverse()) {
                            new JsonScanner(parser, trees, collector.of(name), () -> begin(bounded)).scan();
                        }
                    }
                }
            }
        }

        private static String without(String name, String line) {
            return line.startsWith(name + ": ") ? line.substring(name.length() + 2) : line;
        }
    }

    private static InputStream unzipped(BufferedInputStream stream) throws IOException {
        stream.mark(2);
        var isZipped = stream.read() == 0x1f && stream.read() == 0x8b;
        stream.reset();
        return isZipped ? new GZIPInputStream(stream, BUFFER) : stream;
    }

    /** Looks at the first character that says something. */
    private static boolean looksLikeJson(PushbackInputStream stream) throws IOException {
        var seen = new byte[MOST_BLANKS];
        var count = 0;
        var next = 0;
        do {
            next = stream.read();
            if (next >= 0) seen[count++] = (byte) next;
        } while (next >= 0 && isIgnored(next) && count < MOST_BLANKS);
        stream.unread(seen, 0, count);
        return next == '{' || next == '[';
    }

    /** Space, and the three bytes that some editors write first. */
    private static boolean isIgnored(int character) {
        return character <= ' ' || character == 0xEF || character == 0xBB || character == 0xBF;
    }

    private static String problem(Exception e) {
        return switch (e) {
            case EOFException _ -> "ends early, as if it was cut off";
            case ZipException zip -> "is damaged: " + zip.getMessage();
            case StreamConstraintsException much -> String.valueOf(much.getOriginalMessage());
            case JsonProcessingException wrong -> "is no JSON at " + place(wrong) + ": " + wrong.getOriginalMessage();
            default -> Objects.requireNonNullElse(e.getMessage(), e.getClass().getSimpleName());
        };
    }

    private static String place(JsonProcessingException wrong) {
        var place = wrong.getLocation();
        return place == null ? "an unknown place" : "line " + place.getLineNr() + ", column " + place.getColumnNr();
    }
}
