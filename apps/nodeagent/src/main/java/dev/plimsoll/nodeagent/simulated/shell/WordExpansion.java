package dev.plimsoll.nodeagent.simulated.shell;

import dev.plimsoll.nodeagent.simulated.files.Glob;
import dev.plimsoll.nodeagent.simulated.shell.syntax.Arithmetic;
import dev.plimsoll.nodeagent.simulated.shell.syntax.Script;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Makes of the words of a script what commands get: with variables, results of commands, and names of files for patterns. */
final class WordExpansion {
    private final Shell shell;
    private boolean hasFailed;

    WordExpansion(Shell shell) {
        this.shell = shell;
    }

    /** Whether a variable had no value that must have one, since this was asked last. */
    boolean hasFailed() {
        var failed = hasFailed;
        hasFailed = false;
        return failed;
    }

    /** All words, each of which may become several or none. */
    List<String> expanded(List<Script.Word> words, Io io) throws IOException, InterruptedException {
        var all = new ArrayList<String>();
        for (var word : words) {
            for (var field : fields(word, io)) all.addAll(field.isPattern() ? matching(field) : List.of(field.text()));
        }
        return all;
    }

    /** A word after all else was done, with the places where a star is only a star. */
    private record Field(String text, String pattern, boolean isPattern) {}

    private List<String> matching(Field field) {
        var found = Glob.matches(shell.host().files(), shell.directory(), field.pattern());
        return found.isEmpty() ? List.of(field.text()) : found;
    }

    /** What is not quoted falls apart at blanks; what is empty and not quoted is not there. */
    private List<Field> fields(Script.Word word, Io io) throws IOException, InterruptedException {
        var fields = new ArrayList<Field>();
        var text = new StringBuilder();
        var pattern = new StringBuilder();
        var isPattern = false;
        var isThere = false;
        for (var part : word.parts()) {
            if (part instanceof Script.Part.Variable variable && variable.name().equals("@") && part.isQuoted()) {
                // Each of them is a word of its own, whatever is in it.
                for (var each : rest()) {
                    if (!each.isFirst()) {
                        fields.add(new Field(text.toString(), pattern.toString(), isPattern));
                        text.setLength(0);
                        pattern.setLength(0);
                    }
                    isThere = true;
                    text.append(each.text());
                    pattern.append(Glob.quoted(each.text()));
                }
                continue;
            }
            var value = value(part, io);
            if (part.isQuoted()) {
                isThere = true;
                text.append(value);
                pattern.append(Glob.quoted(value));
                continue;
            }
            var isLiteral = part instanceof Script.Part.Text;
            for (var i = 0; i < value.length(); i++) {
                var c = value.charAt(i);
                if (!isLiteral && Character.isWhitespace(c)) {
                    if (isThere) fields.add(new Field(text.toString(), pattern.toString(), isPattern));
                    text.setLength(0);
                    pattern.setLength(0);
                    isPattern = false;
                    isThere = false;
                    continue;
                }
                isThere = true;
                isPattern |= "*?[".indexOf(c) >= 0;
                text.append(c);
                pattern.append(c);
            }
        }
        if (isThere) fields.add(new Field(text.toString(), pattern.toString(), isPattern));
        return fields;
    }

    private record Argument(String text, boolean isFirst) {}

    private List<Argument> rest() {
        var all = new ArrayList<Argument>();
        for (var each : arguments()) all.add(new Argument(each, all.isEmpty()));
        return all;
    }

    private List<String> arguments() {
        var positional = shell.calls().positional();
        return positional.subList(Math.min(1, positional.size()), positional.size());
    }

    /** A word as a pattern, in which what is quoted means itself. */
    String pattern(Script.Word word, Io io) throws IOException, InterruptedException {
        var pattern = new StringBuilder();
        for (var part : word.parts()) {
            var value = value(part, io);
            pattern.append(part.isQuoted() ? Glob.quoted(value) : value);
        }
        return pattern.toString();
    }

