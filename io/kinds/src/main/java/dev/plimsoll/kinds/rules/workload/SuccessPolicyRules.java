package dev.plimsoll.kinds.rules.workload;

import dev.plimsoll.kinds.rules.field.FieldValue;
import dev.plimsoll.kinds.rules.field.Findings;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;

/** When a job with indexes has succeeded before all of them have. */
final class SuccessPolicyRules {
    private static final int MOST_RULES = 20;
    private static final int MOST_BYTES = 64 * 1024;

    private SuccessPolicyRules() {}

    static void check(FieldValue spec, Findings found) {
        var policy = spec.field("successPolicy");
        if (!spec.field("completionMode").text().equals("Indexed")) {
            found.invalidShown(policy, shown(policy), "requires indexed completion mode");
            return;
        }
        var rules = policy.field("rules");
        if (rules.isEmpty()) {
            found.required(rules, "at least one rules must be specified when the successPolicy is specified");
        }
        if (rules.node().size() > MOST_RULES) {
            found.tooMany(rules, MOST_RULES);
            return;
        }
        for (var rule : rules.items()) rule(rule, spec.field("completions").number(), found);
    }

    private static void rule(FieldValue rule, long completions, Findings found) {
        var count = rule.field("succeededCount");
        var indexes = rule.field("succeededIndexes");
        if (!count.isGiven() && !indexes.isGiven()) {
            found.required(rule, "at least one of succeededCount or succeededIndexes must be specified");
        }
        var named = 0L;
        if (indexes.isGiven()) {
            if (indexes.text().getBytes(StandardCharsets.UTF_8).length > MOST_BYTES) found.tooLong(indexes, MOST_BYTES);
            switch (IndexRanges.parse(indexes.text(), completions)) {
                case IndexRanges.Parsed.Count(var amount) -> named = amount;
                case IndexRanges.Parsed.Problem(var why) ->
                    found.invalid(indexes, "error parsing succeededIndexes: " + why);
            }
        }
        if (!count.isGiven()) return;
        found.notNegative(count);
        if (count.number() > completions) {
            found.invalidNumber(
                    count, "must be less than or equal to " + completions + " (the number of specified completions)");
        }
        if (indexes.isGiven() && count.number() > named) {
            found.invalidNumber(
                    count,
                    "must be less than or equal to " + named
                            + " (the number of indexes in the specified succeededIndexes field)");
        }
    }

    private static String shown(FieldValue policy) {
        return policy.field("rules").items().stream()
                .map(rule -> "{\"SucceededIndexes\":"
                        + rule.field("succeededIndexes").json() + ",\"SucceededCount\":"
                        + rule.field("succeededCount").json() + "}")
                .collect(Collectors.joining(",", "{\"Rules\":[", "]}"));
    }
}
