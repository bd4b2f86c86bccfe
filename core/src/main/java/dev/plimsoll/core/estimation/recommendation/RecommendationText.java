package dev.plimsoll.core.estimation.recommendation;

import dev.plimsoll.core.estimation.Compute;
import java.math.BigDecimal;
import java.math.RoundingMode;

/** An amount as people read it in a table: memory in whole Mi, rounded up, or in tenths of a Gi where it is large. */
public final class RecommendationText {
    private static final long MEBI = 1L << 20;
    private static final long GIBI = 1L << 30;
    private static final long LARGE = 10 * GIBI;

    private RecommendationText() {}

    public static String of(Compute compute, long units) {
        if (compute == Compute.CPU) return compute.quantity(units).toString();
        if (units < LARGE) return Math.ceilDiv(units, MEBI) + "Mi";
        var tenths = BigDecimal.valueOf(units).divide(BigDecimal.valueOf(GIBI), 1, RoundingMode.CEILING);
        return tenths.stripTrailingZeros().toPlainString() + "Gi";
    }
}
