package dev.plimsoll.kinds.expressions;

import dev.cel.runtime.CelEvaluationException;
import java.util.regex.Pattern;

/** Why an evaluation failed, in the words that users of Kubernetes know. */
final class EvaluationText {
    private static final Pattern MISSING = Pattern.compile("key '(.*)' is not present in map\\.");

    private EvaluationText() {}

    static String of(CelEvaluationException failure) {
        var text = String.valueOf(failure.getMessage());
        var colon = text.indexOf(": ");
        var bare = text.startsWith("evaluation error at") && colon > 0 ? text.substring(colon + 2) : text;
        if (bare.startsWith("Function '")) return deepest(failure, bare);
        var missing = MISSING.matcher(bare);
        return missing.matches() ? "no such key: " + missing.group(1) : bare;
    }

    /** What a function said itself. */
    private static String deepest(Throwable failure, String otherwise) {
        var text = otherwise;
        for (var each = failure.getCause(); each != null; each = each.getCause()) {
            var message = each.getMessage();
            if (message != null && !message.startsWith("Function '")) text = message;
        }
        return text;
    }
}
