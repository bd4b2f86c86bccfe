package dev.plimsoll.apiserver.request;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** One entry of an {@code Accept} header. */
public record MediaRange(String type, Map<String, String> parameters) {
    /** Clients of a kind all send the same; what else is sent is read each time. */
    private static final int MOST_KEPT = 500;

    private static final int LONGEST_KEPT = 300;
    private static final Map<String, List<MediaRange>> KEPT = new ConcurrentHashMap<>();

    /** Those that are acceptable at all, the preferred ones first; those of the same quality in the order of the header. */
    public static List<MediaRange> parse(String accept) {
        var known = KEPT.get(accept);
        if (known != null) return known;
        var ranges = List.copyOf(parsed(accept));
        if (accept.length() <= LONGEST_KEPT && KEPT.size() < MOST_KEPT) KEPT.put(accept, ranges);
        return ranges;
    }

    private static List<MediaRange> parsed(String accept) {
        var ranges = new ArrayList<MediaRange>();
        for (var entry : accept.split(",", -1)) {
            if (entry.isBlank()) continue;
            var parts = entry.split(";", -1);
            var parameters = new HashMap<String, String>();
            for (var i = 1; i < parts.length; i++) {
                var equals = parts[i].indexOf('=');
                if (equals > 0)
                    parameters.put(
                            parts[i].substring(0, equals).strip(),
                            parts[i].substring(equals + 1).strip());
            }
            ranges.add(new MediaRange(parts[0].strip().toLowerCase(Locale.ROOT), parameters));
        }
        ranges.removeIf(range -> range.quality() <= 0);
        ranges.sort(Comparator.comparingDouble(MediaRange::quality).reversed());
        return ranges;
    }

    public MediaRange {
        parameters = Map.copyOf(parameters);
    }

    String parameter(String name) {
        return parameters.getOrDefault(name, "");
    }

    public boolean isJson() {
        return type.equals("application/json") || type.equals("*/*") || type.equals("application/*");
    }

    /** Between 0 and 1; what is no number counts as nothing said. */
    private double quality() {
        try {
            return Math.clamp(Double.parseDouble(parameters.getOrDefault("q", "1")), 0, 1);
        } catch (NumberFormatException _) {
            return 1;
        }
    }
}
