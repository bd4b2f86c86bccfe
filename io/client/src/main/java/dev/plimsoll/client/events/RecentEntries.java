package dev.plimsoll.client.events;

import java.util.LinkedHashMap;
import java.util.Map;

/** The entries that were used last, up to a bound. */
final class RecentEntries<V> extends LinkedHashMap<EventKey, V> {
    private static final long serialVersionUID = 1;
    private static final int MOST = 4096;

    RecentEntries() {
        super(64, 0.75f, true);
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<EventKey, V> eldest) {
        return size() > MOST;
    }
}
