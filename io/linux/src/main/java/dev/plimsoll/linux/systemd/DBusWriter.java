package dev.plimsoll.linux.systemd;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Writes values as D-Bus has them (specification 0.43), in little-endian order. Each is aligned to the beginning of the message's part. */
final class DBusWriter {
    private ByteBuffer bytes = ByteBuffer.allocate(512).order(ByteOrder.LITTLE_ENDIAN);

    private ByteBuffer room(int count) {
        if (bytes.remaining() < count) {
            var more = ByteBuffer.allocate(2 * (bytes.capacity() + count)).order(ByteOrder.LITTLE_ENDIAN);
            bytes = more.put(bytes.flip());
        }
        return bytes;
    }

    DBusWriter align(int to) {
        while (bytes.position() % to != 0) room(1).put((byte) 0);
        return this;
    }

    DBusWriter octet(int value) {
        room(1).put((byte) value);
        return this;
    }

    DBusWriter uint32(long value) {
        align(4).room(4).putInt((int) value);
        return this;
    }

    DBusWriter uint64(long value) {
        align(8).room(8).putLong(value);
        return this;
    }

    DBusWriter flag(boolean value) {
        return uint32(value ? 1 : 0);
    }

    /** A text, or the path of an object. */
    DBusWriter text(String value) {
        var utf = value.getBytes(StandardCharsets.UTF_8);
        uint32(utf.length);
        room(utf.length + 1).put(utf).put((byte) 0);
        return this;
    }

    DBusWriter signature(String value) {
        var ascii = value.getBytes(StandardCharsets.US_ASCII);
        octet(ascii.length);
        room(ascii.length + 1).put(ascii).put((byte) 0);
        return this;
    }

    /** Writes the elements of an array, whose length in bytes comes before them. */
    DBusWriter array(int alignment, Runnable elements) {
        uint32(0);
        var length = bytes.position() - 4;
        align(alignment);
        var first = bytes.position();
        elements.run();
        bytes.putInt(length, bytes.position() - first);
        return this;
    }

    byte[] toByteArray() {
        return Arrays.copyOf(bytes.array(), bytes.position());
    }
}
