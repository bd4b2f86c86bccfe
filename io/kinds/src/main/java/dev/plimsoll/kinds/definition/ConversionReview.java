package dev.plimsoll.kinds.definition;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.kinds.admission.ReviewVersion;
import java.util.List;

/** The question that a conversion webhook is sent. */
public final class ConversionReview {
    private static final String GROUP = "apiextensions.k8s.io/";

    private ConversionReview() {}

    static String apiVersion(ReviewVersion version) {
        return GROUP + version.text();
    }

    /**
     * A question.
     *
     * @param version in which the webhook is asked
     * @param apiVersion in which the objects are wanted
     */
    public static ObjectNode of(ReviewVersion version, String uid, List<ObjectNode> objects, String apiVersion) {
        var review = JsonNodeFactory.instance.objectNode();
        review.put("kind", "ConversionReview").put("apiVersion", apiVersion(version));
        var request = review.putObject("request").put("uid", uid).put("desiredAPIVersion", apiVersion);
        var list = request.putArray("objects");
        objects.forEach(list::add);
        return review;
    }
}
