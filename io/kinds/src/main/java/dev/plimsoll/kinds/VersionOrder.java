package dev.plimsoll.kinds;

import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;

/** Which of several versions of a group clients should prefer: stable before beta before alpha, later before earlier. */
public final class VersionOrder {
    private static final Pattern VERSION = Pattern.compile("v([1-9][0-9]{0,8})(?:(alpha|beta)([1-9][0-9]{0,8}))?");
    private static final List<String> STAGES = List.of("alpha", "beta", "");

    private record Rank(int stage, int major, int minor) {}

    public static final Comparator<String> PREFERRED_FIRST = Comparator.comparing(
                    VersionOrder::rank,
                    Comparator.comparingInt(Rank::stage)
                            .thenComparingInt(Rank::major)
                            .thenComparingInt(Rank::minor)
                            .reversed())
            .thenComparing(Comparator.naturalOrder());

    private VersionOrder() {}

    /** Names that do not look like versions come last. */
    private static Rank rank(String version) {
        var matcher = VERSION.matcher(version);
        if (!matcher.matches()) return new Rank(-1, 0, 0);
        var stage = matcher.group(2) == null ? "" : matcher.group(2);
        var minor = matcher.group(3) == null ? 0 : Integer.parseInt(matcher.group(3));
        return new Rank(STAGES.indexOf(stage), Integer.parseInt(matcher.group(1)), minor);
    }
}
