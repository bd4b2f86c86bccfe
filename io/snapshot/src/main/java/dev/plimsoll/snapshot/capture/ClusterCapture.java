package dev.plimsoll.snapshot.capture;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.ObjectSelection;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.objects.ObjectKind;
import dev.plimsoll.objects.discovery.GroupObject;
import dev.plimsoll.objects.discovery.VersionObject;
import dev.plimsoll.snapshot.KindState;
import dev.plimsoll.snapshot.SnapshotHeader;
import dev.plimsoll.snapshot.SnapshotKinds;
import dev.plimsoll.snapshot.tree.LeftOutFields;
import dev.plimsoll.snapshot.tree.SharedTrees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Lists every kind that a snapshot holds, page by page, and changes nothing. */
public final class ClusterCapture {
    private static final int PAGE = 500;
    private static final int FORBIDDEN = 403;
    private static final int UNAUTHORIZED = 401;

    private final ApiClient client;
    private final String namespace;
    private final Consumer<String> progress;
    private final SharedTrees trees = new SharedTrees(LeftOutFields.OF_FILES);

    /**
     * @param namespace empty for all
     * @param progress hears what is being read
     */
    public ClusterCapture(ApiClient client, String namespace, Consumer<String> progress) {
        this.client = client;
        this.namespace = namespace;
        this.progress = progress;
    }

    /** What came of it. */
    public sealed interface Outcome {
        /**
         * What was read.
         *
         * @param objects by kind, each ordered by namespace and name
         */
        record Captured(SnapshotHeader header, Map<ApiResource, List<ObjectNode>> objects) implements Outcome {
            public int size() {
                return objects.values().stream().mapToInt(List::size).sum();
            }
        }

        /** Nothing could be read at all. */
        record Failed(String why) implements Outcome {}
    }

    /**
     * Lists one kind after the other.
     *
     * @param now when it begins
     */
    public Outcome capture(Instant now) {
        var version = client.document("/version");
        if (version instanceof RequestResult.Unreachable<ObjectNode>(var why)) return new Outcome.Failed(why);
        var serverVersion =
                version.done().map(page -> new VersionObject(page).gitVersion()).orElse("");
        var objects = new LinkedHashMap<ApiResource, List<ObjectNode>>();
        var states = new LinkedHashMap<ApiResource, KindState>();
        for (var kind : SnapshotKinds.ALL) {
            progress.accept("plimsoll: " + kind.resource());
            var listed = new ArrayList<ObjectNode>();
            states.put(kind.resource(), list(kind, listed));
            listed.sort(Comparator.comparing(ObjectName::of));
            objects.put(kind.resource(), listed);
        }
        if (states.values().stream().allMatch(state -> !state.isWhole())) {
            return new Outcome.Failed(
                    why(states.getOrDefault(SnapshotKinds.PODS.resource(), new KindState.NotGiven())));
        }
        return new Outcome.Captured(new SnapshotHeader(serverVersion, now, namespace, false, states), objects);
    }

    private static String why(KindState state) {
        return switch (state) {
            case KindState.Forbidden(var why) -> why;
            case KindState.Unread(var why) -> why;
            case KindState.Listed _, KindState.Given _, KindState.Missing _, KindState.NotGiven _ -> "";
        };
    }

    private KindState list(ObjectKind<?> kind, List<ObjectNode> into) {
        var resource = kind.resource();
        var result = list(resource, into);
        if (result instanceof RequestResult.NotFound<String> && SnapshotKinds.hasAnyVersion(kind)) {
            for (var version : otherVersions(resource)) {
                result = list(
                        new ApiResource(
                                resource.group(),
                                version,
                                resource.plural(),
                                resource.kind(),
                                resource.namespaced(),
                                ""),
                        into);
                if (!(result instanceof RequestResult.NotFound<String>)) break;
            }
        }
        return switch (result) {
            case RequestResult.Done<String>(var version) -> new KindState.Listed(version);
            case RequestResult.NotFound<String> _ -> new KindState.Missing();
            case RequestResult.Refused<String>(var status)
            when status.code() == FORBIDDEN || status.code() == UNAUTHORIZED -> {
                into.clear();
                yield new KindState.Forbidden(status.message());
            }
            case RequestResult<String> failed -> {
                into.clear();
                yield new KindState.Unread(failed.problem());
            }
        };
    }

    private List<String> otherVersions(ApiResource resource) {
        return client
                .document("/apis/" + resource.group())
                .done()
                .map(page -> new GroupObject(page).versions())
                .orElse(List.of())
                .stream()
                .filter(version -> !version.equals(resource.version()))
                .toList();
    }

    private RequestResult<String> list(ApiResource resource, List<ObjectNode> into) {
        return client.listEach(
                resource,
                resource.namespaced() && !namespace.isEmpty()
                        ? ObjectSelection.inNamespace(namespace)
                        : ObjectSelection.ALL,
                PAGE,
                page -> {
                    for (var document : page) into.add(shared(document));
                    if (into.size() >= PAGE) progress.accept("plimsoll: " + into.size() + " " + resource);
                },
                into::clear);
    }

    private ObjectNode shared(ObjectNode document) {
        try {
            return trees.share(document);
        } catch (IOException e) {
            throw new UncheckedIOException("a tree is read without input", e);
        } finally {
            trees.begin(); // what is wrong with amounts is told by whoever reads the file
        }
    }
}
