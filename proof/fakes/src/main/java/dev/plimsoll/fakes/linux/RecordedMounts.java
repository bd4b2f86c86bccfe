package dev.plimsoll.fakes.linux;

import dev.plimsoll.linux.files.Mounts;
import dev.plimsoll.linux.files.OpenFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Mounts that are written down, not made: a test need not be root. */
public final class RecordedMounts implements Mounts {
    private final List<Mounted> mounted = new ArrayList<>();

    /**
     * What would be seen at a target.
     *
     * @param source where the file was when it was bound; {@code tmpfs} for a file system in memory
     * @param key which file it is, whatever its name
     */
    public record Mounted(Path target, String source, String key) {}

    @Override
    public synchronized void bind(OpenFile source, Path target) throws IOException {
        if (source.isFolder() != Files.isDirectory(target)) throw new IOException("not of the same kind: " + target);
        mounted.add(new Mounted(target, Files.readSymbolicLink(source.path()).toString(), key(source.path())));
    }

    /** Which file a path leads to. */
    public static String key(Path path) throws IOException {
        return String.valueOf(Files.getAttribute(path, "unix:fileKey"));
    }

    @Override
    public synchronized void tmpfs(Path target, int mode) {
        mounted.add(new Mounted(target, "tmpfs", ""));
    }

    @Override
    public synchronized void tmpfs(Path target, int mode, long bytes) {
        mounted.add(new Mounted(target, "tmpfs", "size=" + bytes));
    }

    @Override
    public synchronized void resizeTmpfs(Path target, long bytes) {
        mounted.replaceAll(each -> each.target().equals(target) ? new Mounted(target, "tmpfs", "size=" + bytes) : each);
    }

    @Override
    public synchronized void unmount(Path target) throws IOException {
        for (var i = mounted.size() - 1; i >= 0; i--) {
            if (mounted.get(i).target().equals(target)) {
                mounted.remove(i);
                return;
            }
        }
        throw new IOException("nothing is mounted at " + target);
    }

    @Override
    public synchronized List<Path> below(Path folder) {
        return mounted.stream()
                .map(Mounted::target)
                .filter(target -> target.startsWith(folder))
                .toList();
    }

    /** All that is mounted now. */
    public synchronized List<Mounted> all() {
        return List.copyOf(mounted);
    }
}
