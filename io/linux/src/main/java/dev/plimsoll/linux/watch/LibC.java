package dev.plimsoll.linux.watch;

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
import java.lang.invoke.MethodHandle;

/** The calls of the C library that inotify needs. */
final class LibC {
    private static final MethodHandle INOTIFY_INIT = function("inotify_init1", FunctionDescriptor.of(INT, INT));
    private static final MethodHandle ADD_WATCH =
            function("inotify_add_watch", FunctionDescriptor.of(INT, INT, POINTER, INT));
    private static final MethodHandle REMOVE_WATCH = function("inotify_rm_watch", FunctionDescriptor.of(INT, INT, INT));
    private static final MethodHandle EVENTFD = function("eventfd", FunctionDescriptor.of(INT, INT, INT));
    private static final MethodHandle POLL = function("poll", FunctionDescriptor.of(INT, POINTER, LONG, INT));
    private static final MethodHandle READ = function("read", FunctionDescriptor.of(LONG, INT, POINTER, LONG));
    private static final MethodHandle WRITE = function("write", FunctionDescriptor.of(LONG, INT, POINTER, LONG));
    private static final MethodHandle CLOSE = function("close", FunctionDescriptor.of(INT, INT));

    private LibC() {}

    static long inotifyInit(int flags) {
        return call(state -> (int) INOTIFY_INIT.invokeExact(state, flags));
    }

    static long addWatch(int descriptor, String path, int mask) {
        try (var arena = Arena.ofConfined()) {
            var text = arena.allocateFrom(path);
            return call(state -> (int) ADD_WATCH.invokeExact(state, descriptor, text, mask));
        }
    }

    static long removeWatch(int descriptor, int watch) {
        return call(state -> (int) REMOVE_WATCH.invokeExact(state, descriptor, watch));
    }

    static long eventfd(int flags) {
        return call(state -> (int) EVENTFD.invokeExact(state, 0, flags));
    }

    static long poll(MemorySegment descriptors, long count, int millis) {
        return call(state -> (int) POLL.invokeExact(state, descriptors, count, millis));
    }

    static long read(int descriptor, MemorySegment buffer) {
        return call(state -> (long) READ.invokeExact(state, descriptor, buffer, buffer.byteSize()));
    }

    static long write(int descriptor, MemorySegment buffer) {
        return call(state -> (long) WRITE.invokeExact(state, descriptor, buffer, buffer.byteSize()));
    }

    static void close(int descriptor) {
        var _ = call(state -> (int) CLOSE.invokeExact(state, descriptor));
    }

    static IOException failure(String what, long result) {
        return new IOException(what + ": " + CLibrary.text((int) -result));
    }
}
