package dev.plimsoll.client.events;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.client.pace.TokenBucket;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/**
 * Decides which occurrences are one event, with the numbers of Kubernetes' own recorder.
 *
 * <ol>
 *   <li>More than 10 messages with the same object and reason within 10 minutes become one event.
 *   <li>What is the same but for its time counts up the event before.
 *   <li>About one object 25 events may come at once, then one in 5 minutes.
 * </ol>
 */
final class EventCorrelation {
    static final String COMBINED = "(combined from similar events): ";
    private static final int MOST_MESSAGES = 10;
    private static final Duration AGGREGATION_WINDOW = Duration.ofMinutes(10);
    private static final int BURST = 25;
    private static final double PER_SECOND = 1.0 / 300;

    private final EventSource source;
    private final Time time;
    private final RecentEntries<Group> groups = new RecentEntries<>();
    private final RecentEntries<Written> written = new RecentEntries<>();
    private final RecentEntries<TokenBucket> buckets = new RecentEntries<>();

    EventCorrelation(EventSource source, Time time) {
        this.source = source;
        this.time = time;
    }

    /** Messages that differ only among themselves; most often there is one. */
    private record Group(List<EventKey> messages, Instant last) {
        Group {
            messages = List.copyOf(messages);
        }
    }

    /** An event that the server has. */
    private record Written(ObjectName name, Instant first, int count) {}

    EventWrite correlate(Occurrence occurrence) {
        var similar = key(occurrence, "");
        var combined = messages(similar, occurrence) > MOST_MESSAGES;
        var message = combined ? COMBINED + occurrence.message() : occurrence.message();
        var key = combined ? similar : key(occurrence, occurrence.message());
        if (!bucket(occurrence).tryTake()) return new EventWrite.Drop();

        var before = written.get(key);
        if (before == null) return new EventWrite.Create(key, event(occurrence, message, occurrence.at(), 1));
        var count = before.count() + 1;
        var patch = ClientJson.object()
                .put("count", count)
                .put("lastTimestamp", seconds(occurrence.at()))
                .put("message", message);
        return new EventWrite.CountUp(key, before.name(), patch, event(occurrence, message, before.first(), count));
    }

    /** The server has this event now. */
    void wrote(EventKey key, ObjectNode event, Occurrence occurrence) {
        var before = written.get(key);
        var first = before == null ? occurrence.at() : before.first();
        written.put(
                key,
                new Written(ObjectName.of(event), first, event.path("count").asInt(1)));
    }

    /** How many messages there are with this one. One above what counts alone is remembered: bounded, and combined until it is quiet. */
    private int messages(EventKey similar, Occurrence occurrence) {
        var group = groups.get(similar);
        var isFresh = group != null && !group.last().plus(AGGREGATION_WINDOW).isBefore(occurrence.at());
        var messages = new ArrayList<>(group != null && isFresh ? group.messages() : List.<EventKey>of());
        var message = EventKey.of(occurrence.message());
        if (!messages.contains(message)) messages.add(message);
        var count = messages.size();
        if (count > MOST_MESSAGES) messages.removeFirst();
        groups.put(similar, new Group(messages, occurrence.at()));
        return count;
    }

    private TokenBucket bucket(Occurrence occurrence) {
        var about = occurrence.about();
        var key = EventKey.of(about.kind(), about.namespace(), about.name(), about.uid(), about.apiVersion());
        return buckets.computeIfAbsent(key, _ -> new TokenBucket(PER_SECOND, BURST, time));
    }

    private EventKey key(Occurrence occurrence, String message) {
        var about = occurrence.about();
        return EventKey.of(
                about.kind(),
                about.namespace(),
                about.name(),
                about.uid(),
                about.apiVersion(),
                about.fieldPath(),
                occurrence.type().text(),
                occurrence.reason(),
                message);
    }

    private ObjectNode event(Occurrence occurrence, String message, Instant first, int count) {
        var about = occurrence.about();
        var event = ClientJson.object().put("apiVersion", "v1").put("kind", "Event");
        event.withObject("/metadata").put("name", name(occurrence)).put("namespace", namespace(about));
        event.set("involvedObject", about.reference());
        event.put("reason", occurrence.reason())
                .put("message", message)
                .put("type", occurrence.type().text())
                .put("firstTimestamp", seconds(first))
                .put("lastTimestamp", seconds(occurrence.at()))
                .put("count", count)
                .put("reportingComponent", source.component())
                .put("reportingInstance", source.host());
        var from = event.withObject("/source").put("component", source.component());
        if (!source.host().isEmpty()) from.put("host", source.host());
        return event;
    }

    private static String name(Occurrence occurrence) {
        var at = occurrence.at();
        return occurrence.about().name() + "." + Long.toHexString(at.getEpochSecond() * 1_000_000_000 + at.getNano());
    }

    private static String namespace(About about) {
        return about.namespace().isEmpty() ? "default" : about.namespace();
    }

    private static String seconds(Instant instant) {
        return instant.truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
