package dev.plimsoll.nodeagent.volumes;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A file that the node writes into a volume: its content, and permissions in the bits of {@code chmod}. */
public final class PayloadFile {
    public static final int USUAL_MODE = 0_644;

    private final byte[] content;
    private final int mode;

    public PayloadFile(byte[] content, int mode) {
        this.content = content.clone();
        this.mode = mode;
    }

    public byte[] content() {
        return content;
    }

    public int mode() {
        return mode;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof PayloadFile file && mode == file.mode && Arrays.equals(content, file.content);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(content) + mode;
    }

    @Override
    public String toString() {
        return content.length + " bytes, mode " + Integer.toOctalString(mode);
    }
}
