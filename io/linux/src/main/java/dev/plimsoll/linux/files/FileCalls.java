package dev.plimsoll.linux.files;

import static dev.plimsoll.linux.CLibrary.INT;
import static dev.plimsoll.linux.CLibrary.LONG;
import static dev.plimsoll.linux.CLibrary.POINTER;
import static dev.plimsoll.linux.CLibrary.call;
import static dev.plimsoll.linux.CLibrary.function;

import dev.plimsoll.linux.CLibrary;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The calls of the C library that name a file by a folder's descriptor and a path below it. */
final class FileCalls {
    static final int O_WRONLY = 0x1;
    static final int O_CREAT = 0x40;
    static final int O_EXCL = 0x80;
    static final int O_CLOEXEC = 0x80000;
    static final int O_PATH = 0x200000;
    /** These two have other numbers on ARM. */
    static final int O_DIRECTORY = isArm() ? 0x4000 : 0x10000;

    static final int O_NOFOLLOW = isArm() ? 0x8000 : 0x20000;
    static final int RESOLVE_NO_XDEV = 0x1;
    static final int RESOLVE_NO_MAGICLINKS = 0x2;
    static final int RESOLVE_NO_SYMLINKS = 0x4;
    static final int RESOLVE_BENEATH = 0x8;
    static final int AT_REMOVEDIR = 0x200;
    static final int ENOENT = 2;
    static final int EAGAIN = 11;
    static final int EBUSY = 16;
    static final int EEXIST = 17;
    static final int EXDEV = 18;
    static final int ENOTDIR = 20;
    static final int EISDIR = 21;
    static final int EINVAL = 22;
    static final int ENOSYS = 38;
    static final int ENOTEMPTY = 39;
    static final int ELOOP = 40;
    private static final int AT_FDCWD = -100;
    /** The same on every architecture. */
    private static final long OPENAT2 = 437;
    /** struct open_how: flags, mode, resolve. */
    private static final long OPEN_HOW = 24;

    private static final long GETDENTS64 = System.getProperty("os.arch", "").equals("amd64") ? 217 : 61;
    /** struct linux_dirent64: inode, offset, length of the entry, type, name. */
    private static final long DIRENT_NAME = 19;

    private static final long BUFFER = 32_768;
    private static final byte[] SELF = {'.'};
    private static final byte[] PARENT = {'.', '.'};

    private static final MethodHandle SYSCALL =
            CLibrary.variadic("syscall", 1, FunctionDescriptor.of(LONG, LONG, INT, POINTER, POINTER, LONG));
    private static final MethodHandle SYSCALL3 =
            CLibrary.variadic("syscall", 1, FunctionDescriptor.of(LONG, LONG, INT, POINTER, LONG));
    private static final MethodHandle OPENAT =
            CLibrary.variadic("openat", 3, FunctionDescriptor.of(INT, INT, POINTER, INT, INT));
    private static final MethodHandle MKDIRAT = function("mkdirat", FunctionDescriptor.of(INT, INT, POINTER, INT));
    private static final MethodHandle UNLINKAT = function("unlinkat", FunctionDescriptor.of(INT, INT, POINTER, INT));
    private static final MethodHandle RENAMEAT =
            function("renameat", FunctionDescriptor.of(INT, INT, POINTER, INT, POINTER));
    private static final MethodHandle SYMLINKAT =
            function("symlinkat", FunctionDescriptor.of(INT, POINTER, INT, POINTER));
    private static final MethodHandle READLINKAT =
            function("readlinkat", FunctionDescriptor.of(LONG, INT, POINTER, POINTER, LONG));
    private static final MethodHandle LSEEK = function("lseek", FunctionDescriptor.of(LONG, INT, LONG, INT));
    private static final MethodHandle FCHMOD = function("fchmod", FunctionDescriptor.of(INT, INT, INT));
    private static final MethodHandle WRITE = function("write", FunctionDescriptor.of(LONG, INT, POINTER, LONG));
    private static final MethodHandle CLOSE = function("close", FunctionDescriptor.of(INT, INT));

    private FileCalls() {}

    private static boolean isArm() {
        return System.getProperty("os.arch", "").startsWith("aarch64");
    }

    /** A name for C. */
    static byte[] bytes(String name) throws FileSystemException {
        if (name.indexOf(0) >= 0) throw new FileSystemException(name, null, "has a zero byte");
        return name.getBytes(StandardCharsets.UTF_8);
    }

    private static MemorySegment text(Arena arena, byte[] name) {
        var text = arena.allocate(name.length + 1L);
        MemorySegment.copy(name, 0, text, ValueLayout.JAVA_BYTE, 0, name.length);
        return text;
    }

