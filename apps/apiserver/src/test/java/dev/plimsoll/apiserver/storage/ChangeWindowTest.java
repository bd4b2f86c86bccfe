package dev.plimsoll.apiserver.storage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kinds.builtin.Kinds;
import java.util.ArrayList;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Windows of many kinds: what they keep together is bounded, and each knows from which revision on it is complete. */
class ChangeWindowTest {
    private static final long MOST = 100_000;

    private final WindowBudget budget = new WindowBudget(MOST);

    /** A chain of changes of given sizes, as a cache appends them. */
    private final class Chain {
        private final ChangeWindow window = new ChangeWindow(budget);
        private ChangeChain.Link tail = ChangeChain.Link.start(0);
        private final IndexedObject object = IndexedObject.of(
                new StoredObject(Kinds.bundled().all().getFirst(), "k", 1, new byte[0]), _ -> Map.of());
        private long revision;

        void append(long size) {
            tail = tail.followedBy(new StoredChange(++revision, object, null), size);
            window.add(tail);
        }

        long kept() {
            return revision - window.start();
        }
    }

    @Test
    @DisplayName("one busy kind may use nearly all of the budget")
    void oneBusyKind() {
        var quiet = new Chain();
        quiet.append(10);
        var busy = new Chain();
        for (var i = 0; i < 1_000; i++) busy.append(1_000);
        assertThat(busy.kept()).isBetween(90L, 100L);
        assertThat(quiet.kept()).isEqualTo(1);
    }

    @Test
    @DisplayName("many busy kinds together stay below twice the bound, whatever the sizes of their changes")
    void manyBusyKinds() {
        var random = new Random(7);
        var chains = new ArrayList<Chain>();
        for (var i = 0; i < 50; i++) chains.add(new Chain());
        for (var i = 0; i < 100_000; i++) {
            chains.get(random.nextInt(chains.size())).append(random.nextInt(1, 500));
            assertThat(budget.used()).isLessThanOrEqualTo(2 * MOST);
        }
        for (var chain : chains) {
            assertThat(chain.kept()).as("changes of a kind").isPositive();
            chain.window.close();
        }
        assertThat(budget.used()).isZero();
    }

    @Test
    @DisplayName("the newest change stays, even if it is larger than the whole budget")
    void oneLargeChange() {
        var chain = new Chain();
        chain.append(MOST * 3);
        assertThat(chain.kept()).isEqualTo(1);
        chain.append(1);
        assertThat(chain.kept()).isEqualTo(1);
    }

    @Test
    @DisplayName("a window holds at most 2,048 changes")
    void manySmallChanges() {
        var chain = new Chain();
        for (var i = 0; i < 5_000; i++) chain.append(1);
        assertThat(chain.kept()).isEqualTo(2_048);
    }
}
