package dev.plimsoll.console.cluster;

import dev.plimsoll.client.ObjectName;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Resizes that the console has seen: those on their way with their beginning, and the last ones that ended. */
public final class ResizeHistory {
    private static final int MOST = 500;

    private record Open(Instant asked, PodFacts before) {}

    private final Map<ObjectName, Open> open = new HashMap<>();
    private final Deque<FinishedResize> finished = new ArrayDeque<>();
    private final Deque<RecentChange> changes = new ArrayDeque<>();
    private long revision;

    /** Takes note of how a pod has changed; null where it is new or gone. */
    void podChanged(@Nullable PodFacts before, @Nullable PodFacts now, DirtyObjects.Times times) {
        if (now == null) {
            if (before != null) open.remove(before.name());
            return;
        }
        if (before == null || !before.uid().equals(now.uid())) {
            open.remove(now.name());
            return;
        }
        if (now.ooms() > before.ooms()) note(times.last(), now.name(), RecentChange.Kind.OOM, "ran out of memory");
        if (now.restarts() > before.restarts())
            note(times.last(), now.name(), RecentChange.Kind.RESTART, "restarted (" + now.restarts() + " in all)");
        if (now.status().equals("Evicted") && !before.status().equals("Evicted"))
            note(times.last(), now.name(), RecentChange.Kind.EVICTION, "evicted");
        resized(before, now, times);
    }

    private void resized(PodFacts before, PodFacts now, DirtyObjects.Times times) {
        if (before.node().isEmpty()) return;
        if (!now.asksTheSameAs(before)) {
            open.putIfAbsent(now.name(), new Open(times.first(), before));
            note(times.first(), now.name(), RecentChange.Kind.RESIZE, "resize asked for");
        }
        if (!now.resize().isEmpty() && !now.resize().equals(before.resize()))
            note(times.last(), now.name(), RecentChange.Kind.RESIZE, "resize " + now.resize());
        var begun = open.get(now.name());
        if (begun == null || now.isResizing()) return;
        open.remove(now.name());
        var was = begun.before();
        if (was.asksTheSameAs(now)) return; // taken back
        add(
                finished,
                new FinishedResize(
                        now.name(),
                        now.node(),
                        begun.asked(),
                        times.last(),
                        was.cpu().desired(),
                        now.cpu().desired(),
                        was.memory().desired(),
                        now.memory().desired()));
        note(times.last(), now.name(), RecentChange.Kind.RESIZE, "resize done");
    }

    void nodeChanged(@Nullable NodeFigures before, @Nullable NodeFigures now, Instant when) {
        if (before == null || now == null || before.isReady() == now.isReady()) return;
        note(when, ObjectName.ofCluster(now.name()), RecentChange.Kind.NODE, now.isReady() ? "ready" : "not ready");
    }

    private void note(Instant when, ObjectName object, RecentChange.Kind kind, String text) {
        add(changes, new RecentChange(when, object, kind, text));
    }

    private <T> void add(Deque<T> ring, T entry) {
        revision++;
        ring.addFirst(entry);
        if (ring.size() > MOST) ring.removeLast();
    }

    /** Takes back a resize that was kept, after those that are newer. */
    void restore(FinishedResize kept) {
        if (finished.size() < MOST) finished.addLast(kept);
    }

    /** Takes back a change that was kept, after those that are newer. */
    void restore(RecentChange kept) {
        if (changes.size() < MOST) changes.addLast(kept);
    }

    /** Grows with each entry. */
    long revision() {
        return revision;
    }

    /** When a resize that is on its way was asked for, as far as it was seen; null otherwise. */
    public @Nullable Instant askedOrNull(ObjectName pod) {
        var begun = open.get(pod);
        return begun == null ? null : begun.asked();
    }

    /** The newest first. */
    public List<FinishedResize> finished() {
        return new ArrayList<>(finished);
    }

    /** The newest first. */
    public List<RecentChange> changes() {
        return new ArrayList<>(changes);
    }
}
