package dev.plimsoll.cli.completion;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** A script for fish that completes commands, options and the values of options, from the commands as they are. */
final class FishCompletion {
    private static final int LONGEST = 80;

    private final String program;
    private final StringBuilder script = new StringBuilder();

    private FishCompletion(String program) {
        this.program = program;
    }

    static String of(CommandSpec root) {
        var completion = new FishCompletion(root.name());
        completion.script.append("# Completes ").append(root.name()).append(" in fish.\n");
        completion.line("-f", "");
        completion.add(root, List.of());
        return completion.script.toString();
    }

    /** The options of a command and its subcommands, which count once the words of {@code path} were typed. */
    private void add(CommandSpec command, List<String> path) {
        var subcommands = subcommands(command);
        var here = condition(path, subcommands.keySet());
        for (var each : subcommands.entrySet()) {
            line(
                    "-n '" + here + "' -a " + each.getKey(),
                    summary(each.getValue().usageMessage().description()));
        }
        for (var option : command.options()) if (!option.hidden()) add(option, condition(path, Set.of()));
        for (var each : subcommands.entrySet()) {
            var deeper = new ArrayList<>(path);
            deeper.add(each.getKey());
            add(each.getValue(), deeper);
        }
    }

    private static Map<String, CommandSpec> subcommands(CommandSpec command) {
        var found = new LinkedHashMap<String, CommandSpec>();
        for (var each : command.subcommands().values()) {
            var spec = each.getCommandSpec();
            if (!spec.usageMessage().hidden()) found.putIfAbsent(spec.name(), spec);
        }
        return found;
    }

    private static String condition(List<String> path, Set<String> notYet) {
        var parts = new ArrayList<String>();
        for (var word : path) parts.add("__fish_seen_subcommand_from " + word);
        if (path.isEmpty() && !notYet.isEmpty()) parts.add("__fish_use_subcommand");
        else if (!notYet.isEmpty())
            parts.add("not __fish_seen_subcommand_from " + String.join(" ", new TreeSet<>(notYet)));
        return parts.isEmpty() ? "true" : String.join("; and ", parts);
    }

    private void add(OptionSpec option, String condition) {
        var text = new StringBuilder("-n '").append(condition).append('\'');
        for (var name : option.names()) {
            if (name.startsWith("--")) text.append(" -l ").append(name.substring(2));
            else text.append(" -s ").append(name.substring(1));
        }
        if (option.arity().max() > 0) text.append(values(option));
        line(text.toString(), summary(option.description()));
    }

    private static String values(OptionSpec option) {
        var type = option.auxiliaryTypes().length > 0 ? option.auxiliaryTypes()[0] : option.type();
        if (type.isEnum()) {
            var words = new ArrayList<String>();
            for (var constant : type.getEnumConstants()) words.add(constant.toString());
            return " -xa '" + String.join(" ", words) + "'";
        }
        var isFile = Path.class.isAssignableFrom(type) || option.paramLabel().matches(".*(FILE|DIR).*");
        return isFile ? " -rF" : " -x";
    }

    private void line(String rest, String description) {
        script.append("complete -c ").append(program).append(' ').append(rest);
        if (!description.isEmpty()) script.append(" -d '").append(description).append('\'');
        script.append('\n');
    }

    /** The first sentence, short enough to stand beside a word. */
    private static String summary(String[] description) {
        if (description.length == 0) return "";
        var text = description[0]
                .replaceAll(" ?\\(default: \\$\\{DEFAULT-VALUE}\\)", "")
                .replaceAll("\\$\\{[^}]*}", "");
        var end = text.indexOf(". ");
        if (end >= 0) text = text.substring(0, end);
        if (text.endsWith(".")) text = text.substring(0, text.length() - 1);
        if (text.length() > LONGEST) text = text.substring(0, LONGEST - 3) + "...";
        return text.replace("\\", "\\\\").replace("'", "\\'");
    }
}
