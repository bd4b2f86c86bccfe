package dev.plimsoll.core.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.core.quantity.Quantity;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Absent, empty and zero are three things (api.md §0.1, §1.1). */
class ResourceAmountsTest {
    private static final ResourceName CPU = ResourceName.CPU;

    @Test
    void absentAndEmptyAreEqualButCanBeToldApart() {
        assertThat(ResourceAmounts.ABSENT).isEqualTo(ResourceAmounts.EMPTY);
        assertThat(ResourceAmounts.ABSENT.isDeclared()).isFalse();
        assertThat(ResourceAmounts.EMPTY.isDeclared()).isTrue();
        assertThat(ResourceAmounts.parse("").isDeclared()).isTrue();
    }

    @Test
    void anAbsentEntryReadsAsZeroButIsNoEntry() {
        assertThat(ResourceAmounts.EMPTY.amount(CPU)).isEqualTo(Quantity.ZERO);
        assertThat(ResourceAmounts.EMPTY.contains(CPU)).isFalse();
        assertThat(ResourceAmounts.parse("cpu=0").contains(CPU)).isTrue();
        assertThat(ResourceAmounts.parse("cpu=0")).isNotEqualTo(ResourceAmounts.EMPTY);
    }

    @Test
    void equalityIsByNumberAndNotByOrder() {
        assertThat(ResourceAmounts.parse("memory=1Gi,cpu=1000m"))
                .isEqualTo(ResourceAmounts.parse("cpu=1,memory=1024Mi"))
                .hasSameHashCodeAs(ResourceAmounts.parse("cpu=1,memory=1024Mi"))
                .hasToString("cpu=1,memory=1Gi");
    }

    @Test
    void listsCombineNameByName() {
        var left = ResourceAmounts.parse("cpu=1,memory=2Gi");
        var right = ResourceAmounts.parse("memory=1Gi,pods=3");
        assertThat(left.plus(right)).hasToString("cpu=1,memory=3Gi,pods=3");
        assertThat(left.max(right)).hasToString("cpu=1,memory=2Gi,pods=3");
        assertThat(left.overriddenBy(right)).hasToString("cpu=1,memory=1Gi,pods=3");
        assertThat(left.retaining(CPU::equals)).hasToString("cpu=1");
        assertThat(left.names()).isEqualTo(List.of(CPU, ResourceName.MEMORY));
    }

    @Test
    void combiningWithNothingKeepsWhetherAListWasGiven() {
        assertThat(ResourceAmounts.ABSENT.plus(ResourceAmounts.ABSENT).isDeclared())
                .isFalse();
        assertThat(ResourceAmounts.ABSENT.plus(ResourceAmounts.EMPTY).isDeclared())
                .isTrue();
        assertThat(ResourceAmounts.EMPTY.plus(ResourceAmounts.ABSENT).isDeclared())
                .isTrue();
        assertThat(ResourceAmounts.ABSENT.retaining(_ -> false).isDeclared()).isFalse();
    }

    @Test
    void requirementsKnowThreeStates() {
        assertThat(ResourceRequirements.ABSENT.isDeclared()).isFalse();
        assertThat(ResourceRequirements.EMPTY.isDeclared()).isTrue();
        assertThat(ResourceRequirements.EMPTY).isNotEqualTo(ResourceRequirements.ABSENT);
        assertThat(ResourceRequirements.parse("cpu=0", "").isEmpty()).isFalse();
    }

    @Test
    void podLevelResourcesAreSetByANameThatCountsThere() {
        assertThat(ResourceRequirements.parse("", "hugepages-2Mi=2Mi").isSetAtPodLevel())
                .isTrue();
        assertThat(ResourceRequirements.parse("cpu=0", "").isSetAtPodLevel()).isTrue();
        assertThat(ResourceRequirements.parse("ephemeral-storage=1Gi", "example.com/gpu=1")
                        .isSetAtPodLevel())
                .isFalse();
    }

    @Test
    void aLiteralThatIsNoneIsRefused() {
        assertThatThrownBy(() -> ResourceAmounts.parse("cpu")).hasMessage("not NAME=QUANTITY: \"cpu\"");
        assertThatThrownBy(() -> ResourceAmounts.parse("cpu=x")).hasMessageStartingWith("not a quantity: \"x\"");
    }
}
