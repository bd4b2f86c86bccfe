package dev.plimsoll.apiserver.http;

import dev.plimsoll.apiserver.request.ApiReply;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A stream that another thread may end between two of its writes, so that its client sees a whole reply and no broken connection. */
final class EndableStream implements ApiReply.Stream {
    private final ApiReply.Stream stream;
    /** The thread that runs it; an interrupt in the middle of a write would break the reply. */
    private @Nullable Thread runner;

    private boolean writes;
    private boolean broken;
    private boolean ended;

    EndableStream(ApiReply.Stream stream) {
        this.stream = stream;
    }

    /** The stream was ended before this write. */
    private static final class EndedException extends IOException {
        private static final long serialVersionUID = 1;
    }

    @Override
    public void run(ApiReply.Sink sink) throws IOException, InterruptedException {
        if (!begin()) {
            stream.abandon();
            return;
        }
        try {
            stream.run(new Interruptible(sink));
        } catch (IOException | InterruptedException e) {
            if (!isEndedWhole()) throw e; // otherwise it was interrupted where it waited, or before a write
        } finally {
            if (finish()) Thread.interrupted(); // meant for the stream, not for what the thread does next
        }
    }

    private synchronized boolean begin() {
        if (ended) return false;
        runner = Thread.currentThread();
        return true;
    }

    private synchronized boolean finish() {
        runner = null;
        return ended;
    }

    private synchronized boolean isEndedWhole() {
        return ended && !broken;
    }

    /** Ends it now if it waits, or after the write that is under way. */
    synchronized void end() {
        ended = true;
        if (runner != null && !writes) runner.interrupt();
    }

    private synchronized void beginWrite() throws EndedException {
        requireGoingOn();
        writes = true;
    }

    private synchronized void finishWrite(boolean isWhole) {
        writes = false;
        if (!isWhole) broken = true;
    }

    private synchronized void requireGoingOn() throws EndedException {
        if (ended) throw new EndedException();
    }

    private interface Write {
        void perform() throws IOException;
    }

    private void write(Write write) throws IOException {
        beginWrite();
        var isWhole = false;
        try {
            write.perform();
            isWhole = true;
        } finally {
            finishWrite(isWhole);
        }
        requireGoingOn();
    }

    /** Lets an end wait for a write. */
    private final class Interruptible implements ApiReply.Sink {
        private final ApiReply.Sink sink;

        Interruptible(ApiReply.Sink sink) {
            this.sink = sink;
        }

        @Override
        public void write(byte[] bytes) throws IOException {
            EndableStream.this.write(() -> sink.write(bytes));
        }

        @Override
        public void write(ApiReply.ObjectEvent event) throws IOException {
            EndableStream.this.write(() -> sink.write(event));
        }
    }
}
