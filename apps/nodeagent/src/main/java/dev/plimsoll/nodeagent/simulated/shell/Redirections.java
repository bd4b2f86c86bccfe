package dev.plimsoll.nodeagent.simulated.shell;

import dev.plimsoll.nodeagent.simulated.files.FileEntry;
import dev.plimsoll.nodeagent.simulated.files.FileProblemException;
import dev.plimsoll.nodeagent.simulated.files.PipeBuffer;
import dev.plimsoll.nodeagent.simulated.shell.syntax.Script;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;

/** Runs commands with their input and output in files. */
final class Redirections {
    private final Shell shell;
    private final WordExpansion words;

    Redirections(Shell shell, WordExpansion words) {
        this.shell = shell;
        this.words = words;
    }

    /** A command. */
    interface Body {
        int run(Io io) throws IOException, InterruptedException;
    }

    /** With its redirections; what is written to a file is there when the command has ended. */
    int run(List<Script.Redirection> redirections, Io io, Body body) throws IOException, InterruptedException {
        var inner = io;
        var files = new LinkedHashMap<String, PipeBuffer>();
        for (var each : redirections) {
            var target = words.text(each.target(), io);
            switch (each.kind()) {
                case COPY ->
                    inner = each.stream() == 2
                            ? inner.withErr(target.equals("1") ? inner.out() : inner.err())
                            : inner.withOut(target.equals("2") ? inner.err() : inner.out());
                case HERE -> inner = inner.withIn(new ByteArrayInputStream(target.getBytes(StandardCharsets.UTF_8)));
                case READ -> {
                    try {
                        inner = inner.withIn(
                                new ByteArrayInputStream(shell.host().files().read(shell.path(target))));
                    } catch (FileProblemException e) {
                        return io.fail(shell.name() + ": can't open " + target + ": " + e.problem());
                    }
                }
                case WRITE, APPEND -> {
                    var path = shell.path(target);
                    try {
                        var output = opened(path, each.kind() == Script.Redirection.Kind.APPEND);
                        if (output instanceof PipeBuffer kept) files.put(path, kept);
                        inner = each.stream() == 2 ? inner.withErr(output) : inner.withOut(output);
                    } catch (FileProblemException e) {
                        return io.fail(shell.name() + ": can't create " + target + ": " + e.problem());
                    }
                }
            }
        }
        var code = body.run(inner);
        for (var file : files.entrySet()) {
            try {
                shell.host().files().write(file.getKey(), file.getValue().toByteArray(), 0_644);
            } catch (FileProblemException e) {
                code = io.fail(shell.name() + ": write error: " + e.problem());
            }
        }
        return code;
    }

    private OutputStream opened(String path, boolean isAppended) throws FileProblemException, IOException {
        var known = shell.host().files().find(path);
        if (known.orElse(null) instanceof FileEntry.Device) return OutputStream.nullOutputStream();
        var kept = new PipeBuffer();
        if (isAppended && known.isPresent()) kept.write(shell.host().files().read(path));
        // So that a place that cannot be written is known before the command runs.
        shell.host().files().write(path, kept.toByteArray(), 0_644);
        return kept;
    }
}
