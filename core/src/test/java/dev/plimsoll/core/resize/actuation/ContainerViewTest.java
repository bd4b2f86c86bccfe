package dev.plimsoll.core.resize.actuation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.cgroups.CgroupValues;
import dev.plimsoll.core.cgroups.HugePageSize;
import dev.plimsoll.core.model.ObjectMeta;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.PodStatus;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.resize.state.NodeFacts;
import dev.plimsoll.core.resize.state.PodRecordDraft;
import dev.plimsoll.core.resize.state.PodSource;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ContainerViewTest {
    @Test
    void everySizeThatTheNodeKnowsIsToldAndOnlyTheOneAskedForIsOpen() {
        var spec = PodSpec.builder()
                .container("c", "cpu=1,memory=1Gi,hugepages-2Mi=4Mi", "cpu=1,memory=1Gi,hugepages-2Mi=4Mi")
                .build();
        var facts = NodeFacts.of("n", ResourceAmounts.parse("cpu=4,memory=8Gi,hugepages-2Mi=1Gi,hugepages-1Gi=2Gi"));
        var record = PodRecordDraft.heardOf(
                        new Pod(ObjectMeta.named("p"), spec, PodStatus.NONE), PodSource.API, Instant.EPOCH)
                .edit()
                .done();
        assertThat(ContainerView.of(
                                CgroupValues.DEFAULT, record, spec.containers().getFirst(), facts)
                        .hugePageLimits())
                .as("node.md §6.4 hugepage_limits: every size the node knows, 0 unless container limit")
                .isEqualTo(Map.of(HugePageSize.OF_2_MIB, 4L << 20, HugePageSize.OF_1_GIB, 0L));
    }
}
