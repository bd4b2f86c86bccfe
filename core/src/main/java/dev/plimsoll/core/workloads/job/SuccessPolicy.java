package dev.plimsoll.core.workloads.job;

import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** When an indexed job has succeeded before all of its indexes have ({@code spec.successPolicy}). */
public final class SuccessPolicy {
    private SuccessPolicy() {}

    /**
     * Some indexes that are enough.
     *
     * @param indexesOrNull such as {@code 0,2-4}; null for all
     * @param countOrNull how many of them; null for all of them
     */
    public record Rule(
            @Nullable String indexesOrNull, @Nullable Integer countOrNull) {}

    /** The place of the first rule that is met. */
    static OptionalInt met(Job job, IndexSet completed) {
        var at = 0;
        for (var rule : job.spec().successRules()) {
            var listed = rule.indexesOrNull() == null ? null : IndexSet.parse(rule.indexesOrNull(), job.completions());
            var relevant = listed == null ? completed : completed.within(listed);
            var wanted = rule.countOrNull();
            if (wanted == null) wanted = listed == null ? Integer.MAX_VALUE : listed.size();
            if (relevant.size() >= wanted) return OptionalInt.of(at);
            at++;
        }
        return OptionalInt.empty();
    }
}
