package dev.plimsoll.cli.reference;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** The help of a command as a page for {@code man}, from the command as it is. */
public final class ManPage {
    private final CommandSpec command;
    private final StringBuilder text = new StringBuilder();

    private ManPage(CommandSpec command) {
        this.command = command;
    }

    /** The pages of a command and all its subcommands by the name of their file; those that are hidden have none. */
    public static Map<String, String> all(CommandSpec root) {
        var pages = new LinkedHashMap<String, String>();
        add(root, pages);
        return pages;
    }

    private static void add(CommandSpec command, Map<String, String> pages) {
        if (command.usageMessage().hidden()) return;
        pages.put(fileName(command), new ManPage(command).written());
        for (var each : command.subcommands().values()) add(each.getCommandSpec(), pages);
    }

    private static String fileName(CommandSpec command) {
        return command.qualifiedName("-") + ".1";
    }

    private String written() {
        var name = command.qualifiedName("-");
        line(".TH \"" + quoted(name).toUpperCase(Locale.ROOT) + "\" 1 \"\" \"" + quoted(version()) + "\" \"Plimsoll\"");
        // No hyphens at the ends of lines: they would stand in what people copy.
        line(".nh");
        section("NAME");
        var description = lines(command.usageMessage().description());
        paragraph(name + " - " + (description.isEmpty() ? "" : description.getFirst()));
        section("SYNOPSIS");
        literal(command.commandLine().getHelp().synopsis(0).stripTrailing());
        section("DESCRIPTION");
        for (var each : description) {
            if (each.isEmpty()) line(".PP");
            else paragraph(each);
        }
        arguments();
        options();
        subcommands();
        var footer = String.join("\n", lines(command.usageMessage().footer())).strip();
        if (!footer.isEmpty()) {
            section("EXAMPLES AND NOTES");
            literal(footer);
        }
        return text.toString();
    }

    private String version() {
        var version = command.root().version();
        return version.length == 0 ? "plimsoll" : version[0];
    }

    private void arguments() {
        var shown = command.positionalParameters().stream()
                .filter(each -> !each.hidden())
                .toList();
        if (shown.isEmpty()) return;
        section("ARGUMENTS");
        for (var each : shown) item(each.paramLabel(), each.description());
    }

    private void options() {
        var shown = command.options().stream().filter(each -> !each.hidden()).toList();
        if (shown.isEmpty()) return;
        section("OPTIONS");
        for (var each : shown) {
            var names = String.join(", ", each.names());
            var isFlag = each.arity().max() == 0;
            item(isFlag ? names : names + " " + each.paramLabel(), each.description());
        }
    }

    private void subcommands() {
        var shown = command.subcommands().values().stream()
                .map(CommandLine::getCommandSpec)
                .filter(each -> !each.usageMessage().hidden())
                .distinct()
                .toList();
        if (shown.isEmpty()) return;
        section("COMMANDS");
        for (var each : shown)
            item(each.qualifiedName("-") + "(1)", each.usageMessage().description());
    }

    private void section(String title) {
        line(".SH " + title);
    }

    private void item(String head, String[] description) {
        line(".TP");
        line("\\fB" + quoted(head) + "\\fR");
        for (var each : lines(description)) paragraph(each);
    }

    private void literal(String lines) {
        line(".nf");
        lines.lines().forEach(this::paragraph);
        line(".fi");
    }

    private void paragraph(String words) {
        line(quoted(words));
    }

    private void line(String line) {
        text.append(line).append('\n');
    }

    /** Variables are not for readers of a page; picocli leaves those of descriptions in. */
    private static List<String> lines(String[] description) {
        var lines = new ArrayList<String>();
        for (var each : description)
            lines.addAll(each.replace("%%", "%").replace("%n", "\n").lines().toList());
        if (description.length > 0 && description[0].isEmpty()) lines.addFirst("");
        return lines;
    }

    /** Backslashes, dashes that may be copied, and dots and quotes that would begin a request. */
    private static String quoted(String words) {
        var quoted = words.replace("\\", "\\e").replace("-", "\\-");
        return quoted.startsWith(".") || quoted.startsWith("'") ? "\\&" + quoted : quoted;
    }
}
