package dev.plimsoll.objects.admission;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.objects.JsonPatchDraft;
import dev.plimsoll.objects.tree.DraftNode;
import java.util.Base64;
import java.util.List;

/** The answer of a webhook: an AdmissionReview with a response, which allows the request until it is refused. */
public final class AdmissionReviewDraft {
    private static final int UNPROCESSABLE = 422;

    private final DraftNode root = DraftNode.empty();
    private final DraftNode response;
    private boolean isAllowed = true;

    /** The answer to the request with this uid. */
    public AdmissionReviewDraft(String uid) {
        root.put("apiVersion", "admission.k8s.io/v1").put("kind", "AdmissionReview");
        this.response = root.object("response").put("uid", uid).put("allowed", true);
    }

    /** Refuses an object that is not valid. */
    public AdmissionReviewDraft invalid(String message) {
        isAllowed = false;
        response.put("allowed", false)
                .object("status")
                .put("code", UNPROCESSABLE)
                .put("reason", "Invalid")
                .put("message", message);
        return this;
    }

    /** What the client is told beside its answer. */
    public AdmissionReviewDraft warnings(List<String> warnings) {
        if (!warnings.isEmpty()) warnings.forEach(response.list("warnings")::add);
        return this;
    }

    /** Changes the object; a patch without operations changes nothing. */
    public AdmissionReviewDraft patch(JsonPatchDraft patch) {
        if (patch.isEmpty()) return this;
        response.put("patchType", "JSONPatch")
                .put("patch", Base64.getEncoder().encodeToString(patch.patch().body()));
        return this;
    }

    public boolean isAllowed() {
        return isAllowed;
    }

    public boolean isPatched() {
        return response.has("patch");
    }

    public ObjectNode document() {
        return root.node();
    }
}
