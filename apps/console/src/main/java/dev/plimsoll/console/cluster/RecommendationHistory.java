package dev.plimsoll.console.cluster;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Recommendations over time, a ring for each series: a point at each change of a recommendation, and every half minute for the use. */
public final class RecommendationHistory {
    static final int MOST_POINTS = 500;
    static final int MOST_SERIES = 2_000;
    private static final Duration USE_EVERY = Duration.ofSeconds(30);

    private final Map<RecommendationSeries, Deque<RecommendationPoint>> rings = new LinkedHashMap<>();

    /** Whether the point was taken. */
    boolean add(RecommendationSeries series, RecommendationPoint point) {
        var ring = rings.get(series);
        if (ring == null) {
            if (rings.size() >= MOST_SERIES) return false;
            ring = new ArrayDeque<>();
            rings.put(series, ring);
        }
        var last = ring.peekLast();
        if (last != null
                && point.recommendsAs(last)
                && point.when().isBefore(last.when().plus(USE_EVERY))) return false;
        ring.addLast(point);
        if (ring.size() > MOST_POINTS) ring.removeFirst();
        return true;
    }

    /** Takes back a point that was kept. */
    void restore(RecommendationSeries series, RecommendationPoint point) {
        if (!rings.containsKey(series) && rings.size() >= MOST_SERIES) return;
        var ring = rings.computeIfAbsent(series, _ -> new ArrayDeque<>());
        ring.addLast(point);
        if (ring.size() > MOST_POINTS) ring.removeFirst();
    }

    /** Drops what belongs to autoscalers that are gone. */
    void retain(Collection<RecommendationSeries> known) {
        rings.keySet().retainAll(known);
    }

    Collection<RecommendationSeries> series() {
        return List.copyOf(rings.keySet());
    }

    /** The oldest first. */
    public List<RecommendationPoint> points(RecommendationSeries series) {
        var ring = rings.get(series);
        return ring == null ? List.of() : new ArrayList<>(ring);
    }
}
