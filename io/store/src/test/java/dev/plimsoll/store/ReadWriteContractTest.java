package dev.plimsoll.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Reads, writes, lists and compaction: a test for each sentence of {@link Store}. */
class ReadWriteContractTest extends Contract {
    @Test
    @DisplayName("a new store is at revision 1 or later and holds nothing")
    void fresh() {
        assertThat(store.revision()).isGreaterThanOrEqualTo(1);
        assertThat(store.count("")).isZero();
        assertThat(page(Range.of("")).entries()).isEmpty();
    }

    @Test
    @DisplayName("each write takes the next revision, a refused one takes none")
    void revisions() {
        var before = store.revision();
        var first = create("a", "1");
        assertNext(first, before);
        store.create("a", bytes("2"));
        store.replace("a", bytes("2"), first + 7);
        store.delete("nothing", 5);
        assertThat(store.revision()).isEqualTo(first);
        var second = replace("a", "2", first);
        assertNext(second, first);
        var third = delete("a", second);
        assertNext(third, second);
        assertThat(store.revision()).isEqualTo(third);
    }

    @Test
    @DisplayName("get sees every write that was answered before")
    void get() {
        assertThat(store.get("a")).isEqualTo(new Lookup.Absent(store.revision()));
        var first = create("a", "1");
        assertThat(store.get("a")).isEqualTo(new Lookup.Found(entry("a", "1", first), first));
        var other = create("b", "x");
        assertThat(store.get("a")).isEqualTo(new Lookup.Found(entry("a", "1", first), other));
        var gone = delete("a", first);
        assertThat(store.get("a")).isEqualTo(new Lookup.Absent(gone));
    }

    @Test
    @DisplayName("get at a revision shows what the key held then")
    void getAtRevision() {
        var first = create("a", "1");
        var second = replace("a", "2", first);
        var gone = delete("a", second);
        var again = create("a", "3");
        assertThat(store.get("a", first)).isEqualTo(new Lookup.Found(entry("a", "1", first), first));
        assertThat(store.get("a", second)).isEqualTo(new Lookup.Found(entry("a", "2", second), second));
        assertThat(store.get("a", gone)).isEqualTo(new Lookup.Absent(gone));
        assertThat(store.get("a", again)).isEqualTo(new Lookup.Found(entry("a", "3", again), again));
        assertThat(store.get("a", again + 1)).isEqualTo(new Lookup.Ahead(again));
    }

    @Test
    @DisplayName("a witness is written in the same step, not before its key")
    void fencingKey() {
        var first = create("a", "1");
        var second = written(store.replace("a", bytes("2"), first, new FencingKey("w", 0)));
        var witnessed = ((Lookup.Found) store.get("w")).entry();
        assertThat(witnessed.value()).isEmpty();
        assertThat(witnessed.modRevision()).isGreaterThanOrEqualTo(second);
        assertThat(store.get("a", second)).isEqualTo(new Lookup.Found(entry("a", "2", second), second));
        var third = written(store.replace("a", bytes("3"), second, new FencingKey("w", witnessed.modRevision())));
        written(store.replace("a", bytes("4"), third, FencingKey.touched("w")));
        assertThat(((Lookup.Found) store.get("w")).entry().modRevision()).isGreaterThan(witnessed.modRevision());
    }

    @Test
    @DisplayName("a witness may hold bytes, which are written with the key or not at all")
    void witnessWithBytes() {
        var first = create("a", "1");
        written(store.replace("a", bytes("2"), first, FencingKey.holding("w", bytes("beside"))));
        assertThat(((Lookup.Found) store.get("w")).entry().value()).isEqualTo(bytes("beside"));
        assertThat(store.replace("a", bytes("3"), first, FencingKey.holding("w", bytes("late"))))
                .isInstanceOf(WriteOutcome.Conflict.class);
        assertThat(((Lookup.Found) store.get("w")).entry().value()).isEqualTo(bytes("beside"));
    }

    @Test
    @DisplayName("a witness that was written since refuses the write, and nothing is written")
    void witnessMoved() {
        var first = create("a", "1");
        var witnessed = create("w", "");
        var before = store.revision();
        assertThat(store.replace("a", bytes("2"), first, new FencingKey("w", 0)))
                .isEqualTo(new WriteOutcome.WitnessMoved(witnessed));
        assertThat(store.replace("a", bytes("2"), first, new FencingKey("v", witnessed)))
                .isEqualTo(new WriteOutcome.WitnessMoved(0));
        assertThat(store.replace("a", bytes("2"), first + 9, new FencingKey("w", witnessed)))
                .isEqualTo(new WriteOutcome.Conflict(entry("a", "1", first)));
        assertThat(store.replace("b", bytes("2"), first, new FencingKey("w", witnessed)))
                .isInstanceOf(WriteOutcome.NotFound.class);
        assertThat(store.revision()).isEqualTo(before);
        assertThat(store.get("a")).isEqualTo(new Lookup.Found(entry("a", "1", first), before));
    }

