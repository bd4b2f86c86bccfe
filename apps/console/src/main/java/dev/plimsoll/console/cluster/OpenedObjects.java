package dev.plimsoll.console.cluster;

import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.ObjectSelection;
import dev.plimsoll.client.Page;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.ResourceList;
import dev.plimsoll.client.pace.ComponentThreads;
import dev.plimsoll.objects.ApiObject;
import dev.plimsoll.objects.ObjectKind;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The whole objects of those that somebody looks at. One is read when it is first asked for, and replaced by each version of it that the watch of all
 * brings from then on. One that nobody has asked for in a while is dropped.
 *
 * <p>Reading is a list of one name, since whoever starts the console may list and watch, and perhaps do nothing else.
 */
public final class OpenedObjects<T extends ApiObject> {
    static final int MOST = 500;
    private static final Duration KEPT = Duration.ofSeconds(30);
    private static final Duration RETRY = Duration.ofSeconds(2);
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final ApiClient client;
    private final ObjectKind<T> kind;
    private final Runnable changed;
    private final Map<ObjectName, Opened<T>> opened = new ConcurrentHashMap<>();
    /** Of the loop that asks. */
    private Instant now = Instant.MIN;

    /** @param changed is called when one has been read */
    OpenedObjects(ApiClient client, ObjectKind<T> kind, Runnable changed) {
        this.client = client.within(PATIENCE);
        this.kind = kind;
        this.changed = changed;
    }

    private static final class Opened<T> {
        private final AtomicReference<@Nullable T> object = new AtomicReference<>();
        private Instant asked = Instant.MIN;
        private Instant read = Instant.MIN;
        private volatile boolean isBeingRead;
    }

    /** Takes a version that the watch has brought, before those are told who follow it. From any thread. */
    void seen(T object) {
        var entry = opened.get(object.name());
        if (entry != null) entry.object.set(object);
    }

    /** A turn of the loop begins: what was not asked for lately is dropped. */
    void turn(Instant time) {
        now = time;
        opened.values().removeIf(entry -> entry.asked.plus(KEPT).isBefore(time));
    }

    /** The object, by the loop; empty until it has been read. Where too many are open, one more waits until another is dropped. */
    public Optional<T> find(ObjectName name) {
        if (opened.size() >= MOST && !opened.containsKey(name)) return Optional.empty();
        var entry = opened.computeIfAbsent(name, _ -> new Opened<>());
        entry.asked = now;
        var known = entry.object.get();
        if (known == null && !entry.isBeingRead && !now.isBefore(entry.read.plus(RETRY))) {
            entry.read = now;
            entry.isBeingRead = true;
            ComponentThreads.named("console-open").start(() -> read(name, entry));
        }
        return Optional.ofNullable(known);
    }

    /** What the watch has brought meanwhile is as new or newer, or will be followed by what is. */
    private void read(ObjectName name, Opened<T> entry) {
        var selection = new ObjectSelection(name.namespace(), "", "metadata.name=" + name.name());
        try {
            if (!(client.list(kind.resource(), selection, Page.ALL)
                    instanceof RequestResult.Done<ResourceList>(var list))) return; // asked for again
            for (var document : list.items()) entry.object.compareAndSet(null, kind.of(document));
            changed.run();
        } finally {
            entry.isBeingRead = false;
        }
    }

    int size() {
        return opened.size();
    }
}
