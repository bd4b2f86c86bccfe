package dev.plimsoll.core.estimation.recommendation;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** The last step of a recommendation, in whole units of its resource. */
public sealed interface RecommendationRounding {
    RecommendationRounding NONE = new Multiple(1);

    long of(long units);

    /** Up to a multiple; 1 and less leave it. */
    record Multiple(long units) implements RecommendationRounding {
        @Override
        public long of(long amount) {
            return units <= 1 ? amount : Math.ceilDiv(amount, units) * units;
        }
    }

    /** To two decimals of the largest binary unit that is not more, which may be less than there was; then to whole bytes. */
    record Legible(Multiple first) implements RecommendationRounding {
        private static final int DECIMALS = 2;

        @Override
        public long of(long bytes) {
            var rounded = first.of(bytes);
            for (var shift = 40; shift > 0; shift -= 10) {
                var unit = 1L << shift;
                if (rounded < unit) continue;
                return new BigDecimal((double) rounded / unit)
                        .setScale(DECIMALS, RoundingMode.HALF_EVEN)
                        .multiply(BigDecimal.valueOf(unit))
                        .setScale(0, RoundingMode.CEILING)
                        .longValueExact();
            }
            return rounded;
        }
    }
}
