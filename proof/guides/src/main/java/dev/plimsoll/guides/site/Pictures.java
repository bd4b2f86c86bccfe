package dev.plimsoll.guides.site;

import dev.plimsoll.cli.Main;
import dev.plimsoll.cli.console.Console;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The pictures of README, made of what commands print now. */
final class Pictures {
    private static final Map<String, List<String>> COMMANDS = Map.of(
            "explain.svg",
            List.of("explain", "-f", "examples/ide.yaml"),
            "numa.svg",
            List.of(
                    "explain",
                    "-f",
                    "examples/numa.yaml",
                    "--topology",
                    "2s2n8c2t",
                    "--topology-policy",
                    "single-numa-node",
                    "--topology-scope",
                    "pod",
                    "--memory-policy",
                    "Static",
                    "--feature-gates",
                    "PodLevelResourceManagers=true"));

    private Pictures() {}

    /** Pictures that are the same at every run, by the name of their file. */
    static Map<String, String> of(Path root) {
        var pictures = new LinkedHashMap<String, String>();
        COMMANDS.forEach((file, words) -> {
            // Files are named as in the tree, wherever this runs.
            var arguments = new ArrayList<>(words.stream()
                    .map(word ->
                            word.startsWith("examples/") ? root.resolve(word).toString() : word)
                    .toList());
            arguments.addAll(List.of("--color", "always"));
            pictures.put(
                    file,
                    TerminalPicture.of(
                            "plimsoll " + String.join(" ", words),
                            printed(arguments).replace(root + "/", "")));
        });
        return pictures;
    }

    /** What a command prints. */
    static String printed(List<String> arguments) {
        var printed = new StringWriter();
        var out = new PrintWriter(printed, true);
        var console = new Console(InputStream.nullInputStream(), out, true, false, false);
        Main.run(console, out, arguments.toArray(String[]::new));
        return printed.toString();
    }
}
