package dev.plimsoll.streams;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;

/**
 * Bytes from one thread to another, a bounded number at a time. Who closes the writing end lets the reader read to the end; who closes the
 * reading end lets the writer fail.
 */
public final class BytePipe {
    private final byte[] ring;
    private final Input input = new Input();
    private final Output output = new Output();
    private int start;
    private int size;
    private boolean written;
    private boolean abandoned;

    public BytePipe(int bytes) {
        this.ring = new byte[bytes];
    }

    public InputStream input() {
        return input;
    }

    public OutputStream output() {
        return output;
    }

    private synchronized int take(byte[] bytes, int offset, int length) throws IOException {
        if (length == 0) return 0;
        while (size == 0) {
            if (abandoned) throw new IOException("the pipe is closed");
            if (written) return -1;
            await();
        }
        var count = Math.min(Math.min(length, size), ring.length - start);
        System.arraycopy(ring, start, bytes, offset, count);
        start = (start + count) % ring.length;
        size -= count;
        notifyAll();
        return count;
    }

    private synchronized void put(byte[] bytes, int offset, int length) throws IOException {
        var done = 0;
        while (done < length) {
            while (size == ring.length && !abandoned && !written) await();
            if (abandoned || written) throw new IOException("the pipe is closed");
            var end = (start + size) % ring.length;
            var count = Math.min(Math.min(length - done, ring.length - size), ring.length - end);
            System.arraycopy(bytes, offset + done, ring, end, count);
            size += count;
            done += count;
            notifyAll();
        }
    }

    /** Until something changes; the callers look again. */
    @SuppressWarnings("WaitNotInLoop")
    private void await() throws InterruptedIOException {
        try {
            wait();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            var interrupted = new InterruptedIOException("interrupted");
            interrupted.initCause(e);
            throw interrupted;
        }
    }

    private synchronized void closeOutput() {
        written = true;
        notifyAll();
    }

    private synchronized void closeInput() {
        abandoned = true;
        size = 0;
        notifyAll();
    }

    private final class Input extends InputStream {
        @Override
        public int read() throws IOException {
            var one = new byte[1];
            return take(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            return take(bytes, offset, length);
        }

        @Override
        public int available() {
            synchronized (BytePipe.this) {
                return size;
            }
        }

        @Override
        public void close() {
            closeInput();
        }
    }

    private final class Output extends OutputStream {
        @Override
        public void write(int b) throws IOException {
            put(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            put(bytes, offset, length);
        }

        @Override
        public void close() {
            closeOutput();
        }
    }
}
