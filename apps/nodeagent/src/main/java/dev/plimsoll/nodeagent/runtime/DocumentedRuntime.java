package dev.plimsoll.nodeagent.runtime;

import dev.plimsoll.objects.pod.PodObject;
import java.util.Optional;
import java.util.function.Function;

/** A runtime whose node keeps its pods as the API wrote them, for pages that show them while the API is away. */
public final class DocumentedRuntime extends ForwardingRuntime {
    private final Function<String, Optional<PodObject>> documents;

    public DocumentedRuntime(PodRuntime runtime, Function<String, Optional<PodObject>> documents) {
        super(runtime);
        this.documents = documents;
    }

    @Override
    public Optional<PodObject> document(String uid) {
        return documents.apply(uid);
    }
}
