package dev.plimsoll.apiserver.http;

import dev.plimsoll.apiserver.storage.StoredJson;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.builtin.Kinds;
import dev.plimsoll.kinds.discovery.BackendVersion;
import dev.plimsoll.kinds.discovery.Discovery;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** The pages that tell of all kinds at once, made anew only when kinds or servers behind this one change: controllers ask for them twice a minute. */
final class DiscoveryPages {
    private final Kinds kinds;
    private final Supplier<List<BackendVersion>> backends;
    private final Discovery discovery;
    private final Map<Asked, Page> pages = new ConcurrentHashMap<>();

    DiscoveryPages(Kinds kinds, Supplier<List<BackendVersion>> backends, Discovery discovery) {
        this.kinds = kinds;
        this.backends = backends;
        this.discovery = discovery;
    }

    private record Asked(boolean isCore, String version) {}

    @SuppressWarnings("ArrayRecordComponent")
    private record Page(List<Kind> kinds, List<BackendVersion> backends, byte[] bytes) {
        boolean isOf(List<Kind> kindsNow, List<BackendVersion> backendsNow) {
            return kinds.equals(kindsNow) && backends.equals(backendsNow);
        }
    }

    byte[] aggregated(boolean isCore, String version) {
        var asked = new Asked(isCore, version);
        // Read before the page is made: what changes meanwhile makes the next one.
        var kindsNow = kinds.all();
        var backendsNow = backends.get();
        var known = pages.get(asked);
        if (known != null && known.isOf(kindsNow, backendsNow)) return known.bytes();
        var bytes = StoredJson.bytes(discovery.aggregated(isCore, version));
        pages.put(asked, new Page(kindsNow, backendsNow, bytes));
        return bytes;
    }
}
