package dev.plimsoll.simulation.faults;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Many clusters, seed after seed, until there were so many faults. A profile with a file notes there what came of each seed, and goes on
 * after the last one when it is started again.
 */
final class FaultProfile {
    private static final int ENOUGH_FAILURES = 3;

    private final int wanted;
    private final @Nullable Path file;
    private final List<String> failures = new ArrayList<>();
    private long seed;
    private int clusters;
    private int faults;
    private long checks;
    private double seconds;

    /** @param file null where nothing is noted */
    FaultProfile(long first, int wanted, @Nullable Path file) throws IOException {
        this.seed = first;
        this.wanted = wanted;
        this.file = file;
        if (file == null || !Files.exists(file)) return;
        for (var line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
            var words = line.split(" ", 5);
            count(Integer.parseInt(words[1]), Long.parseLong(words[2]), Double.parseDouble(words[3]));
            if (!words[4].equals("-")) failures.add(line);
            seed = Math.max(seed, Long.parseLong(words[0]) + 1);
        }
    }

    private void count(int more, long checked, double time) {
        clusters++;
        faults += more;
        checks += checked;
        seconds += time;
    }

    /** What does not hold, with the smallest run that shows it. */
    List<String> play() throws IOException {
        var player = new SeedPlayer(BuiltInMistake.NONE);
        var threads = ManagementFactory.getThreadMXBean();
        for (; faults < wanted && (file != null || failures.size() < ENOUGH_FAILURES); seed++) {
            var began = threads.getCurrentThreadCpuTime();
            var played = player.play(seed, FaultSelection.ALL, null);
            var time = (threads.getCurrentThreadCpuTime() - began) / 1e9;
            count(played.faults(), played.checks(), time);
            note("%d %d %d %.3f %s%n"
                    .formatted(
                            seed,
                            played.faults(),
                            played.checks(),
                            time,
                            played.found() == null ? "-" : played.found().replace('\n', ' ')));
            if (played.found() == null) continue;
            var told = "seed " + seed + ": " + played.found()
                    + (file == null ? "\n  " + player.smallest(seed, played).told() : "");
            System.out.println(told);
            failures.add(told);
        }
        return failures;
    }

    private void note(String line) throws IOException {
        if (file != null)
            Files.writeString(file, line, StandardCharsets.UTF_8, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    String figures() {
        return String.format(
                Locale.ROOT,
                "%d faults in %d clusters, %d checks of writes, answers and watch events: %.1f s of CPU time",
                faults,
                clusters,
                checks,
                seconds);
    }

    /** A profile in a process of its own: first seed, faults, file. */
    public static void main(String[] arguments) throws IOException {
        var profile =
                new FaultProfile(Long.parseLong(arguments[0]), Integer.parseInt(arguments[1]), Path.of(arguments[2]));
        profile.play();
        System.out.println(profile.figures());
        System.out.flush();
        Runtime.getRuntime().halt(0);
    }
}