    @Test
    @DisplayName("create answers Conflict with what the key holds")
    void createConflict() {
        var first = create("a", "1");
        assertThat(store.create("a", bytes("2"))).isEqualTo(new WriteOutcome.Conflict(entry("a", "1", first)));
        var second = replace("a", "2", first);
        assertThat(store.create("a", bytes("3"))).isEqualTo(new WriteOutcome.Conflict(entry("a", "2", second)));
    }

    @Test
    @DisplayName("a key can be created again after it was removed, and its old revision does not fit it")
    void createAgain() {
        var first = create("a", "1");
        delete("a", first);
        var again = create("a", "2");
        assertThat(store.replace("a", bytes("3"), first)).isEqualTo(new WriteOutcome.Conflict(entry("a", "2", again)));
    }

    @Test
    @DisplayName("replace and delete answer Conflict with what the key holds, or NotFound")
    void changeRefused() {
        var first = create("a", "1");
        var second = replace("a", "2", first);
        assertThat(store.replace("a", bytes("3"), first)).isEqualTo(new WriteOutcome.Conflict(entry("a", "2", second)));
        assertThat(store.delete("a", first)).isEqualTo(new WriteOutcome.Conflict(entry("a", "2", second)));
        assertThat(store.replace("b", bytes("1"), second)).isEqualTo(new WriteOutcome.NotFound(second));
        assertThat(store.delete("b", second)).isEqualTo(new WriteOutcome.NotFound(second));
        var gone = delete("a", second);
        assertThat(store.replace("a", bytes("3"), second)).isEqualTo(new WriteOutcome.NotFound(gone));
        assertThat(store.delete("a", second)).isEqualTo(new WriteOutcome.NotFound(gone));
    }

    @Test
    @DisplayName("writing the same bytes again is a write")
    void sameBytes() {
        var first = create("a", "1");
        assertNext(replace("a", "1", first), first);
    }

    @Test
    @DisplayName("a value may be empty, and may be large")
    void sizes() {
        var empty = create("empty", "");
        assertThat(store.get("empty")).isEqualTo(new Lookup.Found(entry("empty", "", empty), empty));
        var large = "x".repeat(1_000_000);
        var revision = create("large", large);
        assertThat(store.get("large")).isEqualTo(new Lookup.Found(entry("large", large, revision), revision));
    }

    @Test
    @DisplayName("a list has the keys with the prefix, in the order of code points")
    void list() {
        var spelled = List.of("p/", "p/A", "p/a", "p/a/b", "p/ab", "p/\u00e9", "p/\uff5e", "p/\ud83d\ude00");
        spelled.reversed().forEach(key -> create(key, key));
        create("o/z", "before");
        create("p", "before too");
        var last = create("q/a", "after");
        var page = page(Range.of("p/"));
        assertThat(keys(page)).isEqualTo(spelled);
        assertThat(page.revision()).isEqualTo(last);
        assertThat(page.remaining()).isZero();
        assertThat(page.next()).isEqualTo(Optional.empty());
        assertThat(keys(page(Range.of(""))))
                .hasSize(spelled.size() + 3)
                .startsWith("o/z", "p")
                .endsWith("q/a");
        assertThat(page(Range.of("nothing")).entries()).isEmpty();
        assertThat(store.count("p/")).isEqualTo(8);
        assertThat(store.count("p/a")).isEqualTo(3);
        assertThat(store.count("")).isEqualTo(11);
    }

    @Test
    @DisplayName("pages of one list are all read at one revision, whatever is written meanwhile")
    void pages() {
        for (var i = 0; i < 10; i++) create("p/" + i, "v");
        var range = Optional.of(Range.of("p/").limitedTo(4));
        var seen = new ArrayList<String>();
        var remaining = new ArrayList<Long>();
        var at = store.revision();
        for (var turn = 0; range.isPresent(); turn++) {
            var page = page(range.get());
            assertThat(page.revision()).isEqualTo(at);
            seen.addAll(keys(page));
            remaining.add(page.remaining());
            range = page.next();
            create("p/" + turn + "-new", "v");
            var last = page.entries().getLast();
            delete(last.key(), last.modRevision());
        }
        assertThat(seen).containsExactly("p/0", "p/1", "p/2", "p/3", "p/4", "p/5", "p/6", "p/7", "p/8", "p/9");
        assertThat(remaining).containsExactly(6L, 2L, 0L);
        assertThat(keys(page(Range.of("p/"))))
                .containsExactly("p/0", "p/0-new", "p/1", "p/1-new", "p/2", "p/2-new", "p/4", "p/5", "p/6", "p/8");
        assertThat(store.list(Range.of("p/").at(at + 1000))).isEqualTo(new RangeResult.Ahead(store.revision()));
    }

