package dev.plimsoll.objects;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.SharedDocument;
import dev.plimsoll.client.cache.ObjectDecoder;
import java.util.function.Function;

/** A resource of the API and the type that its documents are read as. */
public record ObjectKind<T extends ApiObject>(ApiResource resource, Class<T> type, Function<ObjectNode, T> reader) {
    /** A kind of which nobody asks more than its metadata and conditions. */
    public static ObjectKind<ApiObject> untyped(ApiResource resource) {
        return new ObjectKind<>(resource, ApiObject.class, ApiObject::new);
    }

    /** An object over a document, which nobody changes any more. Holders of a shared document share the object. */
    public T of(ObjectNode document) {
        return document instanceof SharedDocument shared ? shared.as(type, reader) : reader.apply(document);
    }

    public ObjectDecoder.Decoded<T> decode(ObjectNode document) {
        return new ObjectDecoder.Decoded.View<>(of(document));
    }
}
