package dev.plimsoll.scheduler;

/** Hears of what went wrong and is tried again or passed over; a log. */
public interface SchedulerReporter {
    void tell(String problem);

    /** A mistake of ours; the loop goes on. */
    void defect(String where, RuntimeException exception);
}
