package dev.plimsoll.linux.cgroup;

import java.util.Optional;
import java.util.regex.Pattern;

/** How long some or all processes waited for a resource. */
public record Pressure(Line some, Line full) {
    private static final Pattern LINE =
            Pattern.compile("(some|full) avg10=([0-9.]+) avg60=([0-9.]+) avg300=([0-9.]+) total=(\\d{1,18})");

    /**
     * One line.
     *
     * @param average10 per cent of the last 10 seconds
     * @param total microseconds
     */
    public record Line(double average10, double average60, double average300, long total) {
        static final Line NONE = new Line(0, 0, 0, 0);
    }

    /** Empty where no line could be read. Older kernels have no {@code full} for CPU. */
    static Optional<Pressure> parse(String text) {
        var some = Line.NONE;
        var full = Line.NONE;
        var found = false;
        var matcher = LINE.matcher(text);
        while (matcher.find()) {
            var line = new Line(
                    Double.parseDouble(matcher.group(2)),
                    Double.parseDouble(matcher.group(3)),
                    Double.parseDouble(matcher.group(4)),
                    Long.parseLong(matcher.group(5)));
            if (matcher.group(1).equals("some")) some = line;
            else full = line;
            found = true;
        }
        return found ? Optional.of(new Pressure(some, full)) : Optional.empty();
    }
}
