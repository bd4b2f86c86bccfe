package dev.plimsoll.kinds.strategy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.validation.FieldError;
import dev.plimsoll.kinds.documents.PodChange;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is special about a kind. Documents are in canonical form and may be changed where a method says so. */
public interface Strategy {
    /** Takes away fields that a kind does not have and of which its shape says nothing; changes the document. The paths of them. */
    default List<String> dropUnknown(ObjectNode document) {
        return List.of();
    }

    /** Fills in what every reading of the kind fills in; changes the document. */
    default void defaults(ObjectNode document) {}

    /** The same; what was read of the document on the way and is still so, if it is a pod. */
    default @Nullable Pod defaulted(ObjectNode document) {
        defaults(document);
        return null;
    }

    /** Makes a new object what it is when it is stored; changes the document. */
    default void prepareNew(ObjectNode document) {}

    /** The same, with what was read of it if it is a pod. */
    default void prepareNew(ObjectNode document, PodChange pods) {
        prepareNew(document);
    }

    /** Everything that is wrong with a new object, its metadata aside. */
    default List<FieldError> checkNew(ObjectNode document) {
        return List.of();
    }

    /** The same, with what was read of it if it is a pod. */
    default List<FieldError> checkNew(ObjectNode document, PodChange pods) {
        return checkNew(document);
    }

    /** Whether the checks of this kind include those of the metadata. */
    default boolean checksMetadata() {
        return false;
    }

    /** Whether the metadata are looked at only if nothing else is wrong. */
    default boolean checksMetadataLast() {
        return false;
    }

    /** What a client should know though nothing is wrong. */
    default List<String> warnings(ObjectNode document) {
        return List.of();
    }

    /** The same, with what was read of it if it is a pod. */
    default List<String> warnings(ObjectNode document, PodChange pods) {
        return warnings(document);
    }

    /** What a client should know of a change though nothing is wrong. */
    default List<String> changeWarnings(Write write) {
        return List.of();
    }

    /** What a patch took away and the object keeps all the same, for its sender to know. */
    default List<String> keptThoughRemoved(Write write) {
        return List.of();
    }

    /** Keeps what this way of writing may not change; changes what was sent. */
    default void prepareChange(Write write) {}

    /** Everything that is wrong with a change, the metadata aside. */
    default List<FieldError> checkChange(Write write) {
        return List.of();
    }

    /**
     * A change of an object.
     *
     * @param subresource through which it is written; empty for the object itself
     * @param sent what it is to become
     * @param stored what it is
     * @param pods the two as the core sees them, if they are pods
     */
    record Write(String subresource, ObjectNode sent, ObjectNode stored, PodChange pods) {
        /** A change of which nothing has been read yet. */
        public Write(String subresource, ObjectNode sent, ObjectNode stored) {
            this(subresource, sent, stored, new PodChange(sent, stored));
        }

        public boolean isOf(String wanted) {
            return subresource.equals(wanted);
        }
    }
}
