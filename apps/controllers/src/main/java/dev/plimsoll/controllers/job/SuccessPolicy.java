package dev.plimsoll.controllers.job;

import java.util.OptionalInt;

/** When an indexed job has succeeded before all of its indexes have ({@code spec.successPolicy}). */
final class SuccessPolicy {
    private SuccessPolicy() {}

    /** The place of the first rule that is met. */
    static OptionalInt met(JobView job, IndexSet completed) {
        var at = 0;
        for (var rule : job.job().spec().at("/successPolicy/rules")) {
            var listed = rule.path("succeededIndexes");
            var relevant = listed.isTextual()
                    ? completed.within(IndexSet.parse(listed.asText(), job.completions()))
                    : completed;
            var wanted = rule.path("succeededCount").isNumber()
                    ? rule.path("succeededCount").asInt()
                    : listed.isTextual()
                            ? IndexSet.parse(listed.asText(), job.completions()).size()
                            : Integer.MAX_VALUE;
            if (relevant.size() >= wanted) return OptionalInt.of(at);
            at++;
        }
        return OptionalInt.empty();
    }
}
