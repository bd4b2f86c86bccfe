package dev.plimsoll.kinds;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class VersionOrderTest {
    @Test
    void stableBeforeBetaBeforeAlphaAndLaterBeforeEarlier() {
        var order = List.of(
                "v10", "v2", "v1", "v11beta2", "v10beta3", "v3beta1", "v12alpha1", "v11alpha2", "foo1", "foo10");
        var shuffled = order.stream().sorted().toList();
        assertThat(shuffled.stream().sorted(VersionOrder.PREFERRED_FIRST).toList())
                .isEqualTo(order);
    }
}
