package dev.plimsoll.simulation.cluster;

import java.util.ArrayList;
import java.util.List;

/** What programs report as their own mistakes. */
final class Defects {
    private final List<String> found = new ArrayList<>();

    void add(String where, RuntimeException exception) {
        if (hasDied(exception)) return;
        var at = exception.getStackTrace().length == 0 ? "" : " at " + exception.getStackTrace()[0];
        found.add("defect: " + where + ": " + exception + at);
    }

    void add(String what) {
        found.add(what);
    }

    private static boolean hasDied(Throwable thrown) {
        for (var cause = thrown; cause != null; cause = cause.getCause()) if (cause instanceof Died) return true;
        return false;
    }

    List<String> found() {
        return found;
    }
}
