package dev.plimsoll.snapshot;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.cache.ObjectDecoder.Decoded;
import dev.plimsoll.codec.view.PodReader;
import dev.plimsoll.codec.view.PolicyReader;
import dev.plimsoll.codec.view.Read;
import dev.plimsoll.codec.view.SharedPods;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.objects.ApiObject;
import dev.plimsoll.objects.ObjectKind;
import dev.plimsoll.objects.autoscaling.vertical.VpaObject;
import dev.plimsoll.objects.pod.PodObject;
import java.util.List;
import java.util.stream.Collectors;

/** Reads documents as objects, those that decisions are made of as a whole. Views of pods share what they have in common. */
final class SharedObjects {
    private final SharedPods pods = new SharedPods();

    /** What came of a document. */
    sealed interface Outcome {
        record WellFormed(ApiObject object) implements Outcome {}

        record Malformed(String why) implements Outcome {}
    }

    Outcome read(ObjectKind<?> kind, ObjectNode document) {
        if (kind.equals(SnapshotKinds.PODS)) return pod(PodReader.read(document), document);
        if (kind.equals(SnapshotKinds.VERTICAL_POD_AUTOSCALERS)) {
            return switch (VpaObject.decode(document)) {
                case Decoded.View<VpaObject>(var object) -> new Outcome.WellFormed(object);
                case Decoded.Unreadable<VpaObject>(var why) -> new Outcome.Malformed(why);
            };
        }
        if (kind.equals(SnapshotKinds.NODES)) return checked(PolicyReader.node(document), kind, document);
        if (kind.equals(SnapshotKinds.LIMIT_RANGES)) return checked(PolicyReader.limitRange(document), kind, document);
        if (kind.equals(SnapshotKinds.RESOURCE_QUOTAS))
            return checked(PolicyReader.resourceQuota(document), kind, document);
        return new Outcome.WellFormed(kind.of(document));
    }

    private Outcome pod(Read<Pod> read, ObjectNode document) {
        return switch (read) {
            case Read.Ok<Pod>(var pod) -> new Outcome.WellFormed(new PodObject(document, pods.of(pod)));
            case Read.Malformed<Pod>(var problems) -> malformed(problems);
        };
    }

    private static Outcome checked(Read<?> read, ObjectKind<?> kind, ObjectNode document) {
        return read instanceof Read.Malformed<?>(var problems)
                ? malformed(problems)
                : new Outcome.WellFormed(kind.of(document));
    }

    private static Outcome malformed(List<Read.Problem> problems) {
        return new Outcome.Malformed(
                problems.stream().map(Read.Problem::toString).limit(3).collect(Collectors.joining(", ")));
    }
}
