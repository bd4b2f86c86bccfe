package dev.plimsoll.nodeagent.staticpods;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.codec.manifest.Loaded;
import dev.plimsoll.codec.manifest.ManifestLoader;
import dev.plimsoll.codec.view.PodReader;
import dev.plimsoll.codec.view.PodWriter;
import dev.plimsoll.codec.view.Read;
import dev.plimsoll.core.admission.PodCreation;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.validation.PodValidation;
import dev.plimsoll.nodeagent.mirrorpods.StaticPod;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Locale;
import java.util.stream.Collectors;

/** Reads a pod from a file, and adds what tells it from others: its name, its uid, its node. */
final class StaticPodReader {
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
                yield decorated(file, manifest.document().deepCopy());
            }
        };
    }

    private Result decorated(Path file, ObjectNode document) {
        var given = document.path("metadata").path("uid").asText();
        var uid = given.isEmpty() ? StaticPodUid.of(document.toString(), node, file.toString()) : given;
        metadata(document.withObject("/metadata"), uid);
        spec(document.withObject("/spec"));
        document.remove("status");
        return switch (PodReader.read(document)) {
            case Read.Malformed<Pod>(var problems) -> new Result.Refused(file + ": " + problems);
            case Read.Ok<Pod>(var read) -> {
                var spec = creation.apply(read.spec()).spec();
                var pod = read.withSpec(spec);
                var errors = validation.checkNew(pod);
                if (!errors.isEmpty()) {
                    yield new Result.Refused(
                            file + ": " + errors.stream().map(Object::toString).collect(Collectors.joining("; ")));
                }
                PodWriter.resources(document, spec);
                yield new Result.Ok(new StaticPod(document, pod));
            }
        };
    }

    private void metadata(ObjectNode metadata, String uid) {
        metadata.put("name", metadata.path("name").asText() + "-" + node.toLowerCase(Locale.ROOT));
        if (metadata.path("namespace").asText().isEmpty()) metadata.put("namespace", "default");
        metadata.put("uid", uid);
        metadata.withObject("/annotations")
                .put(StaticPod.HASH, uid)
                .put(StaticPod.SOURCE, "file")
                .put(StaticPod.SEEN, clock.instant().toString());
    }

    /** What an API server would fill in, and that no taint drives the pod away. */
    private void spec(ObjectNode spec) {
        spec.put("nodeName", node);
        if (!spec.has("restartPolicy")) spec.put("restartPolicy", "Always");
        if (!spec.has("dnsPolicy")) spec.put("dnsPolicy", "ClusterFirst");
        if (!spec.has("terminationGracePeriodSeconds")) spec.put("terminationGracePeriodSeconds", 30);
        spec.withArray("/tolerations").addObject().put("operator", "Exists").put("effect", "NoExecute");
    }
}
