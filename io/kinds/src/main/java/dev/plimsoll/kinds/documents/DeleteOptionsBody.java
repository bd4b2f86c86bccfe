package dev.plimsoll.kinds.documents;

import static dev.plimsoll.objects.tree.DocumentFields.has;
import static dev.plimsoll.objects.tree.DocumentFields.text;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import org.jspecify.annotations.Nullable;

/**
 * The DeleteOptions in the body of a deletion or in an eviction; texts are empty where it says nothing.
 *
 * @param gracePeriodSeconds as it was sent
 * @param orphansOrNull null where it does not say whether dependents are to stay
 * @param uid that the object must have
 * @param resourceVersion that the object must have
 */
public record DeleteOptionsBody(
        String gracePeriodSeconds,
        String propagationPolicy,
        @Nullable Boolean orphansOrNull,
        boolean isDryRun,
        String uid,
        String resourceVersion) {
    /** Of a request without a body. */
    public static final DeleteOptionsBody NONE = read(MissingNode.getInstance());

    public static DeleteOptionsBody read(JsonNode options) {
        var preconditions = options.path("preconditions");
        return new DeleteOptionsBody(
                text(options, "gracePeriodSeconds"),
                text(options, "propagationPolicy"),
                has(options, "orphanDependents")
                        ? options.path("orphanDependents").asBoolean()
                        : null,
                !options.path("dryRun").isEmpty(),
                text(preconditions, "uid"),
                text(preconditions, "resourceVersion"));
    }
}
