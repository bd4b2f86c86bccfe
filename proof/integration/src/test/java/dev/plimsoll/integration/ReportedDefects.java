package dev.plimsoll.integration;

import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.runtime.Reporter;
import java.util.function.Consumer;

/**
 * What programs report in a test: mistakes are kept for its end.
 *
 * @param told hears what is tried again; what does not come right in the end fails the test by itself
 * @param defects hears of mistakes
 */
public record ReportedDefects(Consumer<String> told, Consumer<RuntimeException> defects) implements Reporter {
    /** Keeps mistakes as texts. */
    public static ReportedDefects asTexts(Consumer<String> defects) {
        return new ReportedDefects(
                _ -> {},
                exception -> defects.accept(
                        exception.getCause() == null
                                ? exception.toString()
                                : exception + ", caused by " + exception.getCause()));
    }

    @Override
    public void tell(String problem) {
        told.accept(problem);
    }

    @Override
    public void defect(String where, RuntimeException exception) {
        defects.accept(new IllegalStateException(where, exception));
    }

    @Override
    public void unreadable(ObjectName name, String why) {
        defects.accept(new IllegalStateException(name + ": " + why));
    }

    @Override
    public void trouble(ApiResource resource, String problem) {
        told.accept(resource + ": " + problem);
    }

    @Override
    public void defect(RuntimeException exception) {
        defects.accept(exception);
    }
}
