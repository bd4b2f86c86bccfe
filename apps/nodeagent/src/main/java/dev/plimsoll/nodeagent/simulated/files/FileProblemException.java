package dev.plimsoll.nodeagent.simulated.files;

/** What a kernel would say. */
public final class FileProblemException extends Exception {
    private static final long serialVersionUID = 1;

    public static final String MISSING = "No such file or directory";
    public static final String READ_ONLY = "Read-only file system";
    public static final String IS_DIRECTORY = "Is a directory";
    public static final String NOT_DIRECTORY = "Not a directory";
    public static final String FULL = "No space left on device";
    public static final String EXISTS = "File exists";
    public static final String NOT_EMPTY = "Directory not empty";
    public static final String LOOP = "Too many levels of symbolic links";
    public static final String BUSY = "Device or resource busy";

    private final String problem;

    public FileProblemException(String problem) {
        super(problem);
        this.problem = problem;
    }

    public String problem() {
        return problem;
    }
}
