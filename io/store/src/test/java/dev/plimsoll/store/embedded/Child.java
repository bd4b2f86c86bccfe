package dev.plimsoll.store.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.plimsoll.files.PrivateFiles;
import dev.plimsoll.store.StoreException;
import dev.plimsoll.store.WriteOutcome;
import dev.plimsoll.store.embedded.log.EmbeddedOptions;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A process that uses a store until it is killed, and the handle that a test has on it. It says what it was answered on its standard
 * output, one line a write and only after the answer: {@code revision operation key value}.
 */
final class Child implements AutoCloseable {
    static final int WRITERS = 4;

    /** In its environment: after how many pages the write-ahead log is moved into the database. */
    static final String CHECKPOINT_PAGES = "CHECKPOINT_PAGES";

    private final Process process;
    private final BufferedReader output;

    private Child(Process process) {
        this.process = process;
        output = process.inputReader(UTF_8);
    }

    /** Starts one that writes without end. */
    static Child writing(Path folder, long seed) throws IOException {
        return new Child(builder(List.of(), folder, seed).start());
    }

    /** Starts one with more in its environment. */
    static Child writing(Path folder, long seed, Map<String, String> environment) throws IOException {
        var builder = builder(List.of(), folder, seed);
        builder.environment().putAll(environment);
        return new Child(builder.start());
    }

    /** Starts one whose files may not grow beyond a size; a larger one is an I/O error. */
    static Child writingWithin(int kilobytes, Path folder, long seed) throws IOException {
        var limited = List.of("bash", "-c", "ulimit -f " + kilobytes + "; exec \"$@\"", "limited");
        return new Child(builder(limited, folder, seed).start());
    }

    private static ProcessBuilder builder(List<String> before, Path folder, long seed) {
        var command = new ArrayList<>(before);
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xshare:auto",
                "-Xmx48m",
                "-XX:-UsePerfData",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                String.join(
                        System.getProperty("path.separator"),
                        place(EmbeddedStore.class),
                        place(Child.class),
                        place(PrivateFiles.class),
                        place(org.sqlite.JDBC.class)),
                Child.class.getName(),
                folder.toString(),
                Long.toString(seed)));
        return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
    }

    /** The few places that the child needs; a short path is a fast start. */
    private static String place(Class<?> type) {
        try {
            return Path.of(type.getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString();
        } catch (URISyntaxException impossible) {
            throw new AssertionError(impossible);
        }
    }

    /** The next line; empty when the process has ended. A line is written at once, so none is cut off. */
    String line() throws IOException {
        var line = output.readLine();
        return line == null ? "" : line;
    }

    /** SIGKILL. What it had said can still be read. */
    void kill() {
        process.toHandle().destroyForcibly();
    }

    @Override
    public void close() throws IOException {
        kill();
        process.onExit().join();
        output.close();
    }

    /** {@code folder seed} */
    public static void main(String[] arguments) throws Exception {
        var out = new FileOutputStream(FileDescriptor.out);
        say(out, "opening");
        try {
            var store = EmbeddedStore.open(Path.of(arguments[0]), options());
            var verified = store.revision();
            say(out, "open " + verified);
            var seeds = new Random(Long.parseLong(arguments[1]));
            for (var writer = 0; writer < WRITERS; writer++) {
                var name = writer;
                var random = new Random(seeds.nextLong());
                Thread.ofPlatform().start(() -> write(store, name, random, out));
            }
            if (seeds.nextInt(4) == 0) store.compact(verified);
        } catch (StoreException refused) {
            say(out, "refused " + refused.problem() + " " + refused.getMessage());
        }
    }

    private static EmbeddedOptions options() {
        var pages = Integer.parseInt(System.getenv().getOrDefault(CHECKPOINT_PAGES, "1024"));
        var usual = EmbeddedOptions.DEFAULT;
        return new EmbeddedOptions(
                usual.readers(),
                usual.valueCacheBytes(),
                usual.recentEvents(),
                usual.recentBytes(),
                usual.groupLimit(),
                pages,
                0,
                0);
    }

    private static void write(EmbeddedStore store, int name, Random random, FileOutputStream out) {
        while (true) {
            var key = "writer-" + name + "/" + random.nextInt(20);
            var found = store.get(key);
            var value = Payload.of(key, random);
            WriteOutcome outcome;
            String operation;
            if (!(found instanceof dev.plimsoll.store.Lookup.Found(var entry, var _))) {
                operation = "create";
                outcome = store.create(key, value);
            } else if (random.nextInt(5) == 0) {
                operation = "delete";
                outcome = store.delete(key, entry.modRevision());
            } else {
                operation = "replace";
                outcome = store.replace(key, value, entry.modRevision());
            }
            if (!(outcome instanceof WriteOutcome.Written(var revision))) {
                say(out, "failed " + outcome);
                return;
            }
            say(out, revision + " " + operation + " " + key + " " + Payload.name(value));
        }
    }

    private static synchronized void say(FileOutputStream out, String line) {
        try {
            out.write((line + "\n").getBytes(UTF_8));
        } catch (IOException gone) {
            Runtime.getRuntime().halt(1); // nobody listens
        }
    }
}
