package dev.plimsoll.linux.systemd;

import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * What is needed of a message that came.
 *
 * @param answers the number of the call that it answers; 0 for one that answers none
 * @param error the name of an error; empty for none
 * @param text the first value, if that is a text
 */
record DBusReply(long answers, String error, String text) {
    private static final int ERROR_NAME = 4;
    private static final int REPLY_SERIAL = 5;
    private static final int SIGNATURE = 8;

    /**
     * Reads one.
     *
     * @param message from its first byte on, in the order of bytes that it says
     */
    static DBusReply of(ByteBuffer message) throws IOException {
        try {
            return read(message);
        } catch (BufferUnderflowException | IllegalArgumentException e) {
            throw new IOException("a message of systemd cannot be read", e);
        }
    }

    private static DBusReply read(ByteBuffer message) throws IOException {
        message.position(12);
        var end = message.getInt() + 16;
        var answers = 0L;
        var error = "";
        var signature = "";
        while (message.position() < end) {
            align(message, 8);
            var code = message.get();
            var type = signature(message);
            switch (type) {
                case "s", "o" -> {
                    var value = text(message);
                    if (code == ERROR_NAME) error = value;
                }
                case "g" -> {
                    var value = signature(message);
                    if (code == SIGNATURE) signature = value;
                }
                case "u" -> {
                    align(message, 4);
                    var value = Integer.toUnsignedLong(message.getInt());
                    if (code == REPLY_SERIAL) answers = value;
                }
                default -> throw new IOException("a message of systemd has a field of type " + type);
            }
        }
        align(message, 8);
        return new DBusReply(answers, error, signature.startsWith("s") ? text(message) : "");
    }

    private static void align(ByteBuffer message, int to) {
        message.position((message.position() + to - 1) / to * to);
    }

    private static String text(ByteBuffer message) {
        align(message, 4);
        return text(message, message.getInt());
    }

    private static String signature(ByteBuffer message) {
        return text(message, Byte.toUnsignedInt(message.get()));
    }

    private static String text(ByteBuffer message, int length) {
        if (length < 0 || length >= message.remaining()) throw new IllegalArgumentException("too long");
        var utf = new byte[length];
        message.get(utf);
        message.get(); // the zero behind it
        return new String(utf, StandardCharsets.UTF_8);
    }
}
