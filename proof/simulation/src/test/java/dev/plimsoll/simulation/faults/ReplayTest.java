package dev.plimsoll.simulation.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A failure is made smaller, and its command plays it again, byte for byte. */
class ReplayTest {
    private static final BuiltInMistake MISTAKE = BuiltInMistake.EVENT_IS_LOST;

    @TempDir
    Path folder;

    /** The first seed whose run, with all of its faults, ends with what the mistake leads to. */
    private static SeedPlayer.Smallest smallest() throws Exception {
        return FaultHistoriesTest.onOwnThread(() -> {
            var player = new SeedPlayer(MISTAKE);
            for (var seed = 1; seed <= 20; seed++) {
                var played = player.play(seed, FaultSelection.ALL, null);
                if (MISTAKE.kinds().contains(played.kind()) && played.faults() > 8)
                    return player.smallest(seed, played);
            }
            throw new AssertionError(MISTAKE + " was not noticed");
        });
    }

    @Test
    @Timeout(300)
    void aFailureIsMadeSmallerAndPlayedAgain() throws Exception {
        var smallest = smallest();
        var command = new ReplayCommand(smallest.seed(), smallest.selection(), MISTAKE, true);
        assertThat(smallest.faults()).as(command.line()).isLessThan(smallest.before() / 2);
        assertThat(ReplayCommand.parse(command.text())).isEqualTo(command);

        var here = new ArrayList<String>();
        var played = FaultHistoriesTest.onOwnThread(() -> command.play(here::add));
        assertThat(MISTAKE.kinds()).contains(played.kind());
        System.out.println(smallest.told() + "\n" + played.found());
        assertThat(inAnotherProcess(command)).isEqualTo(String.join("\n", here) + "\n");
    }

    /** As the script does, without the build around it. */
    private String inAnotherProcess(ReplayCommand command) throws Exception {
        var out = folder.resolve("out");
        var words = new ArrayList<String>();
        words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        words.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(each -> each.startsWith("-D") || each.startsWith("--"))
                .toList());
        words.addAll(List.of("-cp", classPath(), ReplayCommand.class.getName()));
        words.addAll(List.of(command.text().split(" ", -1)));
        var process = new ProcessBuilder(words)
                .redirectOutput(out.toFile())
                .redirectError(folder.resolve("err").toFile())
                .start();
        if (!process.waitFor(240, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError("the run does not end");
        }
        assertThat(process.exitValue())
                .as(Files.readString(folder.resolve("err"), StandardCharsets.UTF_8))
                .isEqualTo(1);
        return Files.readString(out, StandardCharsets.UTF_8);
    }

    /** Of this process; surefire may have put it into the manifest of a jar. */
    private static String classPath() {
        var real = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        return List.of(real.split(File.pathSeparator, -1)).stream()
                .filter(each -> !each.isEmpty())
                .collect(Collectors.joining(File.pathSeparator));
    }
}
