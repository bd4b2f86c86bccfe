package dev.plimsoll.snapshot;

/** What a snapshot knows of all objects of a kind. */
public sealed interface KindState {
    /** All objects of the kind, as they were at one version of the server. */
    record Listed(String resourceVersion) implements KindState {}

    /** Objects of the kind were in the files; nothing says whether they are all. */
    record Given() implements KindState {}

    /** The server does not have the kind. */
    record Missing() implements KindState {}

    /** The server did not let the kind be read. */
    record Forbidden(String why) implements KindState {}

    /** The server had no answer. */
    record Unread(String why) implements KindState {}

    /** No object of the kind was in the files; nothing says whether the cluster has any. */
    record NotGiven() implements KindState {}

    /** Whether it is known that the snapshot has every object of the kind. */
    default boolean isWhole() {
        return this instanceof Listed || this instanceof Missing;
    }
}
