package dev.plimsoll.core.services;

import java.util.stream.IntStream;

/** Ports, both ends included. */
public record PortRange(int first, int last) {
    public static final PortRange NODE_PORTS = new PortRange(30_000, 32_767);

    public PortRange {
        if (first < 1 || last > 65_535 || last < first)
            throw new IllegalArgumentException(first + "-" + last + " is no range of ports");
    }

    /** Reads {@code 30000-32767}; whatever else is an {@link IllegalArgumentException}. */
    public static PortRange parse(String text) {
        var dash = text.indexOf('-');
        if (dash < 0) throw new IllegalArgumentException("'" + text + "' is no range such as 30000-32767");
        try {
            return new PortRange(Integer.parseInt(text.substring(0, dash)), Integer.parseInt(text.substring(dash + 1)));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("'" + text + "' is no range such as 30000-32767", e);
        }
    }

    public boolean contains(int port) {
        return port >= first && port <= last;
    }

    /** In the order in which they are given away. */
    public IntStream candidates(long start) {
        var size = last - first + 1;
        var band = size <= 32 ? 0 : Math.min(Math.max(16, size / 32), 128);
        return Candidates.of(size, band, start).mapToInt(offset -> (int) (first + offset));
    }

    @Override
    public String toString() {
        return first + "-" + last;
    }
}
