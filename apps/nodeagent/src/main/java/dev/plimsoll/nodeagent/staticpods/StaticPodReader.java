package dev.plimsoll.nodeagent.staticpods;

import dev.plimsoll.codec.manifest.Loaded;
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
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Reads a pod from a file, and adds what tells it from others: its name, its uid, its node. */
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

    /** What came of a file. */
    sealed interface Result {
        record Ok(StaticPod pod) implements Result {}

        /**
         * It cannot be run.
         *
         * @param why for people; names the file
         */
        record Refused(String why) implements Result {}
    }

    Result read(Path file) {
        return switch (new ManifestLoader().load(file)) {
            case Loaded.Unreadable unreadable -> new Result.Refused(unreadable.line());
            case Loaded.Documents(var manifests) -> {
                var manifest = manifests.getFirst();
                if (manifests.size() != 1
                        || !manifest.apiVersion().equals("v1")
                        || !manifest.kind().equals("Pod"))
                    yield new Result.Refused(file + ": expected one Pod of v1; put each pod into a file of its own");
                yield decorated(file, new PodObject(manifest.document()));
            }
        };
    }

    private Result decorated(Path file, PodObject written) {
        var uid = written.uid().isEmpty()
                ? StaticPodUid.of(written.document().toString(), node, file.toString())
                : written.uid();
        var pod = new PodObject(draft(written, uid).document());
        return switch (pod.view()) {
            case Read.Malformed<Pod>(var problems) -> new Result.Refused(file + ": " + problems);
            case Read.Ok<Pod>(var read) -> {
                var spec = creation.apply(read.spec()).spec();
                var created = read.withSpec(spec);
                var errors = validation.checkNew(created);
                if (!errors.isEmpty()) {
                    yield new Result.Refused(
                            file + ": " + errors.stream().map(Object::toString).collect(Collectors.joining("; ")));
                }
                yield new Result.Ok(new StaticPod(pod.withResources(spec), created));
            }
        };
    }

    /** With what an API server would fill in, and so that no taint drives the pod away. */
    private PodDraft draft(PodObject written, String uid) {
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
                        "file",
                        StaticPod.SEEN,
                        clock.instant().toString()));
        return draft.nodeName(node).withDefaults().toleration(EVERYTHING).withoutStatus();
    }
}
