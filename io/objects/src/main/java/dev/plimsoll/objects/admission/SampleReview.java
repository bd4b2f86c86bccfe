package dev.plimsoll.objects.admission;

import static dev.plimsoll.objects.tree.DocumentFields.text;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.objects.JsonPatchDraft;
import dev.plimsoll.objects.MetadataReader;
import java.util.ArrayList;
import java.util.Optional;

/**
 * The decisions of the sample webhook of Kubernetes ({@code agnhost webhook}): each path has a rule of its own, about a mark in the object.
 */
public final class SampleReview {
    private static final String KEY = "webhook-e2e-test";
    private static final String DISALLOWED = "webhook-disallow";
    private static final String ATTACHED = "to-be-attached-pod";
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private final ObjectNode request;
    private final AdmissionReviewDraft answer;

    private SampleReview(ObjectNode review) {
        this.request = review.path("request") instanceof ObjectNode given ? given : JSON.objectNode();
        this.answer = new AdmissionReviewDraft(text(request, "uid"));
    }

    /** The answer to a review at a path; empty where the path has no rule. */
    public static Optional<ObjectNode> answer(String path, ObjectNode review) {
        var sample = new SampleReview(review);
        return sample.decide(path) ? Optional.of(sample.answer.document()) : Optional.empty();
    }

    /** Whether an object asks to be answered never. */
    public static boolean isEndless(String path, ObjectNode review) {
        var object = review.path("request").path("object");
        return path.equals("/pods")
                && object instanceof ObjectNode pod
                && "wait-forever".equals(MetadataReader.labels(pod).get(KEY));
    }

    private ObjectNode object(String field) {
        return request.path(field) instanceof ObjectNode given ? given : JSON.objectNode();
    }

    private boolean isDelete() {
        return text(request, "operation").equals("DELETE");
    }

    private boolean decide(String path) {
        switch (path) {
            case "/always-deny" -> answer.invalid("this webhook denies all requests");
            case "/always-allow-delay-5s" -> {}
            case "/configmaps" -> refuse(isMarked("data"), "the configmap contains unwanted key and value");
            case "/pods" -> pods();
            case "/pods/attach" ->
                refuse(text(request, "name").equals(ATTACHED), "attaching to pod '" + ATTACHED + "' is not allowed");
            case "/crd" ->
                refuse(
                        DISALLOWED.equals(
                                MetadataReader.labels(object("object")).get(KEY)),
                        "the crd contains unwanted label");
            case "/custom-resource" -> customResource();
            case "/mutating-configmaps", "/mutating-custom-resource" -> stages();
            case "/mutating-pods" -> initContainer();
            case "/add-label" -> label();
            default -> {
                return false;
            }
        }
        return true;
    }

    private void refuse(boolean isWrong, String why) {
        if (isWrong) answer.invalid(why);
    }

    private boolean isMarked(String field) {
        return text(object("object").path(field), KEY).equals(DISALLOWED);
    }

    private void pods() {
        var reasons = new ArrayList<String>();
        for (var container : object("object").path("spec").path("containers"))
            if (text(container, "name").contains(DISALLOWED)) reasons.add("the pod contains unwanted container name");
        if (DISALLOWED.equals(MetadataReader.labels(object("object")).get(KEY)))
            reasons.add("the pod contains unwanted label");
        refuse(!reasons.isEmpty(), String.join("; ", reasons));
    }

    private void customResource() {
        if (isDelete())
            refuse(
                    text(object("oldObject").path("data"), KEY).equals("webhook-nondeletable"),
                    "the custom resource cannot be deleted because it contains unwanted key and value");
        else refuse(isMarked("data"), "the custom resource contains unwanted data");
    }

    private void stages() {
        var data = object("object").path("data");
        var patch = new JsonPatchDraft();
        if (text(data, "mutation-start").equals("yes")) patch.add("/data/mutation-stage-1", JSON.textNode("yes"));
        if (text(data, "mutation-stage-1").equals("yes")) patch.add("/data/mutation-stage-2", JSON.textNode("yes"));
        answer.patch(patch);
    }

    private void initContainer() {
        var image = text(object("object").path("spec").path("containers").path(0), "image");
        var container =
                JSON.objectNode().put("name", "webhook-added-init-container").put("image", image);
        container.set("resources", JSON.objectNode());
        answer.patch(new JsonPatchDraft()
                .add("/spec/initContainers", JSON.arrayNode().add(container)));
    }

    private void label() {
        var hasLabels = object("object").path("metadata").has("labels");
        var added = JSON.objectNode().put("added-label", "yes");
        answer.patch(
                hasLabels
                        ? new JsonPatchDraft().add("/metadata/labels/added-label", JSON.textNode("yes"))
                        : new JsonPatchDraft().add("/metadata/labels", added));
    }
}
