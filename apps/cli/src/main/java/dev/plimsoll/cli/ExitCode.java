package dev.plimsoll.cli;

/** What the program's exit code says to a script. */
final class ExitCode {
    static final int OK = 0;
    /** A pod would be refused, a recording differs. */
    static final int NO = 1;
    /** Arguments or files that cannot be read. */
    static final int UNREADABLE = 2;

    static final int DEFECT = 3;

    private ExitCode() {}
}
