package dev.plimsoll.simulation.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whatever goes wrong in a cluster of shipped programs: no acknowledged write is lost, watchers see each change once and in order, no
 * pod is refused by its node after a binding, quotas and capacity hold, and in the end what is wanted is what is there.
 */
// Acceptance of production: lost-answers
class FaultHistoriesTest {
    /** How many faults; a million in a run of their own: {@code -Dplimsoll.faults=1000000}. */
    private static final int FAULTS = Integer.getInteger("plimsoll.faults", 20_000);

    /** One run alone, as {@code proof/simulation/run} asks for it. */
    private static final String RUN = System.getProperty("plimsoll.faults.run", "");

    /** A file that says what came of each seed; a run that is started again goes on after the last one. */
    private static final String RECORD = System.getProperty("plimsoll.faults.record", "");

    private static final long FIRST = Long.getLong("plimsoll.faults.first", 1);
    private static final int ENOUGH_FOR_MISTAKES = 60;

    /** On a thread that holds no locks: one that carries others must not. */
    static <T> T onOwnThread(Callable<T> work) throws Exception {
        var task = new FutureTask<>(work);
        Thread.ofPlatform().name("simulation").start(task);
        return task.get();
    }

    @Test
    void everySeedKeepsEveryPromise() throws Exception {
        var failures = new ArrayList<String>();
        onOwnThread(() -> {
            if (RUN.isEmpty()) {
                var profile = new FaultProfile(FIRST, FAULTS, RECORD.isEmpty() ? null : Path.of(RECORD));
                failures.addAll(profile.play());
                System.out.println(profile.figures());
            } else {
                var played = ReplayCommand.parse(RUN).play(System.out::println);
                if (played.found() != null) failures.add(played.found());
            }
            return true;
        });
        assertThat(failures.size())
                .as(String.join("\n", failures).replace("%", "%%"))
                .isZero();
    }

    /** Seeds of longer runs that ended badly once; what was wrong is in docs/decisions/0008-cluster-histories.md. */
    @ParameterizedTest
    @ValueSource(longs = {97, 330, 459, 495, 543, 664, 996, 1008, 2512})
    void seedsThatEndedBadlyEndWell(long seed) throws Exception {
        var played = onOwnThread(() -> new SeedPlayer(BuiltInMistake.NONE).play(seed, FaultSelection.ALL, null));
        assertThat(played.found()).isNull();
        assertThat(played.faults()).isPositive();
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

    /** Invariants that cannot fail prove nothing. The search begins where each mistake was found last, and goes round. */
    @ParameterizedTest
    @EnumSource(names = "NONE", mode = EnumSource.Mode.EXCLUDE)
    void everyMistakeIsFound(BuiltInMistake mistake) throws Exception {
        var found = onOwnThread(() -> {
            var player = new SeedPlayer(mistake);
            for (var tried = 0; tried < ENOUGH_FOR_MISTAKES; tried++) {
                var seed = (mistake.foundBy() - 1 + tried) % ENOUGH_FOR_MISTAKES + 1;
                // Where nothing else goes wrong, what is found is the mistake.
                var played = player.play(seed, FaultSelection.ALL.most(0), null);
                if (!mistake.kinds().contains(played.kind())) continue;
                if (tried > 0) System.out.println(mistake + " is found by seed " + seed + " now");
                return seed;
            }
            return 0;
        });
        assertThat(found).as(mistake + " was not noticed").isPositive();
    }
}
