package dev.plimsoll.objects;

import static dev.plimsoll.objects.tree.DocumentFields.text;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * What a document says that it is.
 *
 * @param apiVersion such as {@code apps/v1}; empty where it says nothing
 * @param kind such as {@code Deployment}; empty where it says nothing
 */
public record TypeMeta(String apiVersion, String kind) {
    public static TypeMeta of(JsonNode document) {
        return new TypeMeta(text(document, "apiVersion"), text(document, "kind"));
    }

    /** Makes a document say that it has another version of its kind; changes the document. */
    public static void setApiVersion(ObjectNode document, String apiVersion) {
        document.put("apiVersion", apiVersion);
    }

    /** As messages show it: {@code apps/v1, Kind=Deployment}. */
    public String groupVersionKind() {
        return (apiVersion.indexOf('/') < 0 ? "/" + apiVersion : apiVersion) + ", Kind=" + kind;
    }

    /** Makes a document say so; changes the document. */
    public void writeTo(ObjectNode document) {
        document.put("kind", kind);
        document.put("apiVersion", apiVersion);
    }
}
