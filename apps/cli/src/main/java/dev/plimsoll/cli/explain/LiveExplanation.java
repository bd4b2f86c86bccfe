package dev.plimsoll.cli.explain;

import dev.plimsoll.cli.explain.admission.AdmissionCheck;
import dev.plimsoll.cli.explain.admission.NamespacePolicies;
import dev.plimsoll.cli.explain.admission.Verdict;
import dev.plimsoll.cli.explain.items.DeferredResizes;
import dev.plimsoll.cli.explain.items.Explained;
import dev.plimsoll.cli.explain.items.LiveSubject;
import dev.plimsoll.cli.explain.items.ReplicaRoom;
import dev.plimsoll.cli.explain.items.Subject;
import dev.plimsoll.cli.explain.output.AnswerText;
import dev.plimsoll.cli.text.Paint;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.core.cgroups.HugePageSize;
import dev.plimsoll.core.explain.ExplainContext;
import dev.plimsoll.core.explain.Explanation;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.objects.node.NodeObject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The explanation of an object of a cluster. */
public final class LiveExplanation {
    /** Of a node about which nothing is said. */
    private static final long NODE_MEMORY = 64L << 30;

    private LiveExplanation() {}

    /** What {@code plimsoll explain pod/NAME} says to the user of a client, or why it can say nothing. */
    public static String text(ApiClient client, ObjectName pod) {
        return switch (new LiveSubject(client, pod.namespace()).read("pod", pod.name())) {
            case LiveSubject.Found.Missing(var why) -> why;
            case LiveSubject.Found.Subjected(var subject) -> {
                var notes = new ArrayList<String>();
                var policies = NamespacePolicies.of(client, pod.namespace(), notes);
                var memory = nodeMemory(client, subject.pod().spec().placement().nodeName());
                var item = of(client, pod.namespace(), subject, policies, FeatureGates.DEFAULT, memory, notes);
                var text = AnswerText.narrow(Paint.chosen(Paint.Choice.never, false, true))
                        .of(List.of(item));
                yield notes.isEmpty() ? text : text + "\n" + String.join("\n", notes) + "\n";
            }
        };
    }

    /** The memory of a pod's node, on which its OOM scores depend; that of a usual one where it has none or the user may not see it. */
    private static long nodeMemory(ApiClient client, String node) {
        if (node.isEmpty()) return NODE_MEMORY;
        return client.get(ApiResource.NODES, ObjectName.ofCluster(node))
                .done()
                .flatMap(document -> new NodeObject(document).capacity().find(ResourceName.MEMORY))
                .map(Quantity::value)
                .orElse(NODE_MEMORY);
    }

    /**
     * A subject with all that is decided about it.
     *
     * @param memory of the node, in bytes
     * @param notes gets what could not be read
     */
    static Explained of(
            ApiClient client,
            String namespace,
            Subject subject,
            NamespacePolicies policies,
            FeatureGates gates,
            long memory,
            List<String> notes) {
        // A pod that is there was charged when it was made.
        var counting = subject.isTemplate() ? policies : policies.withoutQuotas();
        var waiting = new DeferredResizes(client, gates, notes).of(subject.pod());
        var answer = LiveSubject.answer(subject, Explanation.under(gates), context(counting, memory));
        return new Explained(
                subject,
                answer,
                subject.isTemplate() ? ofPods(subject, gates, counting, namespace) : Verdict.ACCEPTED,
                waiting.orElse(null),
                ReplicaRoom.of(subject.source(), answer.quota()));
    }

    private static Verdict ofPods(Subject subject, FeatureGates gates, NamespacePolicies policies, String namespace) {
        try (var check = new AdmissionCheck(gates, policies, namespace)) {
            return check.ofPods(subject.source());
        }
    }

    static ExplainContext context(NamespacePolicies policies, long memory) {
        return new ExplainContext(
                memory,
                Set.of(HugePageSize.OF_2_MIB, HugePageSize.OF_1_GIB),
                policies.limitRanges(),
                policies.quotas(),
                Instant.EPOCH);
    }
}
