package dev.plimsoll.cli.console;

import dev.plimsoll.cli.text.Paint;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;

/**
 * What a command knows of the place it runs in.
 *
 * @param outIsTerminal whether a person reads the output; the launcher finds out, since Java can only tell for input and
 *     output together
 * @param errorsAreTerminal the same for messages and progress
 */
public record Console(
        InputStream input,
        PrintWriter errors,
        boolean outIsTerminal,
        boolean errorsAreTerminal,
        boolean noColor,
        Log log) {
    public Console(
            InputStream input, PrintWriter errors, boolean outIsTerminal, boolean errorsAreTerminal, boolean noColor) {
        this(input, errors, outIsTerminal, errorsAreTerminal, noColor, new Log(errors, InstantSource.system()));
    }

    public static Console ofProcess() {
        var noColor = System.getenv("NO_COLOR");
        return new Console(
                System.in,
                new PrintWriter(System.err, true, StandardCharsets.UTF_8),
                Boolean.getBoolean("plimsoll.terminal.out"),
                Boolean.getBoolean("plimsoll.terminal.err"),
                noColor != null && !noColor.isEmpty());
    }

    /** One whose messages go to a text that nobody sees as it is written. */
    public Console into(PrintWriter text) {
        return new Console(InputStream.nullInputStream(), text, false, false, noColor);
    }

    public Paint paint(Paint.Choice choice) {
        return Paint.chosen(choice, outIsTerminal, noColor);
    }

    /** Says why a command cannot begin, or cannot go on. */
    public int unreadable(String why) {
        log.problem(why);
        return ExitCode.UNREADABLE;
    }

    /** Says why the answer is no. */
    public int refused(String why) {
        log.problem(why);
        return ExitCode.NO;
    }

    /** A line that the next one replaces; nothing where nobody watches. */
    public void progress(String text) {
        if (!errorsAreTerminal) return;
        errors.print("\r\u001b[K" + text);
        errors.flush();
    }

    /** A step of something that takes minutes: a line that the next one replaces, or a line of its own where nobody watches. */
    public void step(String text) {
        if (errorsAreTerminal) progress(text);
        else errors.println(text);
    }
}
