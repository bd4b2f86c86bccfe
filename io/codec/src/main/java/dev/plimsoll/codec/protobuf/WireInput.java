package dev.plimsoll.codec.protobuf;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The bytes of one message, read field by field. */
final class WireInput {
    static final int VARINT = 0;
    static final int FIXED64 = 1;
    static final int DELIMITED = 2;
    static final int FIXED32 = 5;

    private final byte[] bytes;
    private final int end;
    private int at;

    WireInput(byte[] bytes, int from, int to) {
        this.bytes = bytes;
        this.at = from;
        this.end = to;
    }

    /** Bytes that cannot be what they claim to be. */
    static final class MalformedException extends RuntimeException {
        private static final long serialVersionUID = 1;

        MalformedException(String message) {
            super(message, null, false, false);
        }
    }

    boolean hasMore() {
        return at < end;
    }

    long varint() {
        var value = 0L;
        for (var shift = 0; shift < 64; shift += 7) {
            if (at >= end) throw new MalformedException("the message ends within a number");
            var next = bytes[at++];
            value |= (long) (next & 0x7f) << shift;
            if (next >= 0) return value;
        }
        throw new MalformedException("a number has more than 64 bits");
    }

    double fixed64() {
        if (end - at < Long.BYTES) throw new MalformedException("the message ends within a number");
        var value = 0L;
        for (var shift = 0; shift < 64; shift += 8) value |= (bytes[at++] & 0xffL) << shift;
        return Double.longBitsToDouble(value);
    }

    /** The message inside the next field. */
    WireInput message() {
        var length = length();
        at += length;
        return new WireInput(bytes, at - length, at);
    }

    /** Everything that is left of this message. */
    byte[] rest() {
        var rest = Arrays.copyOfRange(bytes, at, end);
        at = end;
        return rest;
    }

    String text() {
        var length = length();
        at += length;
        return new String(bytes, at - length, length, StandardCharsets.UTF_8);
    }

    private int length() {
        var length = varint();
        if (length < 0 || length > end - at) throw new MalformedException("the message ends within a field");
        return (int) length;
    }

    /** Passes over a field that is not known here. */
    void skip(int wireType) {
        switch (wireType) {
            case VARINT -> varint();
            case FIXED64 -> skipBytes(Long.BYTES);
            case DELIMITED -> skipBytes(length());
            case FIXED32 -> skipBytes(Integer.BYTES);
            default -> throw new MalformedException("a field has the unknown wire type " + wireType);
        }
    }

    private void skipBytes(int count) {
        if (end - at < count) throw new MalformedException("the message ends within a field");
        at += count;
    }
}
