package dev.plimsoll.apiserver.flowcontrol;

/** How many seats a level wanted over a time: its requests that were answered, and those that waited. */
final class SeatDemand {
    private double sum;
    private double sumOfSquares;
    private long time;
    private int highest;

    /** @param envelope the average and one standard deviation more */
    record Summary(int highest, double envelope) {}

    void passed(int wanted, long nanos) {
        sum += (double) wanted * nanos;
        sumOfSquares += (double) wanted * wanted * nanos;
        time += nanos;
        reached(wanted);
    }

    void reached(int wanted) {
        if (wanted > highest) highest = wanted;
    }

    /** Sums up, and begins anew. */
    Summary summary(int wantedNow) {
        var average = time == 0 ? wantedNow : sum / time;
        var variance = time == 0 ? 0 : Math.max(0, sumOfSquares / time - average * average);
        var summary = new Summary(Math.max(highest, wantedNow), average + Math.sqrt(variance));
        sum = 0;
        sumOfSquares = 0;
        time = 0;
        highest = wantedNow;
        return summary;
    }
}
