package dev.plimsoll.core.estimation.histogram;

import java.time.Duration;

/** What histograms of one kind share: their buckets, and the time in which a weight halves. */
public record Scale(Buckets buckets, long halfLifeMillis) {
    public static final Scale CPU = new Scale(Buckets.CPU, Duration.ofHours(24));
    public static final Scale MEMORY = new Scale(Buckets.MEMORY, Duration.ofHours(24));

    public Scale {
        if (halfLifeMillis <= 0) throw new IllegalArgumentException("a half-life is longer than nothing");
    }

    public Scale(Buckets buckets, Duration halfLife) {
        this(buckets, halfLife.toMillis());
    }
}
