package dev.plimsoll.snapshot.tree;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;

/** A stream that ends with an exception where it has too much, before anybody has tried to understand it. */
public final class BoundedInput extends FilterInputStream {
    /** More than is read. */
    public static final class TooMuchException extends IOException {
        private static final long serialVersionUID = 1L;

        public TooMuchException(String message) {
            super(message);
        }
    }

    private final long most;
    private long mostOfObject;
    private long read;
    private long begun;

    /**
     * @param most of the whole stream
     * @param mostOfObject between two calls of {@link #beginObject}; what a reader takes ahead counts
     */
    public BoundedInput(InputStream in, long most, long mostOfObject) {
        super(in);
        this.most = most;
        this.mostOfObject = mostOfObject;
    }

    public void beginObject() {
        begun = read;
    }

    /** For what is read as a whole: only the bound of the stream counts. */
    public void unbound() {
        mostOfObject = most;
    }

    public long bytesRead() {
        return read;
    }

    @Override
    public int read() throws IOException {
        var next = super.read();
        if (next >= 0) count(1);
        return next;
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
        var count = super.read(into, from, length);
        if (count > 0) count(count);
        return count;
    }

    private void count(int bytes) throws TooMuchException {
        read += bytes;
        if (read > most) throw new TooMuchException("more than " + grouped(most) + " bytes, decompressed");
        if (read - begun > mostOfObject) {
            throw new TooMuchException("an object has more than " + grouped(mostOfObject) + " bytes");
        }
    }

    private static String grouped(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }
}
