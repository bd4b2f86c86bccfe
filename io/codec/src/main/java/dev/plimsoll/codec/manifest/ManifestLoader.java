package dev.plimsoll.codec.manifest;

import dev.plimsoll.codec.manifest.Loaded.Documents;
import dev.plimsoll.codec.manifest.Loaded.Unreadable;
import dev.plimsoll.codec.manifest.problem.ManifestProblem;
import dev.plimsoll.codec.manifest.problem.ProblemText;
import dev.plimsoll.codec.manifest.yaml.DocumentReader;
import dev.plimsoll.codec.manifest.yaml.ManifestLimits;
import dev.plimsoll.codec.manifest.yaml.ReadResult;
import dev.plimsoll.codec.manifest.yaml.ReadResult.Done;
import dev.plimsoll.codec.manifest.yaml.ReadResult.Failed;
import dev.plimsoll.codec.manifest.yaml.Tree;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Loads manifests as {@code kubectl -f} does, from a file, a folder or standard input.
 *
 * <p>Whatever the input holds, the answer is a value: the objects, or one line that says what is wrong and where.
 */
public final class ManifestLoader {
    private static final String STANDARD_INPUT = "-";
    private static final String STANDARD_INPUT_NAME = "stdin";

    private final ManifestLimits limits;

    public ManifestLoader() {
        this(ManifestLimits.DEFAULT);
    }

    public ManifestLoader(ManifestLimits limits) {
        this.limits = limits;
    }

    /** Loads what the user named: a file, a folder, or {@code -} for the stream handed in, which stays open. */
    public Loaded load(String argument, InputStream standardInput) {
        if (argument.equals(STANDARD_INPUT))
            return loaded(STANDARD_INPUT_NAME, objects(STANDARD_INPUT_NAME, standardInput));
        // An empty path would mean the current folder, which nobody asks for this way.
        if (argument.isEmpty()) return new Unreadable(new ManifestProblem.InSource("\"\"", ProblemText.NOT_A_PATH));
        try {
            return load(Path.of(argument));
        } catch (InvalidPathException _) {
            return new Unreadable(new ManifestProblem.InSource(argument, ProblemText.NOT_A_PATH));
        }
    }

    /** Loads a file, or the manifests directly in a folder, in the order of their names. */
    public Loaded load(Path path) {
        var objects = Files.isDirectory(path) ? folder(path) : file(path);
        return loaded(path.toString(), objects);
    }

    /** Reads a stream to its end, under a name of the caller's choice; the stream stays open. */
    public Loaded read(String source, InputStream stream) {
        return loaded(source, objects(source, stream));
    }

    /** Reads a text that is at hand. */
    public Loaded read(String source, String text) {
        return read(source, new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    }

    private static Loaded loaded(String source, ReadResult<List<Manifest>> objects) {
        return switch (objects) {
            case Failed<List<Manifest>>(var problem) -> new Unreadable(problem);
            case Done<List<Manifest>>(var manifests)
            when manifests.isEmpty() -> new Unreadable(new ManifestProblem.InSource(source, ProblemText.NO_OBJECT));
            case Done<List<Manifest>>(var manifests) -> new Documents(manifests);
        };
    }

    private ReadResult<List<Manifest>> folder(Path folder) {
        var all = new ArrayList<Manifest>();
        switch (ManifestFolder.files(folder)) {
            case Failed<List<Path>>(var problem) -> {
                return new Failed<>(problem);
            }
            case Done<List<Path>>(var files) -> {
                for (var file : files) {
                    switch (file(file)) {
                        case Failed<List<Manifest>> failed -> {
                            return failed;
                        }
                        case Done<List<Manifest>>(var manifests) -> all.addAll(manifests);
                    }
                }
            }
        }
        return new Done<>(all);
    }

    private ReadResult<List<Manifest>> file(Path file) {
        try (var stream = Files.newInputStream(file)) {
            return objects(file.toString(), stream);
        } catch (IOException exception) {
            return new Failed<>(FileProblem.of(file.toString(), exception));
        }
    }

    private ReadResult<List<Manifest>> objects(String source, InputStream stream) {
        try {
            // One byte more than allowed tells a source of just that size from a larger, perhaps endless one.
            var bytes = stream.readNBytes(limits.bytes() + 1);
            if (bytes.length > limits.bytes()) {
                return new Failed<>(new ManifestProblem.InSource(source, ProblemText.tooLarge(limits.bytes())));
            }
            return objects(source, bytes);
        } catch (IOException exception) {
            return new Failed<>(FileProblem.of(source, exception));
        }
    }

    private ReadResult<List<Manifest>> objects(String source, byte[] bytes) {
        return switch (ManifestText.decode(source, bytes)) {
            case Failed<String>(var problem) -> new Failed<>(problem);
            case Done<String>(var text) ->
                switch (new DocumentReader(source, limits).read(text)) {
                    case Failed<List<Tree>>(var problem) -> new Failed<>(problem);
                    case Done<List<Tree>>(var trees) -> objects(source, trees);
                };
        };
    }

    private ReadResult<List<Manifest>> objects(String source, List<Tree> trees) {
        var objects = new ManifestObjects(source, limits);
        for (var tree : trees) {
            var refused = objects.add(tree.value(), tree.place());
            if (refused.isPresent()) return new Failed<>(refused.get());
        }
        return new Done<>(objects.manifests());
    }
}
