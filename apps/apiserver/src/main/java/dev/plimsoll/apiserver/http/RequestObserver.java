package dev.plimsoll.apiserver.http;

import java.time.Duration;

/** Is told of requests; must not fail and must not take long. */
public interface RequestObserver {
    /** A watch begins to stream. */
    default void streams(ApiRequest request) {}

    /** A request is answered, or its stream has ended. */
    void completed(ApiRequest request, int status, Duration took);
}
