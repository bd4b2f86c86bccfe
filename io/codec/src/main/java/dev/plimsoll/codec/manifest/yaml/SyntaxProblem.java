package dev.plimsoll.codec.manifest.yaml;

import dev.plimsoll.codec.manifest.problem.ManifestProblem;
import dev.plimsoll.codec.manifest.problem.OneLine;
import dev.plimsoll.codec.manifest.problem.Position;
import dev.plimsoll.codec.manifest.problem.ProblemText;
import java.util.Optional;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlVersionException;

/** Says in a person's words what the YAML parser did not like, and where the eye should look for it. */
final class SyntaxProblem {
    private static final Pattern FOUND = Pattern.compile("but (?:found|got):? '?(.+?)'?(?:\\(\\d+\\))?$");
    private static final Pattern CODE = Pattern.compile("\\s*\\(\\d+\\)");

    private final String source;
    private final String text;

    SyntaxProblem(String source, String text) {
        this.source = source;
        this.text = text;
    }

    ManifestProblem of(YamlEngineException exception) {
        return switch (exception) {
            case MarkedYamlEngineException marked -> marked(marked);
            case YamlVersionException _ -> new ManifestProblem.InSource(source, ProblemText.WRONG_VERSION);
            default ->
                new ManifestProblem.InSource(source, ProblemText.notYaml(String.valueOf(exception.getMessage())));
        };
    }

    private ManifestProblem marked(MarkedYamlEngineException exception) {
        var problem = String.valueOf(exception.getProblem()).strip();
        var context = String.valueOf(exception.getContext());
        var mark = exception.getProblemMark().or(exception::getContextMark);
        var opening = exception.getContextMark().or(exception::getProblemMark);
        var found = found(problem);
        var tab = tabInIndentation(mark);
        var unexpectedField = problem.startsWith("mapping values are not allowed");
        // A tab before a field makes its line part of the text before it; within [] and {} tabs are harmless.
        if (problem.contains("(TAB)") || (unexpectedField && tab.isPresent())) {
            return new ManifestProblem.InText(source, tab.orElse(Position.of(mark)), ProblemText.TAB);
        }
        if (unexpectedField) return at(mark, unexpectedColon(mark));
        if (problem.startsWith("expected <block end>")) return at(mark, misplaced(found, context));
        if (problem.startsWith("expected ',' or ']'")) {
            return unclosed(found, mark, opening, "list", ProblemText.OPEN_LIST);
        }
        if (problem.startsWith("expected ',' or '}'")) {
            return unclosed(found, mark, opening, "object", ProblemText.OPEN_OBJECT);
        }
        if (context.contains("quoted scalar") && isEnd(problem)) return at(opening, ProblemText.OPEN_QUOTE);
        if (problem.startsWith("expected '<document start>'")) return at(mark, ProblemText.NEXT_DOCUMENT);
        if (problem.startsWith("could not find expected ':'")) return at(mark, ProblemText.NO_COLON);
        if (problem.startsWith("sequence entries are not allowed")) return at(mark, ProblemText.LIST_ENTRY_MISPLACED);
        if (problem.startsWith("expected the node content")) return at(mark, missing(found));
        if (problem.startsWith("found unknown escape")) return at(mark, ProblemText.unknownEscape(characterAt(mark)));
        if (problem.contains("cannot start any token")) {
            return at(mark, ProblemText.cannotStartValue(characterAt(mark)));
        }
        return at(
                mark, ProblemText.notYaml(OneLine.sentence(CODE.matcher(problem).replaceAll(""))));
    }

    private ManifestProblem at(Optional<Mark> mark, String what) {
        return new ManifestProblem.InText(source, Position.of(mark), what);
    }

    private static String found(String problem) {
        var match = FOUND.matcher(problem);
        return match.find() ? match.group(1) : "";
    }

    private static boolean isEnd(String problem) {
        return problem.contains("end of stream") || problem.contains("document separator");
    }

    private String unexpectedColon(Optional<Mark> mark) {
        return lineUpTo(mark).contains(": ") ? ProblemText.COLON_IN_TEXT : ProblemText.UNEXPECTED_FIELD;
    }

    private static String misplaced(String found, String context) {
        return switch (found) {
            case "-" -> ProblemText.ENTRY_AMONG_FIELDS;
            case ":" -> ProblemText.KEY_MISSING;
            case "?" ->
                context.contains("collection") ? ProblemText.FIELD_AMONG_ENTRIES : ProblemText.WRONG_INDENTATION;
            case "<block mapping start>", "<block sequence start>" -> ProblemText.WRONG_INDENTATION;
            default -> ProblemText.TEXT_AFTER_VALUE;
        };
    }

    private ManifestProblem unclosed(
            String found, Optional<Mark> mark, Optional<Mark> opening, String what, String open) {
        // An opening bracket that the text ends without is best seen where it opens, not at the end of the file.
        if (found.equals("<stream end>") || found.startsWith("<document")) return at(opening, open);
        return at(mark, ProblemText.commaMissing(what, Position.of(opening)));
    }

    private static String missing(String found) {
        if (found.equals("<stream end>") || found.startsWith("<document")) return ProblemText.ENDS_EARLY;
        return found.startsWith("<") ? ProblemText.WRONG_INDENTATION : ProblemText.valueMissing(found);
    }

    /** Where the line of the mark is indented by a tab, if it is. */
    private Optional<Position> tabInIndentation(Optional<Mark> mark) {
        if (mark.isEmpty()) return Optional.empty();
        var line = lineUpTo(mark) + characterAt(mark);
        var indentation = line.substring(0, line.length() - line.stripLeading().length());
        var tab = indentation.indexOf('\t');
        return tab < 0 ? Optional.empty() : Optional.of(new Position(mark.get().getLine() + 1, tab + 1));
    }

    private String characterAt(Optional<Mark> mark) {
        if (mark.isEmpty()) return "";
        var at = offset(mark.get());
        return at < text.length() ? Character.toString(text.codePointAt(at)) : "";
    }

    private String lineUpTo(Optional<Mark> mark) {
        if (mark.isEmpty()) return "";
        var at = offset(mark.get());
        var start = at;
        while (start > 0 && text.charAt(start - 1) != '\n' && text.charAt(start - 1) != '\r') start--;
        return text.substring(start, at);
    }

    /** Marks count characters from the start of the text; a string counts some of them twice. */
    private int offset(Mark mark) {
        var characters = text.codePointCount(0, text.length());
        return text.offsetByCodePoints(0, Math.clamp(mark.getIndex(), 0, characters));
    }
}
