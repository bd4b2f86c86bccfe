package dev.plimsoll.nodeagent.staticpods;

import dev.plimsoll.codec.manifest.Loaded;
import dev.plimsoll.codec.manifest.Manifest;
import dev.plimsoll.codec.manifest.ManifestLoader;
import dev.plimsoll.codec.view.Read;
import dev.plimsoll.core.admission.PodCreation;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.PodDetails.Toleration;
import dev.plimsoll.core.model.scheduling.PodPlacement;
import dev.plimsoll.core.validation.PodValidation;
import dev.plimsoll.nodeagent.mirrorpods.StaticPod;
import dev.plimsoll.objects.pod.PodDraft;
import dev.plimsoll.objects.pod.PodObject;
import java.net.URI;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Reads pods from files and from answers, and adds what tells them from others: their name, their uid, their node. */
final class StaticPodReader {
    private static final Toleration EVERYTHING = new Toleration("", "Exists", "", "NoExecute", PodPlacement.UNSET);

    private final String node;
    private final PodCreation creation;
    private final PodValidation validation;
    private final InstantSource clock;

    StaticPodReader(String node, FeatureGates gates, InstantSource clock) {
        this.node = node;
        this.creation = PodCreation.under(gates);
        this.validation = PodValidation.under(gates);
        this.clock = clock;
    }

    /** What came of a file, or of a pod of an answer. */
    sealed interface Result {
        record Ok(StaticPod pod) implements Result {}

        /**
         * It cannot be run.
         *
         * @param why for people; names the file or the address
         */
        record Refused(String why) implements Result {}
    }

    Result read(Path file) {
        return switch (new ManifestLoader().load(file)) {
            case Loaded.Unreadable unreadable -> new Result.Refused(unreadable.line());
            case Loaded.Documents(var manifests) -> {
                var manifest = manifests.getFirst();
                if (manifests.size() != 1 || !isPod(manifest))
                    yield new Result.Refused(file + ": expected one Pod of v1; put each pod into a file of its own");
                yield decorated(new Source("file", file.toString()), new PodObject(manifest.document()));
            }
        };
    }

    /** The pods of an answer: one, or a list. No text is a list without pods. */
    List<Result> read(URI address, String text) {
        if (text.isBlank()) return List.of();
        return switch (new ManifestLoader().read(address.toString(), text)) {
            case Loaded.Unreadable unreadable when unreadable.isEmpty() -> List.of();
            case Loaded.Unreadable unreadable -> List.of(new Result.Refused(unreadable.line()));
            case Loaded.Documents(var manifests) ->
                manifests.stream()
                        .map(manifest -> isPod(manifest)
                                ? decorated(new Source("url", address.toString()), new PodObject(manifest.document()))
                                : new Result.Refused(address + ": expected Pods of v1, found " + manifest.kind()))
                        .toList();
        };
    }

    private static boolean isPod(Manifest manifest) {
        return manifest.apiVersion().equals("v1") && manifest.kind().equals("Pod");
    }

    /**
     * Where a pod is from.
     *
     * @param kind {@code file} or {@code url}
     */
    private record Source(String kind, String name) {
        /** As annotations have it. */
        String annotation() {
            return isFile() ? "file" : "http";
        }

        boolean isFile() {
            return kind.equals("file");
        }
    }

    private Result decorated(Source source, PodObject written) {
        var uid = written.uid().isEmpty()
                ? StaticPodUid.of(written.document().toString(), node, source.kind() + ":" + source.name())
                : written.uid();
        var pod = new PodObject(draft(source, written, uid).document());
        return switch (pod.view()) {
            case Read.Malformed<Pod>(var problems) -> new Result.Refused(source.name() + ": " + problems);
            case Read.Ok<Pod>(var read) -> {
                var spec = creation.apply(read.spec()).spec();
                var created = read.withSpec(spec);
                var errors = validation.checkNew(created);
                if (!errors.isEmpty()) {
                    yield new Result.Refused(source.name() + ": "
                            + errors.stream().map(Object::toString).collect(Collectors.joining("; ")));
                }
                yield new Result.Ok(new StaticPod(pod.withResources(spec), created));
            }
        };
    }

    /** With what an API server would fill in; no taint drives a pod away that is from a file. */
    private PodDraft draft(Source source, PodObject written, String uid) {
        var given = written.metadata();
        var draft = written.draft();
        draft.metadata()
                .name(
                        given.namespace().isEmpty() ? "default" : given.namespace(),
                        given.name() + "-" + node.toLowerCase(Locale.ROOT))
                .uid(uid)
                .annotations(Map.of(
                        StaticPod.HASH,
                        uid,
                        StaticPod.SOURCE,
                        source.annotation(),
                        StaticPod.SEEN,
                        clock.instant().toString()));
        var defaulted = draft.nodeName(node).withDefaults();
        return (source.isFile() ? defaulted.toleration(EVERYTHING) : defaulted).withoutStatus();
    }
}
