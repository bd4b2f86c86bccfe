package dev.plimsoll.objects.pod;

import dev.plimsoll.core.estimation.application.PatchOperation;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.objects.JsonPatchDraft;

/** The JSON patch of a pod that a webhook changes: resources and annotations. */
public final class PodPatchDraft {
    private static final String ANNOTATIONS = "/metadata/annotations";

    private final JsonPatchDraft patch = new JsonPatchDraft();

    /** A patch of this pod, which may have no annotations yet. */
    public PodPatchDraft(Pod pod) {
        if (pod.metadata().annotations().isEmpty()) patch.add(new PatchOperation.AddObject(ANNOTATIONS));
    }

    public PodPatchDraft resources(Iterable<PatchOperation> operations) {
        patch.addAll(operations);
        return this;
    }

    public PodPatchDraft annotation(String name, String text) {
        patch.add(new PatchOperation.AddText(path(name), text));
        return this;
    }

    public PodPatchDraft withoutAnnotation(String name) {
        patch.remove(path(name));
        return this;
    }

    private static String path(String annotation) {
        return ANNOTATIONS + "/" + annotation.replace("~", "~0").replace("/", "~1");
    }

    public JsonPatchDraft draft() {
        return patch;
    }
}
