package dev.plimsoll.codec.apply;

/**
 * A field that the applier wants to change and another manager owns.
 *
 * @param manager the owner, as messages name it
 * @param path the field, as messages write it
 */
public record Conflict(String manager, String path) {
    /** The message of the cause in the failure object. */
    public String message() {
        return "conflict with " + manager;
    }
}
