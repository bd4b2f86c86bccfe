package dev.plimsoll.apiserver.request;

import java.time.Duration;

/** Is told of requests; must not fail and must not take long. */
public interface RequestObserver {
    /** A watch, a log, a proxied reply or a session begins to stream. */
    default void streams(ApiRequest request) {}

    /** What began to stream has ended. */
    default void streamed(ApiRequest request) {}

    /** A request is answered, or its stream has ended. */
    void completed(ApiRequest request, int status, Duration took);
}
