package dev.plimsoll.linux.watch;

import java.io.IOException;
import java.lang.foreign.AddressLayout;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;

/** The calls of the C library that inotify needs. */
@SuppressWarnings("restricted")
final class LibC {
    private static final Linker LINKER = Linker.nativeLinker();
    private static final Linker.Option CAPTURE = Linker.Option.captureCallState("errno");
    private static final StructLayout STATE = Linker.Option.captureStateLayout();
    private static final VarHandle ERRNO = STATE.varHandle(MemoryLayout.PathElement.groupElement("errno"));
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
    private static final AddressLayout POINTER = ValueLayout.ADDRESS;

    private static final MethodHandle INOTIFY_INIT = handle("inotify_init1", FunctionDescriptor.of(INT, INT));
    private static final MethodHandle ADD_WATCH =
            handle("inotify_add_watch", FunctionDescriptor.of(INT, INT, POINTER, INT));
    private static final MethodHandle REMOVE_WATCH = handle("inotify_rm_watch", FunctionDescriptor.of(INT, INT, INT));
    private static final MethodHandle EVENTFD = handle("eventfd", FunctionDescriptor.of(INT, INT, INT));
    private static final MethodHandle POLL = handle("poll", FunctionDescriptor.of(INT, POINTER, LONG, INT));
    private static final MethodHandle READ = handle("read", FunctionDescriptor.of(LONG, INT, POINTER, LONG));
    private static final MethodHandle WRITE = handle("write", FunctionDescriptor.of(LONG, INT, POINTER, LONG));
    private static final MethodHandle CLOSE = handle("close", FunctionDescriptor.of(INT, INT));
    private static final MethodHandle STRERROR =
            LINKER.downcallHandle(LINKER.defaultLookup().findOrThrow("strerror"), FunctionDescriptor.of(POINTER, INT));

    private LibC() {}

    private static MethodHandle handle(String name, FunctionDescriptor descriptor) {
        return LINKER.downcallHandle(LINKER.defaultLookup().findOrThrow(name), descriptor, CAPTURE);
    }

    /** A call of C: what it returns, or minus the number of the error. */
    private interface Call {
        long invoke(MemorySegment state) throws Throwable;
    }

    private static long call(Call call) {
        try (var arena = Arena.ofConfined()) {
            var state = arena.allocate(STATE);
            var result = call.invoke(state);
            return result >= 0 ? result : -(int) ERRNO.get(state, 0L);
        } catch (Throwable e) {
            throw new IllegalStateException("calling the C library", e);
        }
    }

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
        return new IOException(what + ": " + text((int) -result));
    }

    private static String text(int error) {
        try {
            var text = (MemorySegment) STRERROR.invokeExact(error);
            return text.reinterpret(1024).getString(0);
        } catch (Throwable e) {
            throw new IllegalStateException("calling the C library", e);
        }
    }
}
