package dev.plimsoll.objects.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.objects.testing.Docs;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class NodeObjectTest {
    @Test
    @DisplayName("NUMA nodes are read from the annotation, and anything else there is nothing")
    void numaZones() {
        var node = new NodeObject(Docs.json("""
                {'metadata':{'annotations':{'plimsoll.dev/numa-zones':
                 '{\\'zones\\':[{\\'allocatable\\':{\\'cpu\\':\\'4\\'},\\'free\\':{\\'cpu\\':\\'1\\'}}]}'}}}"""));
        assertThat(node.numaZones())
                .containsExactly(new NumaZone(ResourceAmounts.parse("cpu=4"), ResourceAmounts.parse("cpu=1")));
        for (var other : new String[] {"", "no", "[]", "{}"}) {
            assertThat(new NodeObject(Docs.json(
                                    "{'metadata':{'annotations':{'plimsoll.dev/numa-zones':'" + other + "'}}}"))
                            .numaZones())
                    .as(other)
                    .isEmpty();
        }
    }
}
