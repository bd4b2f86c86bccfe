package dev.plimsoll.core.estimation.usage;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the containers of a cluster used over a stretch of time.
 *
 * @param series ordered by who used it
 */
public record RecordedUsage(List<UsageSeries> series) {
    public RecordedUsage {
        series = List.copyOf(series);
    }

    /** The time of the first sample, in milliseconds since 1970; 0 without samples. */
    public long start() {
        return series.stream().mapToLong(each -> each.time(0)).min().orElse(0);
    }

    /** The time of the last sample, in milliseconds since 1970; 0 without samples. */
    public long end() {
        return series.stream()
                .mapToLong(each -> each.time(each.size() - 1))
                .max()
                .orElse(0);
    }

    public long samples() {
        return series.stream().mapToLong(UsageSeries::size).sum();
    }

    /** Collects samples that come in the order of time, of all containers in turn. */
    public static final class Builder {
        private static final int FEW = 16;

        private final Map<UsageSeries.Id, Growing> growing = new HashMap<>();
        private @Nullable Long origin;

        /** Of several samples of one container in one second the last counts. */
        public Builder add(UsageSeries.Id id, long time, long milliCores, long bytes) {
            var from = origin;
            if (from == null) origin = from = Math.floorDiv(time, 1000L) * 1000;
            var offset = Math.toIntExact(Math.floorDiv(time - from, 1000L));
            var cores = Math.clamp(milliCores, 0, Integer.MAX_VALUE);
            growing.computeIfAbsent(id, _ -> new Growing()).add(offset, cores, bytes);
            return this;
        }

        public RecordedUsage build() {
            var from = origin;
            if (from == null) return new RecordedUsage(List.of());
            return new RecordedUsage(growing.entrySet().stream()
                    .sorted(Map.Entry.comparingByKey())
                    .map(each -> each.getValue().build(each.getKey(), from))
                    .toList());
        }

        private static final class Growing {
            private int[] offsets = new int[FEW];
            private int[] milliCores = new int[FEW];
            private long[] bytes = new long[FEW];
            private int size;

            void add(int offset, int cores, long memory) {
                if (size > 0 && offset < offsets[size - 1]) {
                    throw new IllegalArgumentException("samples come in the order of time");
                }
                if (size == 0 || offset > offsets[size - 1]) {
                    if (size == offsets.length) grow();
                    offsets[size++] = offset;
                }
                milliCores[size - 1] = cores;
                bytes[size - 1] = memory;
            }

            private void grow() {
                var larger = size + (size >> 1);
                offsets = Arrays.copyOf(offsets, larger);
                milliCores = Arrays.copyOf(milliCores, larger);
                bytes = Arrays.copyOf(bytes, larger);
            }

            UsageSeries build(UsageSeries.Id id, long origin) {
                return new UsageSeries(
                        id,
                        origin,
                        Arrays.copyOf(offsets, size),
                        Arrays.copyOf(milliCores, size),
                        Arrays.copyOf(bytes, size));
            }
        }
    }
}
