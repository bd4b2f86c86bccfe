package dev.plimsoll.core.workloads.revision;

import java.util.Comparator;
import java.util.List;
import java.util.Set;

/** What is to be done so that there is a revision of the current template with the highest number. */
public sealed interface RevisionDecision {
    /**
     * A revision that is kept.
     *
     * @param isCurrent whether its template is the current one
     */
    record KeptRevision(String name, long number, boolean isCurrent) {}

    Comparator<KeptRevision> OLDEST_FIRST =
            Comparator.comparingLong(KeptRevision::number).thenComparing(KeptRevision::name);

    /** It is there. */
    record Known(String name) implements RevisionDecision {}

    /** An older template is the current one again. */
    record Renumber(String name, long number) implements RevisionDecision {}

    record Create(long number) implements RevisionDecision {}

    static RevisionDecision decide(List<KeptRevision> kept) {
        var highest = kept.stream().mapToLong(KeptRevision::number).max().orElse(0);
        var same = kept.stream().filter(KeptRevision::isCurrent).max(OLDEST_FIRST);
        if (same.isEmpty()) return new Create(highest + 1);
        if (same.get().number() == highest) return new Known(same.get().name());
        return new Renumber(same.get().name(), highest + 1);
    }

    /**
     * The oldest revisions that nothing uses, beyond as many as are kept.
     *
     * @param live names of those in use
     */
    static List<KeptRevision> surplus(List<KeptRevision> kept, Set<String> live, int limit) {
        var idle = kept.stream()
                .filter(each -> !live.contains(each.name()))
                .sorted(OLDEST_FIRST)
                .toList();
        return idle.subList(0, Math.max(0, idle.size() - Math.max(0, limit)));
    }
}