    /** A word as one text, as it is after an equals sign or a redirection. */
    String text(Script.Word word, Io io) throws IOException, InterruptedException {
        var text = new StringBuilder();
        for (var part : word.parts()) text.append(value(part, io));
        return text.toString();
    }

    private String value(Script.Part part, Io io) throws IOException, InterruptedException {
        return switch (part) {
            case Script.Part.Text(var text, var _) -> text;
            case Script.Part.Variable variable -> used(variable, io);
            case Script.Part.Arithmetic(var expression, var _) ->
                String.valueOf(Arithmetic.value(text(expression, io), shell.variables()));
            case Script.Part.Output(var script, var _) ->
                shell.output(script, io).replaceAll("\n+$", "");
        };
    }

    private String used(Script.Part.Variable variable, Io io) throws IOException, InterruptedException {
        var name = variable.name();
        var value = variable(name);
        var isSet = !value.isEmpty() || shell.variables().containsKey(name);
        var operand = variable.operand();
        return switch (variable.use()) {
            case VALUE -> value;
            case LENGTH -> String.valueOf(value.length());
            case OR_IF_EMPTY -> value.isEmpty() ? text(operand, io) : value;
            case OR_IF_UNSET -> isSet ? value : text(operand, io);
            case IF_NOT_EMPTY -> value.isEmpty() ? "" : text(operand, io);
            case IF_SET -> isSet ? text(operand, io) : "";
            case SET_IF_EMPTY -> value.isEmpty() ? assigned(name, text(operand, io)) : value;
            case SET_IF_UNSET -> isSet ? value : assigned(name, text(operand, io));
            case FAIL_IF_EMPTY -> value.isEmpty() ? missing(name, operand, io) : value;
            case FAIL_IF_UNSET -> isSet ? value : missing(name, operand, io);
            case WITHOUT_END -> Trimmed.end(value, pattern(operand, io), false);
            case WITHOUT_LONGEST_END -> Trimmed.end(value, pattern(operand, io), true);
            case WITHOUT_BEGINNING -> Trimmed.beginning(value, pattern(operand, io), false);
            case WITHOUT_LONGEST_BEGINNING -> Trimmed.beginning(value, pattern(operand, io), true);
        };
    }

    private String assigned(String name, String value) {
        shell.variables().put(name, value);
        return value;
    }

    private String missing(String name, Script.Word message, Io io) throws IOException, InterruptedException {
        hasFailed = true;
        var text = text(message, io);
        io.fail(shell.name() + ": " + name + ": " + (text.isEmpty() ? "parameter not set" : text));
        return "";
    }

    private String variable(String name) {
        var positional = shell.calls().positional();
        return switch (name) {
            case "?" -> String.valueOf(shell.last());
            case "$" -> "7";
            case "!" -> "8";
            case "#" -> String.valueOf(arguments().size());
            case "@", "*" -> String.join(" ", arguments());
            default -> {
                if (name.length() != 1 || !Character.isDigit(name.charAt(0)))
                    yield shell.variables().getOrDefault(name, "");
                var index = name.charAt(0) - '0';
                yield index < positional.size() ? positional.get(index) : "";
            }
        };
    }

    /** Values without a part that a pattern matches, the shortest or the longest. */
    private static final class Trimmed {
        static String beginning(String value, String glob, boolean isLongest) {
            var pattern = Glob.pattern(glob);
            for (var i = 0; i <= value.length(); i++) {
                var length = isLongest ? value.length() - i : i;
                if (pattern.matcher(value.substring(0, length)).matches()) return value.substring(length);
            }
            return value;
        }

        static String end(String value, String glob, boolean isLongest) {
            var pattern = Glob.pattern(glob);
            for (var i = 0; i <= value.length(); i++) {
                var length = isLongest ? i : value.length() - i;
                if (pattern.matcher(value.substring(length)).matches()) return value.substring(0, length);
            }
            return value;
        }
    }
}
