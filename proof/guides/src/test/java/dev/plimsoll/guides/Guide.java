package dev.plimsoll.guides;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A page with commands for the shell. A block marked {@code sh} has to succeed; of a block marked {@code console} each command
 * is followed by what it prints. A comment {@code <!-- not run: why -->} before a block leaves it out.
 */
record Guide(Path file, List<Step> steps) {
    private static final String NOT_RUN = "<!-- not run: ";

    /** Something to do. */
    sealed interface Step {
        int line();

        record Commands(int line, String text) implements Step {}

        record Shown(int line, String command, String output) implements Step {}
    }

    static Guide read(Path file) throws IOException {
        var steps = new ArrayList<Step>();
        var lines = Files.readAllLines(file);
        var isLeftOut = false;
        for (var i = 0; i < lines.size(); i++) {
            var line = lines.get(i);
            if (line.startsWith(NOT_RUN)) isLeftOut = true;
            if (!line.startsWith("```")) continue;
            var end = i + 1;
            while (!lines.get(end).equals("```")) end++;
            var block = lines.subList(i + 1, end);
            if (!isLeftOut && line.equals("```sh")) steps.add(new Step.Commands(i + 1, String.join("\n", block)));
            if (!isLeftOut && line.equals("```console")) addShown(i + 2, block, steps);
            isLeftOut = false;
            i = end;
        }
        return new Guide(file, List.copyOf(steps));
    }

    private static void addShown(int firstLine, List<String> block, List<Step> steps) {
        for (var i = 0; i < block.size(); ) {
            var start = i;
            if (!block.get(i).startsWith("$ ")) throw new IllegalStateException("no command: " + block.get(i));
            var command = new StringBuilder(block.get(i).substring(2));
            while (block.get(i).endsWith("\\")) command.append('\n').append(block.get(++i));
            var output = new ArrayList<String>();
            for (i++; i < block.size() && !block.get(i).startsWith("$ "); i++) output.add(block.get(i));
            steps.add(new Step.Shown(firstLine + start, command.toString(), String.join("\n", output)));
        }
    }

    boolean uses(String program) {
        return steps.stream().anyMatch(step -> switch (step) {
            case Step.Commands(var _, var text) -> text.contains(program);
            case Step.Shown(var _, var command, var _) -> command.contains(program);
        });
    }
}
