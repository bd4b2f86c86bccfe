package dev.plimsoll.cli.watch;

import dev.plimsoll.cli.text.Paint;
import dev.plimsoll.console.cluster.ResourceStates;

/** Amounts as bars and short texts. */
final class Bar {
    private static final String[] PARTS = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
    private static final double HIGH = 0.9;
    private static final String[] UNITS = {"", "Ki", "Mi", "Gi", "Ti"};

    private Bar() {}

    /** So much of a whole, in so many characters. */
    static String of(long part, long whole, int width) {
        if (whole <= 0 || part < 0) return "·".repeat(width);
        var eighths = (int) Math.round(Math.clamp((double) part / whole, 0, 1) * width * 8);
        var full = eighths / 8;
        var text = "█".repeat(full) + PARTS[eighths % 8];
        return text + "·".repeat(Math.max(0, width - full - (eighths % 8 == 0 ? 0 : 1)));
    }

    /** Red where little is left. */
    static String painted(Paint paint, long part, long whole, int width) {
        var bar = of(part, whole, width);
        return whole > 0 && part > HIGH * whole ? paint.bad(bar) : paint.good(bar);
    }

    static String cpu(long milli) {
        if (milli == ResourceStates.UNKNOWN) return "-";
        return milli % 1000 == 0 ? Long.toString(milli / 1000) : milli + "m";
    }

    static String memory(long bytes) {
        if (bytes == ResourceStates.UNKNOWN) return "-";
        var amount = (double) bytes;
        var unit = 0;
        while (amount >= 1024 && unit < UNITS.length - 1) {
            amount /= 1024;
            unit++;
        }
        var rounded = Math.round(amount * 10) / 10.0;
        return (rounded == Math.rint(rounded) ? Long.toString((long) rounded) : Double.toString(rounded)) + UNITS[unit];
    }
}
