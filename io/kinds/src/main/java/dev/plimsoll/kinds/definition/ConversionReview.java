package dev.plimsoll.kinds.definition;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** The question that a conversion webhook is sent. */
public final class ConversionReview {
    static final String API_VERSION = "apiextensions.k8s.io/v1";

    private ConversionReview() {}

    /**
     * A question.
     *
     * @param apiVersion in which the objects are wanted
     */
    public static ObjectNode of(String uid, List<ObjectNode> objects, String apiVersion) {
        var review = JsonNodeFactory.instance.objectNode();
        review.put("kind", "ConversionReview").put("apiVersion", API_VERSION);
        var request = review.putObject("request").put("uid", uid).put("desiredAPIVersion", apiVersion);
        var list = request.putArray("objects");
        objects.forEach(list::add);
        return review;
    }
}
