package dev.plimsoll.conformance;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What the replay of one recording gave: counts, and the first lines that differ. */
public final class RecordingResult {
    private static final int SHOWN = 20;

    private final String recording;
    private int agree;
    private int differ;
    private int skipped;
    private final Map<String, Integer> divergences = new TreeMap<>();
    private final List<DifferingLine> first = new ArrayList<>();

    RecordingResult(String recording) {
        this.recording = recording;
    }

    /** A line that was decided otherwise, and how. */
    public record DifferingLine(String id, List<ReplayVerdict.Difference> differences) {}

    void count(String id, ReplayVerdict verdict) {
        switch (verdict) {
            case ReplayVerdict.Agrees _ -> agree++;
            case ReplayVerdict.Skipped _ -> skipped++;
            case ReplayVerdict.Diverges(var name, var differences) -> {
                if (KnownDivergences.names().contains(name)) divergences.merge(name, 1, Integer::sum);
                else countDifference(id, differences);
            }
            case ReplayVerdict.Differs(var differences) -> countDifference(id, differences);
        }
    }

    private void countDifference(String id, List<ReplayVerdict.Difference> differences) {
        differ++;
        if (first.size() < SHOWN) first.add(new DifferingLine(id, differences));
    }

    public String recording() {
        return recording;
    }

    public int lines() {
        return agree + differ + skipped + diverging();
    }

    public int agree() {
        return agree;
    }

    public int differ() {
        return differ;
    }

    public int skipped() {
        return skipped;
    }

    public int diverging() {
        return divergences.values().stream().mapToInt(Integer::intValue).sum();
    }

    /** Lines per named divergence. */
    public Map<String, Integer> divergences() {
        return Map.copyOf(divergences);
    }

    public List<DifferingLine> first() {
        return List.copyOf(first);
    }
}
