package dev.plimsoll.autoscaler.admission;

import dev.plimsoll.runtime.http.HttpPage;
import dev.plimsoll.runtime.http.PageReply;
import dev.plimsoll.runtime.http.PageRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.concurrent.Semaphore;
import java.util.function.UnaryOperator;

/** What API servers call. */
final class WebhookPage implements HttpPage {
    private static final int LARGEST_BODY = 8 << 20;
    private static final int PIECE = 64 * 1024;
    /** Pieces of bodies that are held at one time. Callers need not say who they are: they share 64 MiB. */
    private final Semaphore pieces = new Semaphore(1024);

    private final UnaryOperator<byte[]> answer;

    WebhookPage(UnaryOperator<byte[]> answer) {
        this.answer = answer;
    }

    @Override
    public PageReply answer(PageRequest request) throws IOException {
        var held = 0;
        try {
            var received = new ByteArrayOutputStream();
            while (received.size() <= LARGEST_BODY) {
                if (!pieces.tryAcquire()) return PageReply.empty(503).with("Retry-After", "1");
                held++;
                var piece = request.body().readNBytes(PIECE);
                if (piece.length == 0) break;
                received.writeBytes(piece);
            }
            if (received.size() > LARGEST_BODY) return PageReply.empty(413);
            if (!request.contentType().startsWith("application/json")) return PageReply.empty(200);
            return PageReply.of(200, "application/json", answer.apply(received.toByteArray()));
        } finally {
            pieces.release(held);
        }
    }
}
