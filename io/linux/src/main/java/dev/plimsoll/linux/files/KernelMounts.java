package dev.plimsoll.linux.files;

import static dev.plimsoll.linux.CLibrary.INT;
import static dev.plimsoll.linux.CLibrary.LONG;
import static dev.plimsoll.linux.CLibrary.POINTER;
import static dev.plimsoll.linux.CLibrary.call;
import static dev.plimsoll.linux.CLibrary.function;
import static dev.plimsoll.linux.files.FileCalls.checked;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The mounts of this process. To change them it must be root. */
public final class KernelMounts implements Mounts {
    private static final long MS_NOSUID = 2;
    private static final long MS_NODEV = 4;
    private static final long MS_NOEXEC = 8;
    private static final long MS_REMOUNT = 32;
    private static final long MS_BIND = 4096;
    private static final int MNT_DETACH = 2;
    private static final int UMOUNT_NOFOLLOW = 8;
    private static final Path TABLE = Path.of("/proc/self/mountinfo");

    private static final MethodHandle MOUNT =
            function("mount", FunctionDescriptor.of(INT, POINTER, POINTER, POINTER, LONG, POINTER));
    private static final MethodHandle UNMOUNT = function("umount2", FunctionDescriptor.of(INT, POINTER, INT));

    @Override
    public void bind(OpenFile source, Path target) throws IOException {
        checked(target.toString(), mount(source.path().toString(), target, "", MS_BIND, ""));
    }

    @Override
    public void tmpfs(Path target, int mode) throws IOException {
        tmpfs(target, MS_NOSUID | MS_NODEV | MS_NOEXEC, "mode=" + Integer.toOctalString(mode));
    }

    @Override
    public void tmpfs(Path target, int mode, long bytes) throws IOException {
        tmpfs(target, 0, "mode=" + Integer.toOctalString(mode) + ",size=" + bytes);
    }

    @Override
    public void resizeTmpfs(Path target, long bytes) throws IOException {
        checked(target.toString(), mount("tmpfs", target, "tmpfs", MS_REMOUNT, "size=" + bytes));
    }

    private static void tmpfs(Path target, long flags, String options) throws IOException {
        var result = mount("tmpfs", target, "tmpfs", flags, options + ",noswap");
        // Linux knows noswap from 6.3 on.
        if (result == -FileCalls.EINVAL) result = mount("tmpfs", target, "tmpfs", flags, options);
        checked(target.toString(), result);
    }

    private static long mount(String source, Path target, String type, long flags, String options) {
        try (var arena = Arena.ofConfined()) {
            var from = arena.allocateFrom(source);
            var to = arena.allocateFrom(target.toString());
            var fileSystem = type.isEmpty() ? MemorySegment.NULL : arena.allocateFrom(type);
            var data = options.isEmpty() ? MemorySegment.NULL : arena.allocateFrom(options);
            return call(state -> (int) MOUNT.invokeExact(state, from, to, fileSystem, flags, data));
        }
    }

    @Override
    public void unmount(Path target) throws IOException {
        try (var arena = Arena.ofConfined()) {
            var text = arena.allocateFrom(target.toString());
            checked(target.toString(), call(state ->
                    (int) UNMOUNT.invokeExact(state, text, MNT_DETACH | UMOUNT_NOFOLLOW)));
        }
    }

    @Override
    public List<Path> below(Path folder) throws IOException {
        return below(Files.readString(TABLE, StandardCharsets.UTF_8), folder.toRealPath());
    }

    /** The targets in the kernel's table: the fifth word of each line. */
    static List<Path> below(String table, Path folder) {
        var targets = new ArrayList<Path>();
        for (var line : table.lines().toList()) {
            var words = line.split(" ", 6);
            if (words.length < 6) continue;
            var target = Path.of(unescaped(words[4]));
            if (target.startsWith(folder)) targets.add(target);
        }
        return targets;
    }

    /** Blanks, tabs, ends of lines and backslashes are written as a backslash and three octal digits. */
    private static String unescaped(String word) {
        return word.replace("\\040", " ")
                .replace("\\011", "\t")
                .replace("\\012", "\n")
                .replace("\\134", "\\");
    }
}
