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
    private final List<String> positional;

    /** @param positional the name of the script, and what it was called with */
    WordExpansion(Shell shell, List<String> positional) {
        this.shell = shell;
        this.positional = positional;
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

    /** A word as one text, as it is after an equals sign or a redirection. */
    String text(Script.Word word, Io io) throws IOException, InterruptedException {
        var text = new StringBuilder();
        for (var part : word.parts()) text.append(value(part, io));
        return text.toString();
    }

    private String value(Script.Part part, Io io) throws IOException, InterruptedException {
        return switch (part) {
            case Script.Part.Text(var text, var _) -> text;
            case Script.Part.Variable(var name, var otherwise, var _) -> {
                var value = variable(name);
                yield value.isEmpty() ? otherwise : value;
            }
            case Script.Part.Arithmetic(var expression, var _) ->
                String.valueOf(Arithmetic.value(text(expression, io), shell.variables()));
            case Script.Part.Output(var script, var _) ->
                shell.output(script, io).replaceAll("\n+$", "");
        };
    }

    private String variable(String name) {
        return switch (name) {
            case "?" -> String.valueOf(shell.last());
            case "$" -> "7";
            case "#" -> String.valueOf(Math.max(0, positional.size() - 1));
            case "@", "*" -> String.join(" ", positional.subList(Math.min(1, positional.size()), positional.size()));
            default -> {
                if (name.length() != 1 || !Character.isDigit(name.charAt(0)))
                    yield shell.variables().getOrDefault(name, "");
                var index = name.charAt(0) - '0';
                yield index < positional.size() ? positional.get(index) : "";
            }
        };
    }
}
