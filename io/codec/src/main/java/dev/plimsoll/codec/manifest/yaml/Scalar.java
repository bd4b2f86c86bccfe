package dev.plimsoll.codec.manifest.yaml;

import com.fasterxml.jackson.databind.JsonNode;

/** What a text in a manifest means: a value, or the reason why it has none in JSON. */
sealed interface Scalar {
    record Value(JsonNode node) implements Scalar {}

    record Unusable(String reason) implements Scalar {}
}
