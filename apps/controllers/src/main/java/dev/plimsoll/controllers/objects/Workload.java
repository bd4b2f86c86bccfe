package dev.plimsoll.controllers.objects;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.cache.Decoder;
import dev.plimsoll.client.events.About;
import dev.plimsoll.codec.selector.LabelSelector;
import dev.plimsoll.codec.selector.ObjectSelector;
import java.util.Objects;
import java.util.Optional;

/**
 * An object with its whole document, which nobody changes.
 *
 * @param kind as the cache's resource says, for servers that leave it out of lists
 */
public record Workload(Meta meta, String apiVersion, String kind, ObjectNode document) {
    public static Workload of(ObjectNode document) {
        return new Workload(
                Meta.of(document),
                document.path("apiVersion").asText(),
                document.path("kind").asText(),
                document);
    }

    public static Decoder.Decoded<Workload> decode(ObjectNode document) {
        return new Decoder.Decoded.View<>(of(document));
    }

    public ObjectName name() {
        return meta.name();
    }

    public String uid() {
        return meta.uid();
    }

    public JsonNode spec() {
        return document.path("spec");
    }

    public JsonNode status() {
        return document.path("status");
    }

    public int number(String field, int absent) {
        return spec().path(field).asInt(absent);
    }

    public int reported(String field) {
        return status().path(field).asInt();
    }

    /** Empty where there is none, or one that nobody can read: such a workload owns nothing. */
    public Optional<LabelSelector> selector() {
        var selector = spec().path("selector");
        if (!selector.isObject()) return Optional.empty();
        return ObjectSelector.read(selector).filter(read -> !read.isEverything());
    }

    public JsonNode template() {
        return spec().path("template");
    }

    public About about() {
        return About.of(document);
    }

    /** A copy of the document, to be changed and written. */
    public ObjectNode draft() {
        return document.deepCopy();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Workload that && document.equals(that.document);
    }

    @Override
    public int hashCode() {
        return Objects.hash(meta.uid(), meta.version());
    }
}
