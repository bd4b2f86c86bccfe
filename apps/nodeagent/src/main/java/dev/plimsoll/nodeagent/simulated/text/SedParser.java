package dev.plimsoll.nodeagent.simulated.text;

import dev.plimsoll.nodeagent.simulated.text.SedCommand.Action;
import dev.plimsoll.nodeagent.simulated.text.SedCommand.Address;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/** Reads scripts of {@code sed}. */
final class SedParser {
    private final String text;
    private final boolean isExtended;
    private int position;

    SedParser(String text, boolean isExtended) {
        this.text = text;
        this.isExtended = isExtended;
    }

    /** What nobody knows here. */
    private static final class UnknownException extends Exception {
        private static final long serialVersionUID = 1;
    }

    Optional<List<SedCommand>> script() {
        var commands = new ArrayList<SedCommand>();
        try {
            for (skip(); position < text.length(); skip()) {
                commands.add(command());
                while (here() == ' ') position++;
                if (position < text.length() && here() != ';' && here() != '\n' && here() != '}')
                    return Optional.empty();
            }
        } catch (UnknownException | PatternSyntaxException | IndexOutOfBoundsException _) {
            return Optional.empty(); // the caller tells what is known
        }
        return commands.isEmpty() ? Optional.empty() : Optional.of(commands);
    }

    private char here() {
        return position < text.length() ? text.charAt(position) : '\0';
    }

    private void skip() {
        while (position < text.length() && " ;\n\t".indexOf(here()) >= 0) position++;
    }

    private SedCommand command() throws UnknownException {
        var first = address();
        @Nullable Address last = null;
        if (first != null && here() == ',') {
            position++;
            last = address();
            if (last == null) throw new UnknownException();
        }
        while (here() == ' ') position++;
        var isNegated = here() == '!';
        if (isNegated) position++;
        return new SedCommand(first, last, isNegated, action());
    }

    private @Nullable Address address() throws UnknownException {
        if (here() == '$') {
            position++;
            return new Address(Address.LAST, null);
        }
        if (Character.isDigit(here())) {
            var start = position;
            while (Character.isDigit(here())) position++;
            return new Address(Integer.parseInt(text.substring(start, Math.min(position, start + 9))), null);
        }
        if (here() == '\\') position++;
        else if (here() != '/') return null;
        return new Address(0, SedProgram.pattern(upTo(text.charAt(position++)), isExtended, false));
    }

    /** What stands before the next delimiter, which is read too. */
    private String upTo(char delimiter) throws UnknownException {
        var part = new StringBuilder();
        while (position < text.length() && here() != delimiter) {
            if (here() == '\\' && position + 1 < text.length()) {
                if (text.charAt(position + 1) != delimiter) part.append('\\');
                position++;
            }
            part.append(text.charAt(position++));
        }
        if (position >= text.length()) throw new UnknownException();
        position++;
        return part.toString();
    }

    private Action action() throws UnknownException {
        return switch (text.charAt(position++)) {
            case 's' -> substitution();
            case 'y' -> {
                var delimiter = text.charAt(position++);
                var from = upTo(delimiter);
                var to = upTo(delimiter);
                if (from.length() != to.length()) throw new UnknownException();
                yield new Action.Translate(from, to);
            }
            case 'd' -> new Action.Delete();
            case 'p' -> new Action.Print();
            case 'q' -> new Action.Quit();
            case '=' -> new Action.LineNumber();
            case 'a' -> new Action.Append(line());
            case 'i' -> new Action.Insert(line());
            case 'c' -> new Action.Change(line());
            default -> throw new UnknownException();
        };
    }

    /** The rest of the line, after a backslash and the end of a line or without. */
    private String line() {
        while (here() == ' ') position++;
        if (here() == '\\') position++;
        if (here() == '\n') position++;
        var end = text.indexOf('\n', position);
        var line = text.substring(position, end < 0 ? text.length() : end);
        position = end < 0 ? text.length() : end;
        return line;
    }

    private Action substitution() throws UnknownException {
        var delimiter = text.charAt(position++);
        var pattern = upTo(delimiter);
        // A group of the text is \1 there and $1 here.
        var replacement = Matcher.quoteReplacement(upTo(delimiter))
                .replaceAll("\\\\\\\\([1-9])", "\\$$1")
                .replaceAll("\\\\\\\\&", "\u0001")
                .replace("\\\\n", "\n")
                .replace("&", "$0")
                .replace("\u0001", "&");
        var nth = 1;
        var isPrinted = false;
        var ignoresCase = false;
        for (; position < text.length() && "gpIi123456789".indexOf(here()) >= 0; position++) {
            switch (here()) {
                case 'g' -> nth = 0;
                case 'p' -> isPrinted = true;
                case 'I', 'i' -> ignoresCase = true;
                default -> nth = here() - '0';
            }
        }
        return new Action.Substitute(SedProgram.pattern(pattern, isExtended, ignoresCase), replacement, nth, isPrinted);
    }
}
