package dev.plimsoll.linux.watch;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;

/**
 * Tells which files changed, such as {@code memory.events} of many cgroups. One thread waits; any thread adds and removes.
 *
 * <p>The kernel tells changes of its own files through inotify on the file itself. A change may be told once for several, and
 * once more than there was: the reader looks at the file.
 */
public interface FileWatch extends AutoCloseable {
    /** Begins to watch a file that is there. */
    void add(Path file) throws IOException;

    /** Ends; a file that has gone was removed by itself. */
    void remove(Path file);

    /** Waits for changes; empty after the time, or when the watch was closed. */
    Set<Path> await(Duration atMost) throws IOException, InterruptedException;

    @Override
    void close();

    /**
     * Inotify on Linux; elsewhere, where there are no cgroups but tests run all the same, the files are read now and then.
     *
     * @param interval between two looks where there is no inotify
     */
    static FileWatch open(Duration interval) throws IOException {
        var linux = System.getProperty("os.name", "").toLowerCase(Locale.ROOT).contains("linux");
        return linux ? new Inotify() : new PolledWatch(interval);
    }
}
