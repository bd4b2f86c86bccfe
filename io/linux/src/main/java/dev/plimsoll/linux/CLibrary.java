package dev.plimsoll.linux;

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

/** The C library: how its functions are found and called, and what its error numbers mean. */
@SuppressWarnings("restricted")
public final class CLibrary {
    public static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
    public static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
    public static final AddressLayout POINTER = ValueLayout.ADDRESS;

    private static final Linker LINKER = Linker.nativeLinker();
    private static final Linker.Option CAPTURE = Linker.Option.captureCallState("errno");
    private static final StructLayout STATE = Linker.Option.captureStateLayout();
    private static final VarHandle ERRNO = STATE.varHandle(MemoryLayout.PathElement.groupElement("errno"));
    private static final MethodHandle STRERROR =
            LINKER.downcallHandle(LINKER.defaultLookup().findOrThrow("strerror"), FunctionDescriptor.of(POINTER, INT));

    private CLibrary() {}

    /** A function whose first argument is where the error number goes. */
    public static MethodHandle function(String name, FunctionDescriptor descriptor) {
        return LINKER.downcallHandle(LINKER.defaultLookup().findOrThrow(name), descriptor, CAPTURE);
    }

    /** A function that takes any number of arguments after the first ones. */
    public static MethodHandle variadic(String name, int fixed, FunctionDescriptor descriptor) {
        return LINKER.downcallHandle(
                LINKER.defaultLookup().findOrThrow(name), descriptor, CAPTURE, Linker.Option.firstVariadicArg(fixed));
    }

    /** A call of C. */
    public interface Call {
        long invoke(MemorySegment state) throws Throwable;
    }

    /** What a call returns, or minus the error number. */
    public static long call(Call call) {
        try (var arena = Arena.ofConfined()) {
            var state = arena.allocate(STATE);
            var result = call.invoke(state);
            return result >= 0 ? result : -(int) ERRNO.get(state, 0L);
        } catch (Throwable e) {
            throw new IllegalStateException("calling the C library", e);
        }
    }

    /** The system's words for an error number. */
    public static String text(int error) {
        try {
            var text = (MemorySegment) STRERROR.invokeExact(error);
            return text.reinterpret(1024).getString(0);
        } catch (Throwable e) {
            throw new IllegalStateException("calling the C library", e);
        }
    }
}
