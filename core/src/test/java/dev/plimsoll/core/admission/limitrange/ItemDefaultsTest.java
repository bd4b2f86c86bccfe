package dev.plimsoll.core.admission.limitrange;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.model.LimitRange;
import dev.plimsoll.core.model.ResourceAmounts;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Scheme defaults of a LimitRange item: api.md §6.1. */
class ItemDefaultsTest {
    record Row(String sentence, LimitRange.Item item, String limit, String request) {
        @Override
        public String toString() {
            return sentence;
        }
    }

    private static Row row(
            String sentence, String type, String max, String min, String limit, String request, String... expected) {
        var item = new LimitRange.Item(
                type,
                ResourceAmounts.parse(max),
                ResourceAmounts.parse(min),
                ResourceAmounts.parse(limit),
                ResourceAmounts.parse(request),
                ResourceAmounts.ABSENT);
        return new Row(sentence, item, expected[0], expected[1]);
    }

    static Stream<Row> rows() {
        return Stream.of(
                row("default[k] := max[k] if absent", "Container", "cpu=2", "", "", "", "cpu=2", "cpu=2"),
                row("default[k] stays if given", "Container", "cpu=2", "", "cpu=1", "", "cpu=1", "cpu=1"),
                row("defaultRequest[k] := default[k] if absent", "Container", "", "", "cpu=1", "", "cpu=1", "cpu=1"),
                row("defaultRequest[k] := min[k] if absent", "Container", "", "cpu=1", "", "", "", "cpu=1"),
                row("default comes before min", "Container", "", "cpu=1", "cpu=2", "", "cpu=2", "cpu=2"),
                row("defaultRequest[k] stays if given", "Container", "cpu=4", "cpu=1", "", "cpu=3", "cpu=4", "cpu=3"),
                row("name by name", "Container", "cpu=4", "memory=1Gi", "", "", "cpu=4", "cpu=4,memory=1Gi"),
                row("type Pod: none", "Pod", "cpu=4", "cpu=1", "", "", "", ""),
                row("type PersistentVolumeClaim: none", "PersistentVolumeClaim", "storage=4Gi", "", "", "", "", ""));
    }

    @ParameterizedTest(name = "§6.1 {0}")
    @MethodSource("rows")
    void defaults(Row row) {
        var item = ItemDefaults.apply(Ranges.range("r", row.item())).items().getFirst();
        assertThat(item.defaultLimit()).hasToString(row.limit());
        assertThat(item.defaultRequest()).hasToString(row.request());
    }
}
