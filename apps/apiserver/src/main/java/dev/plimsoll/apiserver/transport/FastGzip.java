package dev.plimsoll.apiserver.transport;

import java.io.IOException;
import java.io.OutputStream;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/** Compresses quickly rather than well: lists of objects repeat themselves so much that the default takes longer for little. */
final class FastGzip extends GZIPOutputStream {
    private static final int BUFFER = 32 * 1024;

    FastGzip(OutputStream out) throws IOException {
        super(out, BUFFER);
        def.setLevel(Deflater.BEST_SPEED);
    }
}
