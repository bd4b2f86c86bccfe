package dev.plimsoll.store.embedded;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What is in the place of a store's files now.
 *
 * @param revision at which it begins: later than any that clients have seen
 * @param aside where the files are that were there before, if there were any
 * @param lost what could not be taken over, in sentences; nothing when a backup was restored
 */
public record RestoreReport(long keys, long revision, Optional<Path> aside, List<String> lost) {
    public RestoreReport {
        lost = List.copyOf(lost);
    }
}
