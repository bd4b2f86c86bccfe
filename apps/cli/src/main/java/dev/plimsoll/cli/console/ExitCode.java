package dev.plimsoll.cli.console;

/** What the program's exit code says to a script. */
public final class ExitCode {
    public static final int OK = 0;
    /** A pod would be refused, a recording differs. */
    public static final int NO = 1;
    /** Arguments or files that cannot be read. */
    public static final int UNREADABLE = 2;

    public static final int DEFECT = 3;

    private ExitCode() {}
}
