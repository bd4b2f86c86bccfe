package dev.plimsoll.core.workloads.revision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.workloads.revision.RevisionDecision.KeptRevision;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RevisionDecisionTest {
    private static KeptRevision revision(String name, long number, boolean isCurrent) {
        return new KeptRevision(name, number, isCurrent);
    }

    @Test
    @DisplayName("a new template gets the next number, also one that was there before")
    void numbers() {
        assertThat(RevisionDecision.decide(List.of())).isEqualTo(new RevisionDecision.Create(1));
        var old = revision("a", 1, false);
        assertThat(RevisionDecision.decide(List.of(old, revision("b", 4, false))))
                .isEqualTo(new RevisionDecision.Create(5));
        assertThat(RevisionDecision.decide(List.of(old, revision("b", 4, true))))
                .isEqualTo(new RevisionDecision.Known("b"));
        assertThat(RevisionDecision.decide(List.of(revision("a", 1, true), revision("b", 4, false))))
                .isEqualTo(new RevisionDecision.Renumber("a", 5));
    }

    @Test
    @DisplayName("the oldest that are not in use go, beyond the limit")
    void surplus() {
        var all = List.of(revision("c", 3, false), revision("a", 1, false), revision("b", 2, false));
        assertThat(RevisionDecision.surplus(all, Set.of("a"), 1))
                .extracting(KeptRevision::name)
                .containsExactly("b");
        assertThat(RevisionDecision.surplus(all, Set.of(), 5)).isEmpty();
    }
}
