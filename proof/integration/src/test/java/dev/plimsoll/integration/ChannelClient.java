package dev.plimsoll.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A client of sessions over WebSockets that gathers what comes, by channel. */
final class ChannelClient implements WebSocket.Listener {
    private static final byte[] NO_MORE_INPUT = {(byte) 255, 0};

    private final Map<Integer, ByteArrayOutputStream> channels = new TreeMap<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final ByteArrayOutputStream message = new ByteArrayOutputStream();

    @Override
    public synchronized CompletionStage<?> onBinary(WebSocket socket, ByteBuffer data, boolean last) {
        while (data.hasRemaining()) message.write(data.get());
        if (last) {
            var bytes = message.toByteArray();
            message.reset();
            if (bytes.length > 0)
                channels.computeIfAbsent((int) bytes[0], _ -> new ByteArrayOutputStream())
                        .write(bytes, 1, bytes.length - 1);
        }
        socket.request(1);
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletionStage<?> onClose(WebSocket socket, int code, String reason) {
        closed.countDown();
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public void onError(WebSocket socket, Throwable error) {
        closed.countDown();
    }

    synchronized String text(int channel) {
        var all = channels.get(channel);
        return all == null ? "" : all.toString(StandardCharsets.UTF_8);
    }

    void awaitEnd() throws InterruptedException {
        assertThat(closed.await(2, TimeUnit.MINUTES)).as("the session ends").isTrue();
    }

    static void send(WebSocket socket, int channel, String text) {
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        var message = ByteBuffer.allocate(1 + bytes.length).put((byte) channel).put(bytes);
        socket.sendBinary(message.flip(), true).orTimeout(2, TimeUnit.MINUTES).join();
    }

    static void endInput(WebSocket socket) {
        socket.sendBinary(ByteBuffer.wrap(NO_MORE_INPUT), true).join();
    }
}
