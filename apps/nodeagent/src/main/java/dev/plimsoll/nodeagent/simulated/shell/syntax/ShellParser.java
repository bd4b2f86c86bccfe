package dev.plimsoll.nodeagent.simulated.shell.syntax;

import dev.plimsoll.nodeagent.simulated.shell.syntax.Script.Assignment;
import dev.plimsoll.nodeagent.simulated.shell.syntax.Script.Chain;
import dev.plimsoll.nodeagent.simulated.shell.syntax.Script.Command;
import dev.plimsoll.nodeagent.simulated.shell.syntax.Script.Link;
import dev.plimsoll.nodeagent.simulated.shell.syntax.Script.Part;
import dev.plimsoll.nodeagent.simulated.shell.syntax.Script.Pipeline;
import dev.plimsoll.nodeagent.simulated.shell.syntax.Script.Redirection;
import dev.plimsoll.nodeagent.simulated.shell.syntax.Script.Word;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Reads scripts: lists, pipelines, quotes, variables, redirections, and the plain forms of if, while and for. */
public final class ShellParser {
    private static final Set<String> RESERVED =
            Set.of("then", "else", "elif", "fi", "do", "done", "}", ")", "if", "while", "until", "for", "{", "!");
    private static final int DEEPEST = 50;

    private final String text;
    private int position;
    private int depth;

    private ShellParser(String text) {
        this.text = text;
    }

    public static Script parse(String text) throws SyntaxException {
        var parser = new ShellParser(text);
        var script = parser.script(Set.of());
        if (!parser.atEnd()) throw parser.unexpected();
        return script;
    }

    private boolean atEnd() {
        return position >= text.length();
    }

    private char here() {
        return atEnd() ? '\0' : text.charAt(position);
    }

    private SyntaxException unexpected() {
        return new SyntaxException("syntax error: unexpected " + (atEnd() ? "end of file" : "\"" + firstWord() + "\""));
    }

    private String firstWord() {
        var end = position + 1;
        while (end < text.length()
                && !Character.isWhitespace(text.charAt(end))
                && ";|&()".indexOf(text.charAt(end)) < 0) end++;
        return text.substring(position, end);
    }

    /** Blanks and, if asked for, the ends of lines. */
    private void skip(boolean lines) {
        while (!atEnd()) {
            var c = here();
            if (c == ' ' || c == '\t' || (lines && (c == '\n' || c == '\r' || c == ';'))) position++;
            else if (c == '\\' && position + 1 < text.length() && text.charAt(position + 1) == '\n') position += 2;
            else if (c == '#') while (!atEnd() && here() != '\n') position++;
            else return;
        }
    }

    /** Up to one of these words, which is left where it is. */
    private Script script(Set<String> ends) throws SyntaxException {
        if (++depth > DEEPEST) throw new SyntaxException("syntax error: nested too deeply");
        var chains = new ArrayList<Chain>();
        for (skip(true); !atEnd() && !isAt(ends) && here() != ')'; skip(true)) {
            chains.add(chain());
            skip(false);
            // What is to go on in the background goes on in front: nobody waits for anything else here.
            if (here() == '&') position++;
            else if (!atEnd() && here() != ';' && here() != '\n' && here() != ')' && !isAt(ends)) throw unexpected();
        }
        depth--;
        return new Script(chains);
    }

    private boolean isAt(Set<String> words) {
        return words.stream().anyMatch(this::isAt);
    }

    private boolean isAt(String word) {
        if (!text.startsWith(word, position)) return false;
        var end = position + word.length();
        return end == text.length()
                || Character.isWhitespace(text.charAt(end))
                || ";|&()".indexOf(text.charAt(end)) >= 0;
    }

    private boolean take(String word) {
        skip(false);
        if (!isAt(word)) return false;
        position += word.length();
        return true;
    }

    private void require(String word) throws SyntaxException {
        skip(true);
        if (!take(word)) throw unexpected();
    }

    private Chain chain() throws SyntaxException {
        var first = pipeline();
        var rest = new ArrayList<Link>();
        while (true) {
            skip(false);
            var isAnd = text.startsWith("&&", position);
            if (!isAnd && !text.startsWith("||", position)) return new Chain(first, rest);
            position += 2;
            skip(true);
            rest.add(new Link(isAnd, pipeline()));
        }
    }

    private Pipeline pipeline() throws SyntaxException {
        var isNegated = take("!");
        var commands = new ArrayList<Command>();
        while (true) {
            commands.add(command());
            skip(false);
            if (here() != '|' || text.startsWith("||", position)) return new Pipeline(isNegated, commands);
            position++;
            skip(true);
        }
    }

    private Command command() throws SyntaxException {
        skip(false);
        if (take("if")) return conditional();
        if (take("while")) return loop(false);
        if (take("until")) return loop(true);
        if (take("for")) return each();
        if (here() == '(') {
            position++;
            var body = script(Set.of());
            if (here() != ')') throw unexpected();
            position++;
            return new Command.Group(body, true, redirections());
        }
        if (take("{")) {
            var body = script(Set.of("}"));
            require("}");
            return new Command.Group(body, false, redirections());
        }
        return simple();
    }

    private Command conditional() throws SyntaxException {
        var condition = script(Set.of("then"));
        require("then");
        var then = script(Set.of("else", "elif", "fi"));
        if (take("elif")) return new Command.If(condition, then, only(conditional()));
        var otherwise = take("else") ? script(Set.of("fi")) : new Script(List.of());
        require("fi");
        return new Command.If(condition, then, otherwise);
    }

