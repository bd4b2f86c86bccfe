package dev.plimsoll.apiserver.storage;

import dev.plimsoll.kinds.refusal.Refusal;
import dev.plimsoll.store.StoreProblem;

/** What a client is told when the store fails: what it can do, and no names of files, which are in the log of the server. */
public final class StoreRefusals {
    public static final String UNCERTAIN =
            "the store did not confirm the write: it may have been made or not; read the object before you try again";

    private StoreRefusals() {}

    /**
     * The refusal for a failure of the store.
     *
     * @param why used where it names a server that does not answer, never where it names files
     */
    public static Refusal of(StoreProblem problem, String why) {
        return switch (problem) {
            case TOO_LARGE ->
                new Refusal.TooLarge("Request entity too large: the store does not take a value of this size");
            case OUT_OF_SPACE ->
                new Refusal.Unavailable(
                        "the store has no room left, so nothing can be created or changed: delete objects that "
                                + "are not needed, or free disk space on the server and run \"plimsoll store compact\" there");
            case DAMAGED ->
                new Refusal.Unavailable(
                        "the store is damaged and takes no writes; the log of the server says what to do");
            case IO -> new Refusal.Unavailable("the disk of the store failed; the log of the server says what to do");
            case IN_USE, CLOSED, UNKNOWN_FORMAT -> new Refusal.Unavailable("the store is not open");
            case UNAVAILABLE, REFUSED -> new Refusal.Unavailable(why);
        };
    }
}
