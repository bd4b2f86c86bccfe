package dev.plimsoll.core.estimation.report;

/**
 * What resources cost.
 *
 * @param coreHour a core for an hour
 * @param gibHour a GiB of memory for an hour
 */
public record Prices(double coreHour, double gibHour) {
    /** Only the ratio counts: a core weighs as much as eight GiB, about as clouds sell them. */
    public static final Prices WEIGHTS = new Prices(8, 1);

    private static final double HOURS_OF_MONTH = 730;

    public double month(ComputeAmounts amounts) {
        return (amounts.cores() * coreHour + amounts.gib() * gibHour) * HOURS_OF_MONTH;
    }
}
