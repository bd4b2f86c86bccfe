package dev.plimsoll.nodeagent.simulated.text;

/** {@code hexdump}: bytes as numbers. */
public final class Hexdump {
    private static final int WIDTH = 16;

    private Hexdump() {}

    /** In the form of {@code -C}: offset, sixteen bytes, and the characters that they are. */
    public static String canonical(byte[] bytes) {
        var text = new StringBuilder();
        for (var start = 0; start < bytes.length; start += WIDTH) {
            text.append("%08x ".formatted(start));
            var shown = new StringBuilder();
            for (var i = start; i < start + WIDTH; i++) {
                if (i % (WIDTH / 2) == 0) text.append(' ');
                if (i >= bytes.length) {
                    text.append("   ");
                    continue;
                }
                text.append("%02x ".formatted(bytes[i] & 0xff));
                shown.append(bytes[i] >= ' ' && bytes[i] < 127 ? (char) bytes[i] : '.');
            }
            text.append(" |").append(shown).append("|\n");
        }
        return text.append("%08x\n".formatted(bytes.length)).toString();
    }

    /** Without options: words of two bytes in the order of the machine. */
    public static String words(byte[] bytes) {
        var text = new StringBuilder();
        for (var start = 0; start < bytes.length; start += WIDTH) {
            text.append("%07x".formatted(start));
            for (var i = start; i < Math.min(start + WIDTH, bytes.length); i += 2) {
                var high = i + 1 < bytes.length ? bytes[i + 1] & 0xff : 0;
                text.append(" %02x%02x".formatted(high, bytes[i] & 0xff));
            }
            text.append('\n');
        }
        return text.append("%07x\n".formatted(bytes.length)).toString();
    }
}
