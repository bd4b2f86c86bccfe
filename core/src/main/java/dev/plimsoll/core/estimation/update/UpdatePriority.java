package dev.plimsoll.core.estimation.update;

import dev.plimsoll.core.estimation.Compute;
import java.util.Comparator;
import java.util.List;

/**
 * How urgent it is to change a pod.
 *
 * @param scalesUp something would get more
 * @param isOutside some request is outside the range that would do
 * @param difference the change of each resource as a part of what is requested, summed
 */
public record UpdatePriority(boolean scalesUp, boolean isOutside, double difference) {
    /** The most urgent first: pods that need more, then the largest changes. */
    public static final Comparator<UpdatePriority> MOST_URGENT_FIRST = Comparator.comparing(UpdatePriority::scalesUp)
            .thenComparingDouble(UpdatePriority::difference)
            .reversed();

    public static UpdatePriority of(PodMeasures measures) {
        var up = false;
        var outside = false;
        for (var measure : measures.all()) {
            for (var compute : Compute.ALL) {
                if (!measure.names(compute)) continue;
                up |= measure.scalesUp(compute);
                outside |= measure.isOutside(compute);
            }
        }
        var pod = measures.pod().map(whole -> difference(List.of(whole))).orElse(0.0);
        return new UpdatePriority(up, outside, Math.max(pod, difference(measures.containers())));
    }

    private static double difference(List<Measure> measures) {
        var sum = 0.0;
        for (var compute : Compute.ALL) {
            var requested = 0.0;
            var applied = 0.0;
            for (var measure : measures) {
                if (!measure.names(compute)) continue;
                requested += measure.requested()
                        .amount(compute.resource())
                        .toBigDecimal()
                        .doubleValue();
                applied += measure.applied()
                        .amount(compute.resource())
                        .toBigDecimal()
                        .doubleValue();
            }
            sum += Math.abs(requested - applied) / Math.max(requested, 0.001);
        }
        return sum;
    }
}