    private static Script only(Command command) {
        return new Script(List.of(new Chain(new Pipeline(false, List.of(command)), List.of())));
    }

    private Command loop(boolean isUntil) throws SyntaxException {
        var condition = script(Set.of("do"));
        return new Command.While(condition, body(), isUntil);
    }

    private Script body() throws SyntaxException {
        require("do");
        var body = script(Set.of("done"));
        require("done");
        return body;
    }

    private Command each() throws SyntaxException {
        skip(false);
        var variable = name();
        if (variable.isEmpty()) throw unexpected();
        var words = new ArrayList<Word>();
        if (take("in")) {
            for (skip(false); !atEnd() && here() != ';' && here() != '\n'; skip(false)) words.add(word());
        }
        return new Command.For(variable, words, body());
    }

    private String name() {
        var start = position;
        while (!atEnd() && (Character.isLetterOrDigit(here()) || here() == '_')) position++;
        return text.substring(start, position);
    }

    private List<Redirection> redirections() throws SyntaxException {
        var all = new ArrayList<Redirection>();
        for (skip(false); isRedirection(); skip(false)) all.add(redirection());
        return all;
    }

    private boolean isRedirection() {
        if (here() == '>' || here() == '<') return true;
        return (here() == '1' || here() == '2' || here() == '0')
                && position + 1 < text.length()
                && (text.charAt(position + 1) == '>' || text.charAt(position + 1) == '<');
    }

    private Redirection redirection() throws SyntaxException {
        var stream = here() == '<' ? 0 : 1;
        if (Character.isDigit(here())) stream = text.charAt(position++) - '0';
        var isRead = text.charAt(position++) == '<';
        if (isRead && here() == '<') throw new SyntaxException("syntax error: here documents are not known");
        var kind = isRead ? Redirection.Kind.READ : Redirection.Kind.WRITE;
        if (!isRead && here() == '>') {
            position++;
            kind = Redirection.Kind.APPEND;
        } else if (here() == '&') {
            position++;
            kind = Redirection.Kind.COPY;
        }
        skip(false);
        var target = word();
        if (target.parts().isEmpty()) throw unexpected();
        return new Redirection(stream, kind, target);
    }

    private Command simple() throws SyntaxException {
        var assignments = new ArrayList<Assignment>();
        var words = new ArrayList<Word>();
        var redirections = new ArrayList<Redirection>();
        while (true) {
            skip(false);
            if (atEnd() || ";|&)\n\r".indexOf(here()) >= 0) break;
            if (here() == '(') throw unexpected();
            if (isRedirection()) {
                redirections.add(redirection());
                continue;
            }
            if (words.isEmpty() && isAt(RESERVED)) throw unexpected();
            var assignment = words.isEmpty() ? assignment() : null;
            if (assignment != null) assignments.add(assignment);
            else words.add(word());
        }
        if (assignments.isEmpty() && words.isEmpty() && redirections.isEmpty()) throw unexpected();
        return new Command.Simple(assignments, words, redirections);
    }

    private @org.jspecify.annotations.Nullable Assignment assignment() throws SyntaxException {
        var start = position;
        var name = name();
        if (name.isEmpty() || Character.isDigit(name.charAt(0)) || here() != '=') {
            position = start;
            return null;
        }
        position++;
        return new Assignment(name, word());
    }

    private Word word() throws SyntaxException {
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

    private Part backquoted(boolean isQuoted) throws SyntaxException {
        var end = text.indexOf('`', position + 1);
        if (end < 0) throw new SyntaxException("syntax error: unterminated quoted string");
        var inner = text.substring(position + 1, end);
        position = end + 1;
        return new Part.Output(parse(inner), isQuoted);
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
        var parts = new ArrayList<Part>();
        while (!inner.atEnd()) {
            if (inner.here() == '$') parts.add(inner.expansion(true));
            else if (inner.here() == '`') parts.add(inner.backquoted(true));
            else parts.add(new Part.Text(String.valueOf(inner.text.charAt(inner.position++)), true));
        }
        return new Part.Arithmetic(new Word(parts), isQuoted);
    }

    private Part expansion(boolean isQuoted) throws SyntaxException {
        position++;
        if (here() == '(') {
            if (text.startsWith("((", position)) return arithmetic(isQuoted);
            position++;
            var script = script(Set.of());
            if (here() != ')') throw unexpected();
            position++;
            return new Part.Output(script, isQuoted);
        }
        if (here() == '{') {
            var end = text.indexOf('}', position);
            if (end < 0) throw new SyntaxException("syntax error: missing '}'");
            var inner = text.substring(position + 1, end);
            position = end + 1;
            var colon = inner.indexOf(":-");
            var name = colon < 0 ? inner : inner.substring(0, colon);
            if (!name.matches("[A-Za-z_][A-Za-z_0-9]*|[?$#0-9]"))
                throw new SyntaxException("syntax error: bad substitution");
            return new Part.Variable(name, colon < 0 ? "" : inner.substring(colon + 2), isQuoted);
        }
        if ("?$#@*".indexOf(here()) >= 0 && !atEnd())
            return new Part.Variable(String.valueOf(text.charAt(position++)), "", isQuoted);
        if (Character.isDigit(here())) return new Part.Variable(String.valueOf(text.charAt(position++)), "", isQuoted);
        var name = name();
        return name.isEmpty() ? new Part.Text("$", isQuoted) : new Part.Variable(name, "", isQuoted);
    }
}
