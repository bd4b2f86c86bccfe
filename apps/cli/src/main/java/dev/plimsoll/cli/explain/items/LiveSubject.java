package dev.plimsoll.cli.explain.items;

import com.fasterxml.jackson.databind.node.ObjectNode;
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
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** An object of a cluster that is to be explained. */
public final class LiveSubject {
    private static final Map<String, ApiResource> KINDS = kinds();

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

    private static Map<String, ApiResource> kinds() {
        var kinds = new TreeMap<String, ApiResource>();
        for (var word : List.of("pod", "pods", "po")) kinds.put(word, ApiResource.PODS);
        add(kinds, ApiResource.DEPLOYMENTS, "deploy");
        add(kinds, ApiResource.REPLICA_SETS, "rs");
        add(kinds, ApiResource.STATEFUL_SETS, "sts");
        add(kinds, ApiResource.DAEMON_SETS, "ds");
        add(kinds, ApiResource.JOBS, "job");
        add(kinds, ApiResource.CRON_JOBS, "cj");
        return kinds;
    }

    private static void add(Map<String, ApiResource> kinds, ApiResource resource, String brief) {
        for (var word : List.of(resource.kind().toLowerCase(Locale.ROOT), resource.plural(), brief))
            kinds.put(word, resource);
    }

    /** The object as a subject, or why there is none. */
    public Found read(String kind, String name) {
        var resource = KINDS.get(kind.toLowerCase(Locale.ROOT));
        if (resource == null) {
            return new Found.Missing(kind + ": nothing to explain; known kinds are "
                    + KINDS.values().stream()
                            .map(each -> each.kind().toLowerCase(Locale.ROOT))
                            .distinct()
                            .collect(Collectors.joining(", ")));
        }
        return switch (client.get(resource, new ObjectName(namespace, name))) {
            case RequestResult.Done<ObjectNode>(var document) -> {
                document.put("apiVersion", resource.apiVersion()).put("kind", resource.kind());
                yield subject(resource.kind().toLowerCase(Locale.ROOT) + "/" + name, document);
            }
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
        return PodReader.read(AskedPod.of(source.pod()));
    }
}
