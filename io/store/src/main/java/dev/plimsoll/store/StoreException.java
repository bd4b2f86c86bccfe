package dev.plimsoll.store;

/** The outside world is broken, in a way that {@link #problem} names and the message explains to a user. */
public final class StoreException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final StoreProblem problem;

    public StoreException(StoreProblem problem, String sentence) {
        super(sentence);
        this.problem = problem;
    }

    public StoreException(StoreProblem problem, String sentence, Throwable cause) {
        super(sentence, cause);
        this.problem = problem;
    }

    public StoreProblem problem() {
        return problem;
    }
}
