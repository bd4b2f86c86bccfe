package dev.plimsoll.cli.simulate.report;

import dev.plimsoll.cli.simulate.cluster.Doubt;
import dev.plimsoll.core.prediction.PodFate;
import dev.plimsoll.core.prediction.PodOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * How far an answer can be relied on.
 *
 * @param because ids of what it depends on
 */
record Certainty(Level level, List<String> because) {
    enum Level {
        /** It follows from the snapshot alone. */
        EXACT,
        ASSUMED,
        UNKNOWN
    }

    Certainty {
        because = List.copyOf(because);
    }

    /** @param doubts of the whole simulation */
    static Certainty of(PodFate fate, List<Doubt> doubts) {
        var because = new ArrayList<String>();
        var isUnknown = fate.ending() instanceof PodOutcome.Unknown;
        for (var doubt : doubts) {
            var counts = switch (doubt) {
                case VOLUMES, DEVICES -> fate.doubts().contains(doubt.id());
                case WEBHOOKS, SERVICE_ACCOUNTS -> fate.isMade();
                case LIKE_FOR_LIKE -> fate.isMade() && !fate.replaces().isEmpty();
                case OTHER_SCHEDULER -> isUnknown;
                case READY -> fate.isMade();
                case SCHEDULER, NODE_MANAGERS, ASSIGNED_CPUS, ONE_ZONE -> !(fate.ending() instanceof PodOutcome.Gone);
                case AUTOSCALERS, CRON_JOBS, TIME, TEMPLATES, SAME_AMOUNTS, RECORDED_USE, SHARED_LOAD, OTHER_METRICS ->
                    false;
            };
            if (!counts) continue;
            because.add(doubt.id());
            isUnknown |= doubt.isUnknown();
        }
        if (isUnknown) return new Certainty(Level.UNKNOWN, because);
        return new Certainty(because.isEmpty() ? Level.EXACT : Level.ASSUMED, because);
    }

    String text() {
        return level.name().toLowerCase(Locale.ROOT);
    }
}
