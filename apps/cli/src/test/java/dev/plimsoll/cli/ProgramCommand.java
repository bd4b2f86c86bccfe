package dev.plimsoll.cli;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * How a command of plimsoll is started as a process of its own. The build runs the tests that do so after the program is packaged, and
 * starts what was packaged, with the cache of the launcher: such a process starts in less than half of the time. Elsewhere the classes of
 * this test are started.
 */
public final class ProgramCommand {
    /** Tests that start programs carry it. */
    public static final String TAG = "programs";

    private static final String MAIN = "dev.plimsoll.cli.Main";

    private ProgramCommand() {}

    /** Java with these options, and plimsoll with these arguments. */
    public static List<String> of(List<String> options, String... arguments) {
        return ofMain(MAIN, options, arguments);
    }

    /** The same with another main class. */
    public static List<String> ofMain(String main, List<String> options, String... arguments) {
        var command = java(options);
        command.addAll(List.of("-cp", classPath(), main));
        command.addAll(List.of(arguments));
        return command;
    }

    /** Plimsoll, with the class path left to the environment. */
    public static List<String> withoutClassPath(List<String> options, String... arguments) {
        var command = java(options);
        command.add(MAIN);
        command.addAll(List.of(arguments));
        return command;
    }

    private static List<String> java(List<String> options) {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        var home = System.getProperty("plimsoll.packaged");
        if (home != null) command.add("-XX:AOTCache=" + Path.of(home, "plimsoll.aot"));
        command.addAll(launcherOptions("java_common"));
        command.addAll(launcherOptions("java_brief"));
        command.addAll(options);
        return command;
    }

    /** As the launchers have them: the cache is of no use with others. */
    private static List<String> launcherOptions(String variable) {
        var file = Path.of(System.getProperty("plimsoll.root", "../.."), "apps/distribution/files/lib/java-options.sh");
        try (var lines = Files.lines(file)) {
            var assignment = variable + "=\"";
            var value = lines.filter(line -> line.startsWith(assignment))
                    .findFirst()
                    .orElseThrow();
            return List.of(
                    value.substring(assignment.length(), value.length() - 1).split(" ", -1));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** In the order of the launcher: the cache is of no use with another one. */
    public static String classPath() {
        var home = System.getProperty("plimsoll.packaged");
        if (home == null) return System.getProperty("java.class.path");
        try (var jars = Files.list(Path.of(home, "lib"))) {
            return jars.map(Path::toString)
                    .filter(name -> name.endsWith(".jar"))
                    .sorted()
                    .collect(Collectors.joining(File.pathSeparator, "", File.pathSeparator));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
