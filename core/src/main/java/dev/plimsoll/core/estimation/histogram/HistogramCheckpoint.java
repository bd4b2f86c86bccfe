package dev.plimsoll.core.estimation.histogram;

import java.util.Comparator;
import java.util.List;

/**
 * A histogram as it is stored: the weights of its buckets to each other, and their sum.
 *
 * @param reference milliseconds since 1970 at which a weight of one weighs one
 */
public record HistogramCheckpoint(long reference, List<BucketWeight> bucketWeights, double totalWeight) {
    static final Comparator<BucketWeight> BY_BUCKET = Comparator.comparingInt(BucketWeight::bucket);

    public HistogramCheckpoint {
        bucketWeights = List.copyOf(bucketWeights);
    }

    /** One bucket that is not empty. */
    public record BucketWeight(int bucket, long weight) {}
}
