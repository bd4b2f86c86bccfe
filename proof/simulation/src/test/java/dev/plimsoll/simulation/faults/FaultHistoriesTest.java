package dev.plimsoll.simulation.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Whatever goes wrong in a cluster of shipped programs: no acknowledged write is lost, watchers see each change once and in order, no
 * pod is refused by its node after a binding, quotas and capacity hold, and in the end what is wanted is what is there.
 */
class FaultHistoriesTest {
    /** How many faults; a million in a run of their own: {@code -Dplimsoll.faults=1000000}. */
    private static final int FAULTS = Integer.getInteger("plimsoll.faults", 20_000);

    /** One seed alone, of which everything is told: see {@code proof/simulation/run}. */
    private static final long SEED = Long.getLong("plimsoll.faults.seed", 0);

    private static final boolean VERBOSE = Boolean.getBoolean("plimsoll.faults.verbose");
    private static final long FIRST = Long.getLong("plimsoll.faults.first", 1);
    private static final int ENOUGH_FAILURES = 3;
    private static final int ENOUGH_FOR_MISTAKES = 60;

    private static FaultSelection selected() {
        var without = System.getProperty("plimsoll.faults.without", "");
        return new FaultSelection(
                Integer.getInteger("plimsoll.faults.most", Integer.MAX_VALUE),
                without.isEmpty()
                        ? Set.of()
                        : Stream.of(without.split(",", -1))
                                .map(FaultKind::valueOf)
                                .collect(Collectors.toSet()),
                Integer.getInteger("plimsoll.faults.actions", Integer.MAX_VALUE));
    }

    /** On a thread that holds no locks: one that carries others must not. */
    private static <T> T onOwnThread(Callable<T> work) throws Exception {
        var task = new FutureTask<>(work);
        Thread.ofPlatform().name("simulation").start(task);
        return task.get();
    }

    @Test
    void everySeedKeepsEveryPromise() throws Exception {
        var failures = new ArrayList<String>();
        onOwnThread(() -> {
            var player = new SeedPlayer(BuiltInMistake.NONE);
            if (SEED > 0) {
                var played = player.play(SEED, selected(), VERBOSE ? System.out::println : null);
                System.out.println("seed " + SEED + ": " + played);
                if (played.found() != null) failures.add(played.found());
            } else playAll(player, failures);
            return true;
        });
        assertThat(failures.size())
                .as(String.join("\n", failures).replace("%", "%%"))
                .isZero();
    }

    private static void playAll(SeedPlayer player, List<String> failures) {
        var threads = ManagementFactory.getThreadMXBean();
        var began = threads.getCurrentThreadCpuTime();
        var faults = 0;
        var seed = FIRST;
        for (; faults < FAULTS && failures.size() < ENOUGH_FAILURES; seed++) {
            var played = player.play(seed, FaultSelection.ALL, null);
            faults += played.faults();
            if (played.found() == null) continue;
            var smallest = player.smallest(seed, played);
            var told = "seed " + seed + ": " + played.found() + "\n  again: proof/simulation/run --seed " + seed
                    + smallest.arguments() + " --verbose";
            System.out.println(told);
            failures.add(told);
        }
        System.out.printf(
                "%d faults in %d clusters: %.1f s of CPU time%n",
                faults, seed - FIRST, (threads.getCurrentThreadCpuTime() - began) / 1e9);
    }

    /** Byte for byte: every switch of threads, every move of time and every write are in the digest. */
    @Test
    void aSeedIsPlayedTheSameAgain() throws Exception {
        onOwnThread(() -> {
            var player = new SeedPlayer(BuiltInMistake.NONE);
            for (var seed = 1; seed <= 5; seed++) {
                var one = player.play(seed, FaultSelection.ALL, null);
                var other = player.play(seed, FaultSelection.ALL, null);
                assertThat(other).isEqualTo(one);
                assertThat(one.foreignWakeups()).isZero();
            }
            return true;
        });
    }

    /** Invariants that cannot fail prove nothing. */
    @ParameterizedTest
    @EnumSource(names = "NONE", mode = EnumSource.Mode.EXCLUDE)
    void everyMistakeIsFound(BuiltInMistake mistake) throws Exception {
        var found = onOwnThread(() -> {
            var player = new SeedPlayer(mistake);
            // Where nothing else goes wrong, what is found is the mistake.
            for (var seed = 1; seed <= ENOUGH_FOR_MISTAKES; seed++)
                if (mistake.kinds()
                        .contains(player.play(seed, FaultSelection.ALL.most(0), null)
                                .kind())) return seed;
            return 0;
        });
        assertThat(found).as(mistake + " was not noticed").isPositive();
    }
}
