package dev.plimsoll.linux.files;

import static dev.plimsoll.linux.CLibrary.INT;
import static dev.plimsoll.linux.CLibrary.LONG;
import static dev.plimsoll.linux.CLibrary.POINTER;

import dev.plimsoll.linux.CLibrary;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;

/**
 * How many files a file system can hold.
 *
 * @param total 0 where there is no bound
 */
public record FileSystemInodes(long total, long free) {
    private static final MethodHandle STATFS =
            CLibrary.function("statfs", FunctionDescriptor.of(INT, POINTER, POINTER));
    /** More than the structure has on any machine of 64 bits. */
    private static final int STRUCTURE = 256;
    /** After type, block size, blocks, free blocks and available blocks, of 8 bytes each. */
    private static final int FILES = 40;

    private static final int FREE = 48;

    /** Of the file system that a path is on. */
    public static FileSystemInodes of(Path path) throws IOException {
        try (var arena = Arena.ofConfined()) {
            var name = arena.allocateFrom(path.toString());
            var structure = arena.allocate(STRUCTURE, Long.BYTES);
            var result = CLibrary.call(state -> (int) STATFS.invokeExact(state, name, structure));
            if (result < 0) throw new IOException(path + ": " + CLibrary.text((int) -result));
            return new FileSystemInodes(structure.get(LONG, FILES), structure.get(LONG, FREE));
        }
    }
}
