package dev.plimsoll.nodeagent.simulated;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

// Acceptance of nodes: cpu-shared
/** Who gets how much of a CPU that does not suffice for all. */
class CpuSharesTest {
    private static List<Double> numbers(String text) {
        return Arrays.stream(text.split(" ", -1)).map(Double::valueOf).toList();
    }

    @ParameterizedTest(name = "{0} by {1} of {2}: {3}")
    @CsvSource({
        "100 200, 1 1, 400, 100 200",
        "300 300, 1 1, 400, 200 200",
        "300 300, 1 3, 400, 100 300",
        "50 900 900, 1 1 1, 450, 50 200 200",
        "900 900, 1 2, 300, 100 200",
        "500, 7, 200, 200"
    })
    void divided(String wanted, String weights, double total, String given) {
        var want = numbers(wanted);
        var weigh = numbers(weights);
        var demands = new java.util.ArrayList<CpuShares.Demand>();
        for (var i = 0; i < want.size(); i++) demands.add(new CpuShares.Demand(want.get(i), weigh.get(i)));
        assertThat(CpuShares.divided(demands, total)).isEqualTo(numbers(given));
    }
}
