package dev.plimsoll.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentSkipListSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What every part of the contract begins with: a fresh store of each kind. */
@ParameterizedClass(name = "{0}")
@EnumSource(Backend.class)
@Timeout(60)
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
abstract class Contract {
    static final Duration LONG = Duration.ofSeconds(30);

    @Parameter
    Backend backend;

    @TempDir
    Path folder;

    Store store;

    private final ConcurrentSkipListSet<Long> acknowledged = new ConcurrentSkipListSet<>();

    @BeforeEach
    void openStore() {
        store = backend.open(folder);
    }

    @AfterEach
    void closeStore() {
        if (store != null) store.close();
    }

    long create(String key, String value) {
        return written(store.create(key, bytes(value)));
    }

    long replace(String key, String value, long expected) {
        return written(store.replace(key, bytes(value), expected));
    }

    long delete(String key, long expected) {
        return written(store.delete(key, expected));
    }

    /** The revision of a write that was answered as written; it is remembered. */
    long written(WriteOutcome outcome) {
        assertThat(outcome).isInstanceOf(WriteOutcome.Written.class);
        var revision = ((WriteOutcome.Written) outcome).revision();
        acknowledged.add(revision);
        return revision;
    }

    /** The revisions of all writes that were answered as written, after one of them. */
    List<Long> writtenAfter(long revision) {
        return List.copyOf(acknowledged.tailSet(revision, false));
    }

    /** A revision is the next one; on a server that is shared it may be a later one. */
    void assertNext(long revision, long before) {
        if (backend == Backend.ETCD) assertThat(revision).isGreaterThan(before);
        else assertThat(revision).isEqualTo(before + 1);
    }

    RangeResult.Page page(Range range) {
        var listing = store.list(range);
        assertThat(listing).isInstanceOf(RangeResult.Page.class);
        return (RangeResult.Page) listing;
    }

    static List<String> keys(RangeResult.Page page) {
        return page.entries().stream().map(Entry::key).toList();
    }

    /** Everything that a watch delivers up to a revision. */
    static List<StoreEvent> eventsThrough(Watch watch, long revision) throws InterruptedException {
        watch.progressTo(revision);
        var events = new ArrayList<StoreEvent>();
        while (true) {
            switch (watch.next(LONG)) {
                case Delivery.Events(var more, var through) -> {
                    events.addAll(more);
                    if (through >= revision) return events;
                }
                case Delivery.Progress(var through) -> {
                    assertThat(through).isGreaterThanOrEqualTo(revision);
                    return events;
                }
                case Delivery.Ended end -> throw new AssertionError("ended: " + end);
            }
        }
    }

    static List<Long> revisions(List<StoreEvent> events) {
        return events.stream().map(StoreEvent::revision).toList();
    }

    static Entry entry(String key, String value, long revision) {
        return new Entry(key, bytes(value), revision);
    }

    static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }
}
