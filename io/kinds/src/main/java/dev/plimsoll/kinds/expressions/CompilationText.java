package dev.plimsoll.kinds.expressions;

import dev.cel.bundle.Cel;
import dev.cel.common.CelIssue;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What is wrong with an expression that cannot be compiled, in Kubernetes' words. */
public final class CompilationText {
    /** Our parser names everything that could follow; Kubernetes' parser the end alone, where the expression could have ended. */
    private static final Pattern COULD_HAVE_ENDED = Pattern.compile("expecting \\{<EOF>, .*}$");

    private CompilationText() {}

    /**
     * What is wrong with an expression.
     *
     * @param parser any environment with the same syntax; only read if the expression is broken
     */
    public static String of(Cel parser, String text, Exception problem) {
        var parsed = parser.parse(text);
        if (!parsed.hasError()) return "compilation failed: " + problem.getMessage();
        var issues = parsed.getErrors().stream()
                .map(issue -> syntax(issue).toDisplayString(parsed.getSource()))
                .collect(Collectors.joining("\n"));
        return "compilation failed: " + issues;
    }

    private static CelIssue syntax(CelIssue issue) {
        var message = COULD_HAVE_ENDED.matcher(issue.getMessage()).replaceFirst("expecting <EOF>");
        return CelIssue.formatError(issue.getSourceLocation(), "Syntax error: " + message);
    }
}
