package dev.plimsoll.apiserver.nodes;

import dev.plimsoll.apiserver.request.ApiReply;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/** Passes on what a node sends, piece by piece: the next is taken from the node when the client has taken the last. */
public final class NodeStream implements ApiReply.Stream {
    private static final int PIECE = 32 * 1024;

    private final InputStream from;
    private final long limitBytes;

    public NodeStream(InputStream from, long limitBytes) {
        this.from = from;
        this.limitBytes = limitBytes;
    }

    @Override
    public void run(ApiReply.Sink sink) throws IOException {
        var piece = new byte[PIECE];
        var left = limitBytes;
        try (from) {
            while (left > 0) {
                var read = from.read(piece, 0, (int) Math.min(piece.length, left));
                if (read < 0) return;
                if (read > 0) sink.write(Arrays.copyOf(piece, read));
                left -= read;
            }
        }
    }

    @Override
    public void abandon() {
        try {
            from.close();
        } catch (IOException _) {
            // The node was first.
        }
    }
}
