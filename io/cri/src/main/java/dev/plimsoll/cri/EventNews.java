package dev.plimsoll.cri;

/** What an event feed tells. */
public sealed interface EventNews {
    /** Events follow. What happened before was not told: everything must be listed once now. */
    record Connected() implements EventNews {}

    record Happened(ContainerEvent event) implements EventNews {}

    /** No events until {@link Connected} comes again. */
    record Lost(Answer.Code code, String message) implements EventNews {}

    /** This runtime has no events; the feed has ended, and only lists will tell. */
    record Unsupported() implements EventNews {}
}
