package dev.plimsoll.nodeagent.simulated.servers;

import java.io.IOException;

/** A program that answers requests. */
public interface SimulatedHttpService {
    HttpReply answer(HttpRequest request) throws IOException, InterruptedException;
}
