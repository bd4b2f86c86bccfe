package dev.plimsoll.objects.workload;

import static dev.plimsoll.objects.tree.DocumentFields.intOrString;
import static dev.plimsoll.objects.tree.DocumentFields.text;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.core.workloads.daemonset.DaemonSetSpec;
import dev.plimsoll.objects.ObjectKind;
import dev.plimsoll.objects.pod.PodDraft;
import org.jspecify.annotations.Nullable;

/** A daemon set. */
public final class DaemonSetObject extends WorkloadObject {
    public static final ObjectKind<DaemonSetObject> KIND =
            new ObjectKind<>(ApiResource.DAEMON_SETS, DaemonSetObject.class, DaemonSetObject::new);

    private @Nullable DaemonSetSpec spec;

    public DaemonSetObject(ObjectNode document) {
        super(document);
    }

    public DaemonSetSpec spec() {
        var known = spec;
        if (known == null) {
            var strategy = specNode().path("updateStrategy");
            known = new DaemonSetSpec(
                    template().nodeRules(),
                    minReadySeconds(),
                    text(strategy, "type").equals("OnDelete"),
                    intOrString(strategy.path("rollingUpdate"), "maxSurge"),
                    intOrString(strategy.path("rollingUpdate"), "maxUnavailable"));
            spec = known;
        }
        return known;
    }

    /** A pod for one node, as it is made. */
    public PodDraft pod(String node, String hash, String name) {
        var pod = PodDraft.of(this, template(), name);
        pod.metadata().generateName(metadata().name() + "-").label(ControllerRevisionObject.POD_LABEL, hash);
        pod.onlyOnNode(node);
        var rules = template().nodeRules();
        for (var toleration : rules.automaticTolerations()) {
            if (!rules.tolerations().contains(toleration)) pod.toleration(toleration);
        }
        return pod;
    }

    @Override
    public DaemonSetStatusDraft statusDraft() {
        return new DaemonSetStatusDraft(this);
    }
}
