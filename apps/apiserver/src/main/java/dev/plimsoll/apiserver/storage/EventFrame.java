package dev.plimsoll.apiserver.storage;

import java.nio.charset.StandardCharsets;

/** One event of a watch as it is sent: a line of JSON. */
public final class EventFrame {
    private static final byte[] END = "}\n".getBytes(StandardCharsets.US_ASCII);

    private EventFrame() {}

    public static byte[] of(String type, byte[] object) {
        var head = ("{\"type\":\"" + type + "\",\"object\":").getBytes(StandardCharsets.US_ASCII);
        var frame = new byte[head.length + object.length + END.length];
        System.arraycopy(head, 0, frame, 0, head.length);
        System.arraycopy(object, 0, frame, head.length, object.length);
        System.arraycopy(END, 0, frame, head.length + object.length, END.length);
        return frame;
    }
}
