package dev.plimsoll.testkit.client.process;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import java.util.zip.CRC32;

/**
 * The classes of the cluster as one Java loads and links them (an AOT cache of the JVM), beside the unpacked jars. The process of the
 * clusters has it made when it ends, and the next one starts with two thirds of the work.
 */
record StartupCache(Path file) {
    /** What the process is started with: its options, and what it is told. */
    record Start(List<String> options, List<String> arguments) {
        static final Start WITHOUT_CACHE = new Start(List.of(), List.of());
    }

    /** @param classPath jars of one folder, or none of whose start a cache can be made */
    static Start start(String classPath, Path java) {
        var folders = Arrays.stream(classPath.split(File.pathSeparator, -1))
                .map(each ->
                        each.endsWith(".jar") ? String.valueOf(Path.of(each).getParent()) : "")
                .collect(Collectors.toSet());
        if (folders.size() != 1 || folders.contains("") || folders.contains("null")) return Start.WITHOUT_CACHE;
        return new StartupCache(Path.of(folders.iterator().next(), "java-" + version(java) + ".aot")).start();
    }

    private Start start() {
        var options = new ArrayList<String>();
        // A JVM that cannot use it starts without, and must not talk of it where the port is looked for.
        if (Files.isReadable(file)) options.addAll(List.of("-XX:AOTCache=" + file, "-Xlog:disable"));
        return new Start(options, List.of(file.toString()));
    }

    private static String version(Path java) {
        var all = new CRC32();
        all.update(java.toAbsolutePath().toString().getBytes(StandardCharsets.UTF_8));
        try {
            all.update(Files.readAllBytes(java.resolve("release")));
        } catch (IOException e) {
            all.update(0); // it was found by this file; without it the folder alone tells
        }
        return HexFormat.of().toHexDigits((int) all.getValue());
    }
}
