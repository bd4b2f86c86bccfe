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
import java.util.regex.Pattern;

/** Reads scripts: lists, pipelines, redirections with here documents, if, case, while, until, for and functions. */
public final class ShellParser extends WordParser {
    private static final Set<String> RESERVED = Set.of(
            "then", "else", "elif", "fi", "do", "done", "esac", "}", ")", "if", "while", "until", "for", "case", "{",
            "!");
    private static final Pattern FUNCTION = Pattern.compile(
            "(?:function[ \\t]+([A-Za-z_][\\w.-]*)[ \\t]*(?:\\([ \\t]*\\))?|([A-Za-z_][\\w.-]*)[ \\t]*\\([ \\t]*\\))");
    private static final int DEEPEST = 50;

    private int depth;

    ShellParser(String text) {
        super(text);
    }

    public static Script parse(String text) throws SyntaxException {
        var parser = new ShellParser(text);
        var script = parser.script(Set.of());
        if (!parser.atEnd()) throw parser.unexpected();
        return script;
    }

    @Override
    Script inParentheses() throws SyntaxException {
        var script = script(Set.of());
        if (here() != ')') throw unexpected();
        position++;
        return script;
    }

    @Override
    Script whole(String script) throws SyntaxException {
        return parse(script);
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
            // The end of a branch of case.
            if (text.startsWith(";;", position)) return;
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
        for (skip(true); !atEnd() && !isAt(ends) && here() != ')' && !text.startsWith(";;", position); skip(true)) {
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
        if (take("if")) return redirected(conditional());
        if (take("while")) return redirected(loop(false));
        if (take("until")) return redirected(loop(true));
        if (take("for")) return redirected(each());
        if (take("case")) return redirected(choice());
        var function = FUNCTION.matcher(text).region(position, text.length());
        if (function.lookingAt()) {
            position = function.end();
            skip(true);
            return new Command.Function(function.group(1) == null ? function.group(2) : function.group(1), command());
        }
        if (here() == '(') {
            position++;
            return new Command.Group(inParentheses(), true, redirections());
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

    /** A command of several lines as a whole may read from a file and write to one. */
    private Command redirected(Command command) throws SyntaxException {
        var files = redirections();
        return files.isEmpty() ? command : new Command.Group(only(command), false, files);
    }

    private Command choice() throws SyntaxException {
        skip(false);
        var subject = word();
        require("in");
        var branches = new ArrayList<Command.Case.Branch>();
        for (skip(true); !take("esac"); skip(true)) {
            if (here() == '(') position++;
            var patterns = new ArrayList<Word>();
            do {
                skip(false);
                patterns.add(word());
                skip(false);
            } while (here() == '|' && ++position > 0);
            if (here() != ')' || patterns.getLast().parts().isEmpty()) throw unexpected();
            position++;
            branches.add(new Command.Case.Branch(patterns, script(Set.of("esac"))));
            if (text.startsWith(";;", position)) position += 2;
        }
        return new Command.Case(subject, branches);
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
        if (isRead && here() == '<') return new Redirection(stream, Redirection.Kind.HERE, hereDocument());
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

    /** The lines after this one up to the one that is named, without which the text goes on. */
    private Word hereDocument() throws SyntaxException {
        position++;
        var strips = here() == '-';
        if (strips) position++;
        skip(false);
        var start = position;
        var delimiter = word();
        var isLiteral = text.substring(start, position).matches(".*['\"\\\\].*");
        var end = new StringBuilder();
        for (var part : delimiter.parts()) if (part instanceof Part.Text(var plain, var _)) end.append(plain);
        var line = text.indexOf('\n', position);
        var content = new StringBuilder();
        for (var at = line + 1; line >= 0 && at < text.length(); ) {
            var next = text.indexOf('\n', at);
            var whole = text.substring(at, next < 0 ? text.length() : next);
            var shown = strips ? whole.replaceFirst("^\t+", "") : whole;
            at = next < 0 ? text.length() : next + 1;
            if (shown.contentEquals(end)) {
                text = text.substring(0, line + 1) + text.substring(at);
                return isLiteral
                        ? new Word(List.of(new Part.Text(content.toString(), true)))
                        : new ShellParser(content.toString()).filledIn("");
            }
            content.append(shown).append('\n');
        }
        throw new SyntaxException("syntax error: unexpected end of file");
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
}
