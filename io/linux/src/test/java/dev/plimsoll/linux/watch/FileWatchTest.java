package dev.plimsoll.linux.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The same for both ways to watch. */
@Timeout(60)
class FileWatchTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    @TempDir
    private Path folder;

    enum Way {
        INOTIFY,
        POLLED;

        FileWatch open() throws IOException {
            assumeTrue(this == POLLED || System.getProperty("os.name").equals("Linux"), "inotify is Linux'");
            return this == INOTIFY ? new Inotify() : new PolledWatch(Duration.ofMillis(5));
        }
    }

    private Path file(String name) throws IOException {
        return Files.writeString(folder.resolve(name), "oom_kill 0\n");
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void onlyFilesThatChangedAreTold(Way way) throws Exception {
        var one = file("one");
        var two = file("two");
        try (var watch = way.open()) {
            watch.add(one);
            watch.add(two);
            assertThat(watch.await(Duration.ZERO)).isEmpty();
            Files.writeString(two, "oom_kill 1\n");
            assertThat(watch.await(LONG)).containsExactly(two);
            watch.remove(two);
            Files.writeString(two, "oom_kill 2\n");
            Files.writeString(one, "oom_kill 3\n");
            assertThat(watch.await(LONG)).containsExactly(one);
        }
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void aFileThatGoesIsForgottenAndMayComeBack(Way way) throws Exception {
        var one = file("one");
        try (var watch = way.open()) {
            watch.add(one);
            Files.delete(one);
            assertThat(watch.await(Duration.ofMillis(20))).isEmpty();
            file("one");
            watch.add(one);
            Files.writeString(one, "oom_kill 1\n");
            assertThat(watch.await(LONG)).containsExactly(one);
        }
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void closingWakesWhoeverWaits(Way way) throws Exception {
        var one = file("one");
        var ended = new CompletableFuture<Set<Path>>();
        var watch = way.open();
        watch.add(one);
        var thread = Thread.ofPlatform().start(() -> {
            try {
                ended.complete(watch.await(Duration.ofHours(1)));
            } catch (IOException | InterruptedException e) {
                ended.completeExceptionally(e);
            }
        });
        watch.close();
        assertThat(ended.get(30, TimeUnit.SECONDS)).isEmpty();
        assertThat(thread.join(LONG)).isTrue();
        watch.close();
        assertThat(watch.await(LONG)).isEmpty();
    }

    @Test
    void thousandsOfFilesAreWatchedByOne() throws Exception {
        try (var watch = Way.INOTIFY.open()) {
            var files = new HashSet<Path>();
            for (var i = 0; i < 2000; i++) files.add(file("f" + i));
            for (var file : files) watch.add(file);
            for (var file : files) Files.writeString(file, "oom_kill 1\n");
            var told = new HashSet<Path>();
            while (told.size() < files.size()) told.addAll(watch.await(LONG));
            assertThat(told).isEqualTo(files);
        }
    }

    @Test
    void aFileThatIsNotThereCannotBeWatched() throws Exception {
        try (var watch = Way.INOTIFY.open()) {
            assertThatThrownBy(() -> watch.add(folder.resolve("none")))
                    .isInstanceOf(IOException.class)
                    .hasMessage(folder.resolve("none") + ": No such file or directory");
        }
    }
}
