package dev.plimsoll.kinds.expressions;

/** What the rules about one object may cost in all. The unit is a step of evaluation, about 50 ns. */
public final class CostBudget {
    /** Of one evaluation. */
    static final long PER_CALL = 1_000_000;
    /** Of all evaluations for one object, which is one request. */
    public static final long PER_OBJECT = 10_000_000;

    private final long most;
    private long spent;

    CostBudget() {
        this(PER_OBJECT);
    }

    /** So much for all evaluations together. */
    public CostBudget(long most) {
        this.most = most;
    }

    /** Ends an evaluation. It is an error because the language turns exceptions into values and goes on with its loops. */
    static final class Exceeded extends Error {
        private static final long serialVersionUID = 1;

        Exceeded() {
            super("operation cancelled: actual cost limit exceeded", null, false, false);
        }
    }

    /** Begins an evaluation. */
    Call call() {
        return new Call();
    }

    boolean isExhausted() {
        return spent > most;
    }

    long spent() {
        return spent;
    }

    /** One evaluation. */
    final class Call {
        private long left = Math.clamp(most - spent, 0, PER_CALL);

        /** Spends, or ends the evaluation before what it is spent on is done. */
        void spend(long cost) {
            spent += Math.min(cost, PER_CALL + 1);
            left -= cost;
            if (cost < 0 || left < 0) throw new Exceeded();
        }

        long left() {
            return Math.max(0, left);
        }
    }
}
