package dev.plimsoll.cli.why;

import dev.plimsoll.objects.event.EventObject;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;

/**
 * Events about one object that differ in the names that they quote, as when a controller tries again with another name.
 *
 * @param last the latest of them
 * @param times how often they happened
 */
record SimilarEvents(EventObject last, int times) {
    private static final String COMBINED = "(combined from similar events): ";

    /** By the time at which each happened last, the latest at the end. */
    static List<SimilarEvents> of(List<EventObject> events) {
        var groups = new LinkedHashMap<List<String>, SimilarEvents>();
        for (var event : events) {
            groups.merge(
                    List.of(event.aboutUid(), event.type(), event.reason(), pattern(event.message())),
                    new SimilarEvents(event, Math.max(1, event.count())),
                    SimilarEvents::and);
        }
        var all = new ArrayList<>(groups.values());
        all.sort(Comparator.comparing(group -> group.last().lastTime()));
        return all;
    }

    private SimilarEvents and(SimilarEvents other) {
        var later = other.last.lastTime().isBefore(last.lastTime()) ? last : other.last;
        return new SimilarEvents(later, times + other.times);
    }

    /** Without what is different from one to the next. */
    private static String pattern(String message) {
        var text = message.startsWith(COMBINED) ? message.substring(COMBINED.length()) : message;
        return text.replaceAll("\"[^\"]*\"", "\"\"");
    }

    String message() {
        var text = last.message().startsWith(COMBINED) ? last.message().substring(COMBINED.length()) : last.message();
        return text + (times > 1 ? " (" + times + " times)" : "");
    }
}
