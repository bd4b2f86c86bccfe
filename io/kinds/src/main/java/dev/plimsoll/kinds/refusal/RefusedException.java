package dev.plimsoll.kinds.refusal;

/** Carries a refusal from where it is decided to the one place that answers. It has no stack: it is no defect. */
public final class RefusedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient Refusal refusal;

    public RefusedException(Refusal refusal) {
        super(refusal.getClass().getSimpleName(), null, false, false);
        this.refusal = refusal;
    }

    public Refusal refusal() {
        return refusal;
    }
}
