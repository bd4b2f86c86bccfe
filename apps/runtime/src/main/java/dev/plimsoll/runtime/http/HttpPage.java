package dev.plimsoll.runtime.http;

import java.io.IOException;

/** Answers requests, each on a virtual thread of its own. */
@FunctionalInterface
public interface HttpPage {
    PageReply answer(PageRequest request) throws IOException;
}
