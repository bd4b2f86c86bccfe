package dev.plimsoll.streams;

import java.io.InputStream;
import java.io.OutputStream;

/** Bytes both ways. Reading and writing block, and may be done by two threads; closing wakes both. */
public interface DuplexStream extends AutoCloseable {
    InputStream input();

    /** Each write is sent at once. */
    OutputStream output();

    @Override
    void close();
}
