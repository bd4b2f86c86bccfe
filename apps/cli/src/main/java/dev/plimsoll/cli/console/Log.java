package dev.plimsoll.cli.console;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.InstantSource;

/**
 * What a program says of its own work: sentences for people, or an object a line for programs that collect logs, with the member
 * names that components of Kubernetes use.
 */
public final class Log {
    /** How it is written. */
    public enum Format {
        text,
        json
    }

    private final PrintWriter errors;
    private final InstantSource clock;
    private volatile Format format = Format.text;

    Log(PrintWriter errors, InstantSource clock) {
        this.errors = errors;
        this.clock = clock;
    }

    public void format(Format chosen) {
        format = chosen;
    }

    public boolean isForPeople() {
        return format == Format.text;
    }

    /** All is well; people read it at {@code out}. */
    public void say(PrintWriter out, String text) {
        switch (format) {
            case text -> {
                out.println("plimsoll: " + text);
                out.flush();
            }
            case json -> write("info", text, "");
        }
    }

    /** Something is not as it should be. */
    public void problem(String text) {
        switch (format) {
            case text -> {
                errors.println("plimsoll: " + text);
                errors.flush();
            }
            case json -> write("error", text, "");
        }
    }

    /** A mistake of ours. The trace is for the report, not for the reader. */
    public void defect(String where, Throwable problem) {
        var place = where.isEmpty() ? "" : " (" + where + ")";
        switch (format) {
            case text -> problem("a defect in plimsoll: " + problem + place);
            case json -> write("error", "a defect in plimsoll" + place, problem.toString());
        }
        if (System.getenv("PLIMSOLL_TRACE") != null) problem.printStackTrace(errors);
        errors.flush();
    }

    private void write(String level, String message, String error) {
        var line = JsonNodeFactory.instance.objectNode();
        line.put("ts", seconds(clock.instant()));
        line.put("level", level);
        line.put("msg", message);
        if (!error.isEmpty()) line.put("err", error);
        errors.println(line);
        errors.flush();
    }

    private static BigDecimal seconds(Instant time) {
        return BigDecimal.valueOf(time.toEpochMilli(), 3);
    }
}
