package dev.plimsoll.benchmarks.figures;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/**
 * A commit checked out and built in a folder of its own, with the benchmarks of this tree where they compile there, so that both sides
 * of a comparison are measured alike; otherwise with its own.
 */
final class CommitTree implements AutoCloseable {
    private static final List<String> BUILD = List.of(
            "--batch-mode",
            "-q",
            "-DskipTests",
            "-Dmaven.test.skip",
            "-Dspotless.check.skip",
            "-pl",
            "proof/benchmarks",
            "-am",
            "package");

    private final BenchmarkTree here;
    private final Path around;
    private final Path folder;

    private CommitTree(BenchmarkTree here, Path around) {
        this.here = here;
        this.around = around;
        this.folder = around.resolve("tree");
    }

    /** @throws IOException if it cannot be checked out or built; the text says which, and where the log is */
    static CommitTree of(BenchmarkTree here, String commit) throws IOException, InterruptedException {
        var tree = new CommitTree(here, Files.createTempDirectory("plimsoll-compare"));
        try {
            var log = here.results().resolve("build-" + commit.replaceAll("[^A-Za-z0-9.]", "-") + ".log");
            var added = run(
                    here.root(), log, List.of("git", "worktree", "add", "--detach", tree.folder.toString(), commit));
            if (!added) throw new IOException(commit + " is no commit that git can check out; its output: " + log);
            tree.build(commit, log);
            return tree;
        } catch (IOException | InterruptedException e) {
            tree.close();
            throw e;
        }
    }

    BenchmarkTree tree() {
        return new BenchmarkTree(folder);
    }

    private void build(String commit, Path log) throws IOException, InterruptedException {
        var own = folder.resolve("own-benchmarks");
        Files.move(tree().module(), own);
        copy(here.module(), tree().module());
        var command = new java.util.ArrayList<>(List.of(folder.resolve("mvnw").toString()));
        command.addAll(BUILD);
        if (run(folder, log, command)) return;
        delete(tree().module());
        Files.move(own, tree().module());
        if (!Files.isDirectory(tree().module().resolve("src/main/java/dev/plimsoll/benchmarks/figures")))
            throw new IOException("the benchmarks of this tree do not compile with " + commit
                    + ", and it has none that write figures; the compiler's output: " + log);
        if (!run(folder, log, command)) throw new IOException(commit + " does not build; the output: " + log);
    }

    private static boolean run(Path folder, Path log, List<String> command) throws IOException, InterruptedException {
        return new ProcessBuilder(command)
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(log.toFile())
                        .start()
                        .waitFor()
                == 0;
    }

    private static void copy(Path from, Path to) throws IOException {
        try (var files = Files.walk(from)) {
            for (var file : files.filter(each -> !each.startsWith(from.resolve("target")))
                    .toList()) Files.copy(file, to.resolve(from.relativize(file)), StandardCopyOption.COPY_ATTRIBUTES);
        }
    }

    private static void delete(Path folder) throws IOException {
        if (!Files.exists(folder)) return;
        try (var files = Files.walk(folder)) {
            for (var file : files.sorted(java.util.Comparator.reverseOrder()).toList()) Files.delete(file);
        }
    }

    @Override
    public void close() throws IOException {
        try {
            delete(around);
            run(here.root(), here.results().resolve("prune.log"), List.of("git", "worktree", "prune"));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
