package dev.plimsoll.cri;

/** What an event feed tells. */
public sealed interface ContainerEventNews {
    /** Events follow. What happened before was not told: everything must be listed once now. */
    record Connected() implements ContainerEventNews {}

    record Happened(ContainerEvent event) implements ContainerEventNews {}

    /** No events until {@link Connected} comes again. */
    record Lost(CriReply.Code code, String message) implements ContainerEventNews {}

    /** This runtime has no events; the feed has ended, and only lists will tell. */
    record Unsupported() implements ContainerEventNews {}
}