    static long open(byte[] path, int flags) {
        return openAt(AT_FDCWD, path, flags, 0);
    }

    static long openAt(int folder, byte[] path, int flags, int mode) {
        try (var arena = Arena.ofConfined()) {
            var text = text(arena, path);
            return call(state -> (int) OPENAT.invokeExact(state, folder, text, flags | O_CLOEXEC, mode));
        }
    }

    /** Opens what a path leads to within bounds that the kernel keeps, whoever moves things meanwhile. */
    static long openWithin(int folder, byte[] path, int flags, int resolve) {
        try (var arena = Arena.ofConfined()) {
            var text = text(arena, path);
            var how = arena.allocate(OPEN_HOW, 8);
            how.set(LONG, 0, flags | O_CLOEXEC);
            how.set(LONG, 16, resolve);
            return call(state -> (long) SYSCALL.invokeExact(state, OPENAT2, folder, text, how, OPEN_HOW));
        }
    }

    static long makeFolder(int folder, byte[] name, int mode) {
        try (var arena = Arena.ofConfined()) {
            var text = text(arena, name);
            return call(state -> (int) MKDIRAT.invokeExact(state, folder, text, mode));
        }
    }

    static long unlink(int folder, byte[] name, int flags) {
        try (var arena = Arena.ofConfined()) {
            var text = text(arena, name);
            return call(state -> (int) UNLINKAT.invokeExact(state, folder, text, flags));
        }
    }

    static long rename(int folder, byte[] name, int toFolder, byte[] toName) {
        try (var arena = Arena.ofConfined()) {
            var from = text(arena, name);
            var to = text(arena, toName);
            return call(state -> (int) RENAMEAT.invokeExact(state, folder, from, toFolder, to));
        }
    }

    static long link(int folder, byte[] name, byte[] target) {
        try (var arena = Arena.ofConfined()) {
            var text = text(arena, target);
            var link = text(arena, name);
            return call(state -> (int) SYMLINKAT.invokeExact(state, text, folder, link));
        }
    }

    static long readLink(int folder, byte[] name, MemorySegment buffer) {
        try (var arena = Arena.ofConfined()) {
            var text = text(arena, name);
            return call(state -> (long) READLINKAT.invokeExact(state, folder, text, buffer, buffer.byteSize()));
        }
    }

    /** The names in a folder, without those of itself and its parent, as bytes: they need not be text. */
    static List<byte[]> names(int folder) throws IOException {
        checked("folder", call(state -> (long) LSEEK.invokeExact(state, folder, 0L, 0)));
        var names = new ArrayList<byte[]>();
        try (var arena = Arena.ofConfined()) {
            var buffer = arena.allocate(BUFFER, 8);
            while (true) {
                var size = checked("folder", call(state ->
                        (long) SYSCALL3.invokeExact(state, GETDENTS64, folder, buffer, BUFFER)));
                if (size == 0) return names;
                for (var at = 0L; at < size; at += buffer.get(ValueLayout.JAVA_SHORT, at + 16)) {
                    var end = at + DIRENT_NAME;
                    while (buffer.get(ValueLayout.JAVA_BYTE, end) != 0) end++;
                    var name = buffer.asSlice(at + DIRENT_NAME, end - at - DIRENT_NAME)
                            .toArray(ValueLayout.JAVA_BYTE);
                    if (!Arrays.equals(name, SELF) && !Arrays.equals(name, PARENT)) names.add(name);
                }
            }
        }
    }

    static long changeMode(int file, int mode) {
        return call(state -> (int) FCHMOD.invokeExact(state, file, mode));
    }

    static long write(int file, MemorySegment bytes) {
        return call(state -> (long) WRITE.invokeExact(state, file, bytes, bytes.byteSize()));
    }

    static void close(int file) {
        var _ = call(state -> (int) CLOSE.invokeExact(state, file));
    }

    /** The result of a call that must not fail. */
    static int checked(String name, long result) throws IOException {
        if (result < 0) throw failure(name, (int) -result);
        return (int) result;
    }

    static FileSystemException failure(String name, int error) {
        return switch (error) {
            case ENOENT -> new NoSuchFileException(name);
            case EEXIST -> new FileAlreadyExistsException(name);
            case ENOTDIR -> new NotDirectoryException(name);
            case EXDEV -> new FileSystemException(name, null, "leads out of its folder");
            case ELOOP -> new FileSystemException(name, null, "is a symbolic link, or a loop of them");
            case EBUSY -> new FileSystemException(name, null, "is in use or a mount point");
            case ENOSYS -> new FileSystemException(name, null, "needs openat2, which Linux has from 5.6 on");
            default -> new FileSystemException(name, null, CLibrary.text(error));
        };
    }
}