    @Test
    @DisplayName("a list of thousands is complete, at one revision")
    void manyEntries() {
        IntStream.range(0, 2500).parallel().forEach(i -> create("p/%05d".formatted(i), "value " + i));
        var page = page(Range.of("p/"));
        assertThat(page.entries()).hasSize(2500).isSortedAccordingTo((a, b) -> Keys.ORDER.compare(a.key(), b.key()));
        assertThat(page.entries().get(1234).value()).isEqualTo(bytes("value 1234"));
    }

    @Test
    @DisplayName("compaction makes a revision the oldest, and what each key holds at it stays")
    void compact() {
        var a1 = create("a", "1");
        var b1 = create("b", "1");
        var a2 = replace("a", "2", a1);
        var b2 = delete("b", b1);
        var c1 = create("c", "1");
        var a3 = replace("a", "3", a2);
        assertThat(store.compact(b2)).isEqualTo(new Compaction.Done(b2));
        assertThat(store.get("a", a2)).isEqualTo(new Lookup.Compacted(b2));
        assertThat(store.list(Range.of("").at(b1))).isEqualTo(new RangeResult.Compacted(b2));
        assertThat(store.get("a", b2)).isEqualTo(new Lookup.Found(entry("a", "2", a2), b2));
        assertThat(store.get("b", b2)).isEqualTo(new Lookup.Absent(b2));
        assertThat(keys(page(Range.of("").at(b2)))).containsExactly("a");
        assertThat(page(Range.of("")).entries()).containsExactly(entry("a", "3", a3), entry("c", "1", c1));
        assertThat(store.revision()).isGreaterThanOrEqualTo(a3);
    }

    @Test
    @DisplayName("compaction to the oldest or before does nothing, and to a revision not reached is refused")
    void compactRefused() {
        var a1 = create("a", "1");
        var a2 = replace("a", "2", a1);
        assertThat(store.compact(a2 + 1000)).isInstanceOf(Compaction.Ahead.class);
        assertThat(store.compact(a2)).isEqualTo(new Compaction.Done(a2));
        assertThat(store.compact(a2)).isEqualTo(new Compaction.Already(a2));
        assertThat(store.compact(a1)).isEqualTo(new Compaction.Already(a2));
        var gone = delete("a", a2);
        assertThat(store.compact(gone)).isEqualTo(new Compaction.Done(gone));
        assertNext(create("a", "3"), gone);
    }

    @Test
    @DisplayName("a continued list whose revision was compacted says so")
    void compactedBetweenPages() {
        for (var i = 0; i < 5; i++) create("p/" + i, "v");
        var next = page(Range.of("p/").limitedTo(2)).next().orElseThrow();
        var later = create("q", "v");
        store.compact(later);
        assertThat(store.list(next)).isEqualTo(new RangeResult.Compacted(later));
    }

    @Test
    @DisplayName("what cannot be a key, a range or a revision is the caller's mistake")
    void mistakes() {
        for (var key : List.of("", "a\0b", "half \ud83d pair", "\ude00"))
            assertThatThrownBy(() -> store.create(key, bytes("v"))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> store.get("")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> store.get("a", 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> store.replace("a", bytes("v"), 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> store.delete("a", -1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> store.compact(0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Range.of("p").after("a")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Range.of("p").limitedTo(-1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    @DisplayName("an interrupt does not disturb a write, and is kept")
    void interrupted() {
        Thread.currentThread().interrupt();
        var outcome = store.create("a", bytes("1"));
        assertThat(Thread.interrupted()).isTrue();
        assertThat(store.get("a")).isEqualTo(new Lookup.Found(entry("a", "1", written(outcome)), written(outcome)));
    }

    @Test
    @DisplayName("after close a write is not written, and every other call says that the store is closed")
    void closed() {
        create("a", "1");
        store.close();
        store.close();
        assertThat(store.create("b", bytes("1")))
                .isInstanceOfSatisfying(
                        WriteOutcome.NotWritten.class,
                        it -> assertThat(it.problem()).isEqualTo(StoreProblem.CLOSED));
        assertThat(store.delete("a", 2)).isInstanceOf(WriteOutcome.NotWritten.class);
        assertClosed(() -> store.get("a"));
        assertClosed(() -> store.list(Range.of("")));
        assertClosed(() -> store.count(""));
        assertClosed(() -> store.revision());
        assertClosed(() -> store.compact(1));
        assertClosed(() -> store.watch("", 1));
    }

    private static void assertClosed(org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        StoreException.class, it -> assertThat(it.problem()).isEqualTo(StoreProblem.CLOSED));
    }
}
