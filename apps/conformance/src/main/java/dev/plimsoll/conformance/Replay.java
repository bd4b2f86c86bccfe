package dev.plimsoll.conformance;

import com.fasterxml.jackson.databind.JsonNode;

/** Makes the decision that one recorded line describes, and compares. */
public interface Replay {
    /** The name of the recording, such as {@code pods} of {@code pods.jsonl.gz}. */
    String recording();

    ReplayVerdict replay(JsonNode line);
}
