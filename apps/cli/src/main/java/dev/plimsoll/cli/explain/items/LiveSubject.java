package dev.plimsoll.cli.explain.items;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.cli.connection.KindNames;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.codec.manifest.EmbeddedPod;
import dev.plimsoll.codec.manifest.Extraction;
import dev.plimsoll.codec.manifest.Loaded;
import dev.plimsoll.codec.manifest.ManifestLoader;
import dev.plimsoll.codec.manifest.PodTemplates;
import dev.plimsoll.codec.view.PodReader;
import dev.plimsoll.codec.view.Read;
import dev.plimsoll.core.explain.ExplainContext;
import dev.plimsoll.core.explain.Explanation;
import dev.plimsoll.core.explain.PodAnswer;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.objects.pod.PodObject;

/** An object of a cluster that is to be explained. */
public final class LiveSubject {
    private static final KindNames KINDS = KindNames.of(
            ApiResource.PODS,
            ApiResource.DEPLOYMENTS,
            ApiResource.REPLICA_SETS,
            ApiResource.STATEFUL_SETS,
            ApiResource.DAEMON_SETS,
            ApiResource.JOBS,
            ApiResource.CRON_JOBS);

    private final ApiClient client;
    private final String namespace;

    public LiveSubject(ApiClient client, String namespace) {
        this.client = client;
        this.namespace = namespace;
    }

    /** What came of looking for it. */
    public sealed interface Found {
        record Subjected(Subject subject) implements Found {}

        record Missing(String why) implements Found {}
    }

    /** The object as a subject, or why there is none. */
    public Found read(String kind, String name) {
        var resource = KINDS.find(kind);
        if (resource.isEmpty()) {
            return new Found.Missing(kind + ": nothing to explain; known kinds are " + KINDS.list());
        }
        return switch (client.get(resource.get(), new ObjectName(namespace, name))) {
            case RequestResult.Done<ObjectNode>(var document) ->
                subject(KindNames.word(resource.get()) + "/" + name, document);
            case RequestResult<ObjectNode> failed -> new Found.Missing(failed.problem());
        };
    }

    private static Found subject(String source, ObjectNode document) {
        return switch (new ManifestLoader().read(source, document.toString())) {
            case Loaded.Unreadable unreadable -> new Found.Missing(unreadable.line());
            case Loaded.Documents(var manifests) ->
                switch (PodTemplates.extract(manifests.getFirst())) {
                    case Extraction.Refused(var problem) -> new Found.Missing(problem.line());
                    case Extraction.Extracted(var embedded) ->
                        switch (PodReader.read(embedded.pod())) {
                            case Read.Ok<Pod>(var pod) ->
                                new Found.Subjected(new Subject(embedded, ItemList.named(embedded, pod), true));
                            case Read.Malformed<Pod>(var wrong) -> new Found.Missing(source + ": " + wrong);
                        };
                };
        };
    }

    /**
     * What is decided about it. A pod that runs is explained from what was asked for, so that what was added is told; if that does
     * not lead to what it has, because a LimitRange has changed since, from what it has.
     */
    public static PodAnswer answer(Subject subject, Explanation explanation, ExplainContext context) {
        var asIs = explanation.of(subject.pod(), context);
        if (subject.isTemplate() || !(asked(subject.source()) instanceof Read.Ok<Pod>(var asked))) return asIs;
        var asAsked = explanation.of(asked, context);
        var isSame = asAsked.spec().resources().equals(subject.pod().spec().resources())
                && asAsked.spec().containers().stream()
                        .map(each -> each.resources())
                        .toList()
                        .equals(subject.pod().spec().containers().stream()
                                .map(each -> each.resources())
                                .toList());
        return isSame ? asAsked : asIs;
    }

    private static Read<Pod> asked(EmbeddedPod source) {
        return new PodObject(source.pod()).asAsked().view();
    }
}
