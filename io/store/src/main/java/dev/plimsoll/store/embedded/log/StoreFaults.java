package dev.plimsoll.store.embedded.log;

import dev.plimsoll.store.Fault;
import dev.plimsoll.store.StoreProblem;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What went wrong with an open store. The first grave fault stays until the store is opened again; lack of room may pass. */
public final class StoreFaults {
    private final AtomicReference<@Nullable Fault> current = new AtomicReference<>();
    private final Consumer<String> told;

    public StoreFaults(Consumer<String> told) {
        this.told = told;
    }

    public Optional<Fault> current() {
        return Optional.ofNullable(current.get());
    }

    /** Tells of it once. */
    public void report(StoreProblem problem, String why) {
        var before = current.getAndUpdate(now -> now == null || isPassing(now) ? new Fault(problem, why) : now);
        if (before == null || (isPassing(before) && problem != before.problem())) told.accept(why);
    }

    /** There is room again. */
    void passed(String sentence) {
        var before = current.getAndUpdate(now -> now != null && isPassing(now) ? null : now);
        if (before != null && isPassing(before)) told.accept(sentence);
    }

    /** Something to know that is no fault. */
    public void note(String sentence) {
        told.accept(sentence);
    }

    private static boolean isPassing(Fault fault) {
        return fault.problem() == StoreProblem.OUT_OF_SPACE;
    }
}
