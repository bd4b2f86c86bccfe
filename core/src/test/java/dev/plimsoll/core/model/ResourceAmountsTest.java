package dev.plimsoll.core.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.core.quantity.Quantity;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.BinaryOperator;
import org.junit.jupiter.api.Test;

/** Absent, empty and zero are three things (api.md §0.1, §1.1). */
class ResourceAmountsTest {
    private static final ResourceName CPU = ResourceName.CPU;
    private static final List<String> NAMES =
            List.of("cpu", "memory", "hugepages-2Mi", "ephemeral-storage", "example.com/a", "pods");

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

    /** The same over maps, as anybody would write it. */
    @Test
    void listsAreChangedAndCombinedAsMapsAre() {
        var random = new SplittableRandom(7);
        for (var i = 0; i < 20_000; i++) {
            var left = any(random);
            var right = any(random);
            var name = ResourceName.of(NAMES.get(random.nextInt(NAMES.size())));
            var quantity = Quantity.of(random.nextInt(5) + "");
            assertThat(left.with(name, quantity)).isEqualTo(combined(left, Map.of(name, quantity), (_, its) -> its));
            assertThat(left.plus(right)).isEqualTo(combined(left, right.toMap(), Quantity::plus));
            assertThat(left.max(right)).isEqualTo(combined(left, right.toMap(), Quantity::max));
            assertThat(left.overriddenBy(right)).isEqualTo(combined(left, right.toMap(), (_, its) -> its));
            var kept = left.toMap();
            kept.remove(name);
            assertThat(left.retaining(each -> !each.equals(name))).isEqualTo(ResourceAmounts.of(kept));
        }
    }

    private static ResourceAmounts any(SplittableRandom random) {
        var entries = new HashMap<ResourceName, Quantity>();
        for (var name : NAMES) {
            if (random.nextBoolean()) entries.put(ResourceName.of(name), Quantity.of(random.nextInt(5) + ""));
        }
        return ResourceAmounts.of(entries);
    }

    private static ResourceAmounts combined(
            ResourceAmounts own, Map<ResourceName, Quantity> others, BinaryOperator<Quantity> both) {
        var entries = own.toMap();
        others.forEach((name, quantity) -> entries.merge(name, quantity, both));
        return ResourceAmounts.of(entries);
    }
}
