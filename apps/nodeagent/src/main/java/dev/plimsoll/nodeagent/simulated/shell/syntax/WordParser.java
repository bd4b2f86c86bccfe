package dev.plimsoll.nodeagent.simulated.shell.syntax;

import dev.plimsoll.nodeagent.simulated.shell.syntax.Script.Part;
import dev.plimsoll.nodeagent.simulated.shell.syntax.Script.Part.Variable.Use;
import dev.plimsoll.nodeagent.simulated.shell.syntax.Script.Word;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Reads words: quotes, variables and what commands print. */
abstract class WordParser {
    private static final Pattern IN_BRACES =
            Pattern.compile("([A-Za-z_][A-Za-z_0-9]*|[?$#@*!0-9])(:?[-=+?]|%%?|##?)?", Pattern.DOTALL);

    /** What is left of it after here documents were taken out. */
    protected String text;

    protected int position;

    WordParser(String text) {
        this.text = text;
    }

    /** The script in a pair of parentheses, of which the first has been read. */
    abstract Script inParentheses() throws SyntaxException;

    /** The script of a text of its own. */
    abstract Script whole(String script) throws SyntaxException;

    final boolean atEnd() {
        return position >= text.length();
    }

    final char here() {
        return atEnd() ? '\0' : text.charAt(position);
    }

    final String name() {
        var start = position;
        while (!atEnd() && (Character.isLetterOrDigit(here()) || here() == '_')) position++;
        return text.substring(start, position);
    }

    final Word word() throws SyntaxException {
        var parts = new ArrayList<Part>();
        var plain = new StringBuilder();
        while (!atEnd() && !Character.isWhitespace(here()) && ";|&()<>".indexOf(here()) < 0) {
            var c = here();
            if (c == '\'' || c == '"' || c == '$' || c == '`') {
                if (!plain.isEmpty()) parts.add(new Part.Text(plain.toString(), false));
                plain.setLength(0);
            }
            switch (c) {
                case '\'' -> {
                    var end = text.indexOf('\'', position + 1);
                    if (end < 0) throw new SyntaxException("syntax error: unterminated quoted string");
                    parts.add(new Part.Text(text.substring(position + 1, end), true));
                    position = end + 1;
                }
                case '"' -> {
                    position++;
                    quoted(parts);
                }
                case '$' -> parts.add(expansion(false));
                case '`' -> parts.add(backquoted(false));
                case '\\' -> {
                    if (!plain.isEmpty()) parts.add(new Part.Text(plain.toString(), false));
                    plain.setLength(0);
                    position++;
                    if (!atEnd()) parts.add(new Part.Text(String.valueOf(text.charAt(position++)), true));
                }
                default -> {
                    plain.append(c);
                    position++;
                }
            }
        }
        if (!plain.isEmpty()) parts.add(new Part.Text(plain.toString(), false));
        return new Word(parts);
    }

    private void quoted(List<Part> parts) throws SyntaxException {
        var plain = new StringBuilder();
        while (here() != '"' || atEnd()) {
            if (atEnd()) throw new SyntaxException("syntax error: unterminated quoted string");
            var c = here();
            if (c == '$' || c == '`') {
                if (!plain.isEmpty()) parts.add(new Part.Text(plain.toString(), true));
                plain.setLength(0);
                parts.add(c == '$' ? expansion(true) : backquoted(true));
                continue;
            }
            position++;
            if (c == '\\' && !atEnd() && "\"\\$`\n".indexOf(here()) >= 0) {
                if (here() != '\n') plain.append(here());
                position++;
            } else {
                plain.append(c);
            }
        }
        position++;
        parts.add(new Part.Text(plain.toString(), true));
    }

    final Part backquoted(boolean isQuoted) throws SyntaxException {
        var end = text.indexOf('`', position + 1);
        if (end < 0) throw new SyntaxException("syntax error: unterminated quoted string");
        var inner = text.substring(position + 1, end);
        position = end + 1;
        return new Part.Output(whole(inner), isQuoted);
    }

