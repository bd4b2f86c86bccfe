package dev.plimsoll.nodeagent.simulated.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A script of {@code sed}: {@code s}, {@code d}, {@code p}, {@code q}, {@code a}, {@code i}, {@code c}, {@code =} and {@code y}, each with an address or a range of them
 * or without. What holds lines back or jumps is not known.
 */
public record SedProgram(List<SedCommand> commands) {
    public SedProgram {
        commands = List.copyOf(commands);
    }

    /** Empty for a script with something in it that is not known. */
    public static Optional<SedProgram> parse(String text, boolean isExtended) {
        return new SedParser(text, isExtended).script().map(SedProgram::new);
    }

    /**
     * What it prints of an input.
     *
     * @param isQuiet whether only what is asked for is printed, as with {@code -n}
     */
    public String run(String input, boolean isQuiet) {
        var output = new StringBuilder();
        var lines = input.lines().toList();
        var ranges = new ArrayList<Range>();
        for (var command : commands) ranges.add(new Range(command));
        for (var number = 1; number <= lines.size(); number++) {
            var line = lines.get(number - 1);
            var after = new StringBuilder();
            var isGone = false;
            var isLast = false;
            for (var range : ranges) {
                if (!range.holds(number, line, number == lines.size())) continue;
                switch (range.command.action()) {
                    case SedCommand.Action.Substitute substitution -> {
                        var next = substitution.applied(line);
                        if (substitution.isPrinted() && !next.equals(line))
                            output.append(next).append('\n');
                        line = next;
                    }
                    case SedCommand.Action.Translate(var from, var to) -> line = translated(line, from, to);
                    case SedCommand.Action.Delete() -> isGone = true;
                    case SedCommand.Action.Print() -> output.append(line).append('\n');
                    case SedCommand.Action.Quit() -> isLast = true;
                    case SedCommand.Action.LineNumber() -> output.append(number).append('\n');
                    case SedCommand.Action.Append(var added) ->
                        after.append(added).append('\n');
                    case SedCommand.Action.Insert(var added) ->
                        output.append(added).append('\n');
                    case SedCommand.Action.Change(var other) -> {
                        if (range.isAtEnd()) after.append(other).append('\n');
                        isGone = true;
                    }
                }
                if (isGone || isLast) break;
            }
            if (!isGone && !isQuiet) output.append(line).append('\n');
            output.append(after);
            if (isLast) break;
        }
        return output.toString();
    }

    private static String translated(String line, String from, String to) {
        var text = new StringBuilder();
        for (var i = 0; i < line.length(); i++) {
            var at = from.indexOf(line.charAt(i));
            text.append(at < 0 ? line.charAt(i) : to.charAt(at));
        }
        return text.toString();
    }

    /** Whether a command is meant by a line, with where its range has begun. */
    private static final class Range {
        private final SedCommand command;
        private boolean isInside;

        Range(SedCommand command) {
            this.command = command;
        }

        boolean holds(int number, String line, boolean isLast) {
            return isMeant(number, line, isLast) != command.isNegated();
        }

        /** Whether the range has ended, or there is none. */
        boolean isAtEnd() {
            return !isInside;
        }

        private boolean isMeant(int number, String line, boolean isLast) {
            var first = command.firstOrNull();
            if (first == null) return true;
            var end = command.lastOrNull();
            if (end == null) return first.matches(number, line, isLast);
            if (isInside) {
                isInside = !end.ends(number, line, isLast);
                return true;
            }
            if (!first.matches(number, line, isLast)) return false;
            // A range by numbers that is over where it begins is one line.
            isInside = !(end.number() > 0 && end.number() <= number) && !isLast;
            return true;
        }
    }

    /** A pattern as {@code sed} writes it, in which groups and counts have a backslash unless it is extended. */
    static Pattern pattern(String text, boolean isExtended, boolean ignoresCase) {
        var regex = new StringBuilder();
        for (var i = 0; i < text.length(); i++) {
            var c = text.charAt(i);
            if (c == '\\' && i + 1 < text.length()) {
                var next = text.charAt(++i);
                if (!isExtended && "(){}+?|".indexOf(next) >= 0) regex.append(next);
                else regex.append(c).append(next);
            } else if (!isExtended && "(){}+?|".indexOf(c) >= 0) {
                regex.append('\\').append(c);
            } else if (c == '[') {
                var end = text.indexOf(']', i + 2);
                if (end < 0) {
                    regex.append("\\[");
                    continue;
                }
                var set = text.substring(i, end + 1);
                if (set.startsWith("[[:") && text.startsWith("]", end + 1)) {
                    set = text.substring(i, end + 2);
                    end++;
                }
                regex.append(set.replace("[:space:]", "\\s")
                        .replace("[:digit:]", "0-9")
                        .replace("[:alpha:]", "A-Za-z")
                        .replace("[:alnum:]", "A-Za-z0-9")
                        .replace("[:blank:]", " \\t")
                        .replace("[:upper:]", "A-Z")
                        .replace("[:lower:]", "a-z"));
                i = end;
            } else {
                regex.append(c);
            }
        }
        return Pattern.compile(regex.toString(), ignoresCase ? Pattern.CASE_INSENSITIVE : 0);
    }
}
