package dev.plimsoll.core.resize.eviction;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Which images a node removes: those that nobody uses, the one that was used longest ago first, until enough is free. Pinned images stay.
 *
 * @param highPercent nothing is removed for room before so much of the file system is in use; 100 for never
 * @param lowPercent how much is in use when enough was removed
 * @param minimumAge younger images stay: a pod may be about to use them
 * @param maximumAge images that nobody has used for so long are removed whatever is free; zero for never
 */
public record ImageGarbage(int highPercent, int lowPercent, Duration minimumAge, Duration maximumAge) {
    public static final ImageGarbage DEFAULT = new ImageGarbage(85, 80, Duration.ofMinutes(2), Duration.ZERO);

    /**
     * One that the runtime has.
     *
     * @param seenAt when the node first saw it
     * @param usedAt when a container last used it; when it was seen, where none has
     */
    public record Candidate(String id, long bytes, Instant seenAt, Instant usedAt, boolean isInUse, boolean isPinned) {}

    /**
     * What to do.
     *
     * @param wanted how many bytes are to be freed; 0 where there is room
     */
    public record Plan(List<Candidate> removals, long wanted) {
        public Plan {
            removals = List.copyOf(removals);
        }

        public long freed() {
            return removals.stream().mapToLong(Candidate::bytes).sum();
        }

        /** Whether less can be freed than is needed. */
        public boolean isShort() {
            return freed() < wanted;
        }
    }

    /**
     * For a file system.
     *
     * @param capacity its bytes; 0 where that is not known
     */
    public Plan plan(long capacity, long available, List<Candidate> images, Instant now) {
        var used = capacity - available;
        var isFull = capacity > 0 && highPercent < 100 && used * 100 >= capacity * highPercent;
        return removing(isFull ? Math.max(0, used - capacity * lowPercent / 100) : 0, images, now);
    }

    /** Everything that can go, whatever is in use: the node is short of room. */
    public Plan all(List<Candidate> images, Instant now) {
        return removing(Long.MAX_VALUE, images, now);
    }

    private Plan removing(long wanted, List<Candidate> images, Instant now) {
        var order = images.stream()
                .filter(image -> !image.isInUse() && !image.isPinned())
                .sorted(Comparator.comparing(Candidate::usedAt)
                        .thenComparing(Candidate::seenAt)
                        .thenComparing(Candidate::id))
                .toList();
        var removals = new ArrayList<Candidate>();
        var freed = 0L;
        for (var image : order) {
            var isOld =
                    maximumAge.isPositive() && image.usedAt().plus(maximumAge).isBefore(now);
            var isWanted = freed < wanted && !image.seenAt().plus(minimumAge).isAfter(now);
            if (!isOld && !isWanted) continue;
            removals.add(image);
            freed += image.bytes();
        }
        return new Plan(removals, wanted);
    }
}