    private Part arithmetic(boolean isQuoted) throws SyntaxException {
        var start = position + 2;
        var open = 0;
        for (position = start; !atEnd(); position++) {
            if (here() == '(') open++;
            else if (here() == ')' && open-- == 0) break;
        }
        if (!text.startsWith("))", position)) throw new SyntaxException("syntax error: missing '))'");
        var inner = new ShellParser(text.substring(start, position));
        position += 2;
        return new Part.Arithmetic(inner.filledIn(""), isQuoted);
    }

    final Part expansion(boolean isQuoted) throws SyntaxException {
        position++;
        if (here() == '(') {
            if (text.startsWith("((", position)) return arithmetic(isQuoted);
            position++;
            return new Part.Output(inParentheses(), isQuoted);
        }
        if (here() == '{') return inBraces(isQuoted);
        if (!atEnd() && ("?$#@*!".indexOf(here()) >= 0 || Character.isDigit(here())))
            return Part.Variable.plain(String.valueOf(text.charAt(position++)), isQuoted);
        var name = name();
        return name.isEmpty() ? new Part.Text("$", isQuoted) : Part.Variable.plain(name, isQuoted);
    }

    /** {@code ${NAME}}, {@code ${#NAME}}, and {@code ${NAME:-WORD}} with all that can stand instead of the first signs. */
    private Part inBraces(boolean isQuoted) throws SyntaxException {
        var start = position + 1;
        var open = 1;
        for (position = start; !atEnd(); position++) {
            if (here() == '\\') position++;
            else if (here() == '{') open++;
            else if (here() == '}' && --open == 0) break;
        }
        if (atEnd()) throw new SyntaxException("syntax error: missing '}'");
        var inner = text.substring(start, position);
        position++;
        if (inner.matches("#[A-Za-z_][A-Za-z_0-9]*"))
            return new Part.Variable(inner.substring(1), Use.LENGTH, new Word(List.of()), isQuoted);
        var matcher = IN_BRACES.matcher(inner);
        if (!matcher.lookingAt() || (matcher.group(2) == null && matcher.end() < inner.length()))
            throw new SyntaxException("syntax error: bad substitution");
        if (matcher.group(2) == null) return Part.Variable.plain(matcher.group(1), isQuoted);
        var operand = new ShellParser(inner.substring(matcher.end())).filledIn("'\"");
        return new Part.Variable(matcher.group(1), Use.of(matcher.group(2)), operand, isQuoted);
    }

    /** All of the text as one word, in which only what a dollar, a back quote or a backslash begins means more than itself. */
    final Word filledIn(String quotes) throws SyntaxException {
        var parts = new ArrayList<Part>();
        var plain = new StringBuilder();
        while (!atEnd()) {
            var c = here();
            var isMore = c == '$' || c == '`' || quotes.indexOf(c) >= 0;
            if (isMore && !plain.isEmpty()) {
                parts.add(new Part.Text(plain.toString(), quotes.isEmpty()));
                plain.setLength(0);
            }
            if (c == '$') parts.add(expansion(true));
            else if (c == '`') parts.add(backquoted(true));
            else if (isMore) parts.addAll(quotedPart());
            else if (c == '\\' && position + 1 < text.length() && "$`\\\n".indexOf(text.charAt(position + 1)) >= 0) {
                if (text.charAt(position + 1) != '\n') plain.append(text.charAt(position + 1));
                position += 2;
            } else {
                plain.append(c);
                position++;
            }
        }
        if (!plain.isEmpty()) parts.add(new Part.Text(plain.toString(), quotes.isEmpty()));
        return new Word(parts);
    }

    private List<Part> quotedPart() throws SyntaxException {
        var parts = new ArrayList<Part>();
        if (here() == '"') {
            position++;
            quoted(parts);
            return parts;
        }
        var end = text.indexOf('\'', position + 1);
        if (end < 0) throw new SyntaxException("syntax error: unterminated quoted string");
        parts.add(new Part.Text(text.substring(position + 1, end), true));
        position = end + 1;
        return parts;
    }
}
