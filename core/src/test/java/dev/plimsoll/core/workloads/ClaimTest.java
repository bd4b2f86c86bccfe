package dev.plimsoll.core.workloads;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What belongs to a workload. */
class ClaimTest {
    @Test
    void whatIsReadAsControlledAndAsAnOrphanCountsOnce() {
        var owner = TestPod.ready("owner").build().meta();
        var before = TestPod.ready("a").build().meta();
        var claim = Claim.decide(owner, _ -> true, List.of(before), List.of(before), each -> each);
        assertThat(claim.owned()).hasSize(1);
        assertThat(claim.adopt()).isEmpty();
    }
}
