package dev.plimsoll.autoscaler.prometheus;

import dev.plimsoll.client.pace.ComponentThreads;
import dev.plimsoll.client.pace.Time;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;

/** The body of an answer that may take only so long and have only so many bytes. All that goes wrong names the page. */
final class BoundedBody extends FilterInputStream {
    private final String page;
    private final long mostBytes;
    private final Duration patience;
    private final Thread guard;
    private volatile boolean isLate;
    private long bytes;

    /** @param patience from now on, for the whole of it */
    BoundedBody(String page, InputStream body, long mostBytes, Duration patience, Time time) {
        super(body);
        this.page = page;
        this.mostBytes = mostBytes;
        this.patience = patience;
        this.guard = ComponentThreads.named("prometheus-patience").start(() -> guard(time));
    }

    /** A reader that waits for the next bytes is woken by the end of the stream that it reads. */
    private void guard(Time time) {
        try {
            time.sleep(patience);
            isLate = true;
            in.close();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // it was read in time
        } catch (IOException _) {
            // The reader is told that it is late, whatever closing says.
        }
    }

    @Override
    public int read() throws IOException {
        var one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        int count;
        try {
            count = in.read(target, offset, length);
        } catch (IOException e) {
            throw isLate ? late() : new IOException(page + ": the answer broke off: " + e.getMessage(), e);
        }
        if (isLate) throw late();
        bytes += Math.max(0, count);
        if (bytes > mostBytes) {
            throw new IOException(page + ": the answer has more than " + mostBytes
                    + " bytes; ask for a shorter time or a coarser resolution");
        }
        return count;
    }

    private IOException late() {
        return new IOException(page + ": the answer was not complete after " + patience.toMillis() / 1e3 + " s; it had "
                + bytes + " bytes by then");
    }

    @Override
    public void close() throws IOException {
        guard.interrupt();
        super.close();
    }
}
