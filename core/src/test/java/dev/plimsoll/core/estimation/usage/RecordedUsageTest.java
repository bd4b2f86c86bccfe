package dev.plimsoll.core.estimation.usage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RecordedUsageTest {
    private static final long START = 1_700_000_000_000L;

    private record Sample(long milliCores, long bytes) {}

    private static UsageSeries.Id id(int number) {
        return new UsageSeries.Id("n" + number % 3, "", "p" + number % 5, "c" + number);
    }

    @Test
    @DisplayName("series are those of a map of maps, and are found by time")
    void sameAsMaps() {
        var random = new Random(8);
        for (var round = 0; round < 200; round++) {
            var builder = new RecordedUsage.Builder();
            var maps = new TreeMap<UsageSeries.Id, TreeMap<Long, Sample>>();
            var now = new HashMap<UsageSeries.Id, Long>();
            for (var i = random.nextInt(400); i > 0; i--) {
                var id = id(random.nextInt(8));
                // Of one container the times do not go back; another one may have begun before.
                var time = now.merge(
                        id, START + random.nextInt(100_000) - 50_000, (before, _) -> before + random.nextInt(90_000));
                var sample = new Sample(random.nextInt(10_000), random.nextLong(1L << 40));
                builder.add(id, time, sample.milliCores(), sample.bytes());
                maps.computeIfAbsent(id, _ -> new TreeMap<>()).put(Math.floorDiv(time, 1000L) * 1000, sample);
            }
            var usage = builder.build();
            assertThat(usage.series()).extracting(UsageSeries::id).containsExactlyElementsOf(maps.keySet());
            assertThat(usage.samples())
                    .isEqualTo(maps.values().stream().mapToLong(TreeMap::size).sum());
            for (var series : usage.series()) {
                var expected = maps.getOrDefault(series.id(), new TreeMap<>());
                var found = new TreeMap<Long, Sample>();
                for (var i = 0; i < series.size(); i++) {
                    found.put(series.time(i), new Sample(series.milliCores(i), series.bytes(i)));
                }
                assertThat(found).isEqualTo(expected);
                for (var probe = 0; probe < 20; probe++) {
                    var time = START + random.nextInt(4_000_000) - 200_000;
                    var last = expected.floorKey(time);
                    var at = series.lastAt(time);
                    if (last == null) assertThat(at).isEqualTo(-1);
                    else assertThat(series.time(at)).isEqualTo(last);
                }
            }
        }
    }

    @Test
    @DisplayName("the first and the last time are those of all series together")
    void bounds() {
        var usage = new RecordedUsage.Builder()
                .add(id(0), START + 5_000, 1, 1)
                .add(id(1), START, 1, 1)
                .add(id(0), START + 9_000, 1, 1)
                .build();
        assertThat(usage.start()).isEqualTo(START);
        assertThat(usage.end()).isEqualTo(START + 9_000);
        assertThat(new RecordedUsage(List.of()).samples()).isZero();
    }

    @Test
    @DisplayName("a container whose time goes back is a mistake of the reader")
    void backwards() {
        var builder = new RecordedUsage.Builder().add(id(0), START, 1, 1);
        assertThatThrownBy(() -> builder.add(id(0), START - 60_000, 1, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThat(new ArrayList<>(builder.build().series())).hasSize(1);
    }
}
