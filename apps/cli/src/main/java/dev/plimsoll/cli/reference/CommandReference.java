package dev.plimsoll.cli.reference;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** The help of all commands in Markdown, from the commands as they are. */
public final class CommandReference {
    private CommandReference() {}

    /** A page for each command and its subcommands by file name, and {@code index.md}; those that are hidden have none. */
    public static Map<String, String> pages(CommandSpec root) {
        var pages = new LinkedHashMap<String, String>();
        var index = new StringBuilder("# Commands\n\n| command | what it does |\n|---|---|\n");
        for (var line : root.subcommands().values().stream().distinct().toList()) {
            var command = line.getCommandSpec();
            if (command.usageMessage().hidden()) continue;
            var file = command.qualifiedName("-") + ".md";
            index.append("| [`")
                    .append(command.qualifiedName())
                    .append("`](")
                    .append(file)
                    .append(") | ");
            index.append(first(command)).append(" |\n");
            pages.put(file, page(command, 1));
        }
        pages.put("index.md", index + "\n" + options(root));
        return pages;
    }

    private static String first(CommandSpec command) {
        var description = command.usageMessage().description();
        return description.length == 0 ? "" : cell(description[0]);
    }

    private static String page(CommandSpec command, int level) {
        var text = new StringBuilder("#".repeat(level) + " " + command.qualifiedName() + "\n\n");
        text.append("```text\n")
                .append(command.commandLine().getHelp().synopsis(0).strip())
                .append("\n```\n\n");
        for (var each : command.usageMessage().description())
            text.append(plain(each)).append(each.isEmpty() ? "\n" : "\n\n");
        var arguments = command.positionalParameters().stream()
                .filter(each -> !each.hidden())
                .map(each -> row(each.paramLabel(), each.description()))
                .collect(Collectors.joining());
        if (!arguments.isEmpty())
            text.append("| argument | |\n|---|---|\n").append(arguments).append('\n');
        text.append(options(command));
        var footer = plain(String.join("\n", command.usageMessage().footer())).strip();
        if (!footer.isEmpty()) text.append("```text\n").append(footer).append("\n```\n\n");
        command.subcommands().values().stream()
                .map(CommandLine::getCommandSpec)
                .distinct()
                .filter(each -> !each.usageMessage().hidden())
                .forEach(each -> text.append(page(each, level + 1)));
        return text.toString();
    }

    private static String options(CommandSpec command) {
        var rows = command.options().stream()
                .filter(each -> !each.hidden())
                .map(each -> row(
                        String.join(", ", each.names()) + (each.arity().max() == 0 ? "" : " " + each.paramLabel()),
                        each.description()))
                .collect(Collectors.joining());
        return rows.isEmpty() ? "" : "| option | |\n|---|---|\n" + rows + "\n";
    }

    private static String row(String head, String[] description) {
        return "| `" + head.replace("|", "\\|") + "` | "
                + Arrays.stream(description).map(CommandReference::cell).collect(Collectors.joining(" ")) + " |\n";
    }

    private static String cell(String words) {
        return plain(words)
                .replace("|", "\\|")
                .replace("<", "&lt;")
                .replace("*", "\\*")
                .replace('\n', ' ');
    }

    /** Without the marks of picocli's formats. */
    private static String plain(String words) {
        return words.replace("%%", "%").replace("%n", "\n");
    }
}
