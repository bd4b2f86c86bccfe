package dev.plimsoll.codec.protobuf;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A message written from its end to its start: what a field holds is written before its length, which is then known, so that nothing
 * is measured first or copied afterwards.
 */
final class WireOutput {
    private byte[] bytes;
    private int start;

    WireOutput(int expected) {
        this.bytes = new byte[Math.max(64, expected)];
        this.start = bytes.length;
    }

    /** How many bytes are written. */
    int length() {
        return bytes.length - start;
    }

    byte[] toBytes() {
        return Arrays.copyOfRange(bytes, start, bytes.length);
    }

    void raw(byte[] content) {
        room(content.length);
        start -= content.length;
        System.arraycopy(content, 0, bytes, start, content.length);
    }

    void varint(long value) {
        var size = Math.max(1, (70 - Long.numberOfLeadingZeros(value)) / 7);
        room(size);
        start -= size;
        var at = start;
        var rest = value;
        for (var left = size; left > 1; left--) {
            bytes[at++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[at] = (byte) rest;
    }

    void fixed64(double value) {
        room(Long.BYTES);
        var rest = Double.doubleToRawLongBits(value);
        start -= Long.BYTES;
        for (var at = start; at < start + Long.BYTES; at++) {
            bytes[at] = (byte) rest;
            rest >>>= 8;
        }
    }

    void tag(int number, int wireType) {
        varint((long) number << 3 | wireType);
    }

    /** Ends (that is, begins) a field whose content was written since there were {@code before} bytes. */
    void delimited(int number, int before) {
        varint(length() - before);
        tag(number, WireInput.DELIMITED);
    }

    void text(int number, String text) {
        bytes(number, text.getBytes(StandardCharsets.UTF_8));
    }

    void bytes(int number, byte[] content) {
        var before = length();
        raw(content);
        delimited(number, before);
    }

    void number(int number, long value) {
        varint(value);
        tag(number, WireInput.VARINT);
    }

    private void room(int wanted) {
        if (start >= wanted) return;
        var length = length();
        var larger = new byte[Math.max(bytes.length * 2, length + wanted)];
        System.arraycopy(bytes, start, larger, larger.length - length, length);
        start = larger.length - length;
        bytes = larger;
    }
}
