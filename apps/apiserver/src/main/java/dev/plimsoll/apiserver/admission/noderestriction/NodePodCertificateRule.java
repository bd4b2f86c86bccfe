package dev.plimsoll.apiserver.admission.noderestriction;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.admission.AdmissionAttributes;
import dev.plimsoll.apiserver.storage.Registry;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.builtin.Kinds;
import dev.plimsoll.kinds.documents.DocumentMetadata;
import dev.plimsoll.kinds.refusal.Refusal;
import dev.plimsoll.kinds.refusal.RefusedException;
import dev.plimsoll.objects.access.PodCertificateRequestObject;
import dev.plimsoll.objects.pod.PodObject;
import dev.plimsoll.objects.pod.PodReferences;
import dev.plimsoll.objects.pod.spec.PodVolume;
import dev.plimsoll.objects.pod.spec.ProjectedSource;

/** Certificates of pods: a node asks for one only for a pod that is bound to it, and only at a signer that the pod names. */
final class NodePodCertificateRule implements NodeRule {
    private final Registry registry;
    private final Kind nodes;
    private final Kind pods;
    private final Kind accounts;

    NodePodCertificateRule(Registry registry, Kinds kinds) {
        this.registry = registry;
        this.nodes = kinds.named("", "Node");
        this.pods = kinds.named("", "Pod");
        this.accounts = kinds.named("", "ServiceAccount");
    }

    @Override
    public void check(AdmissionAttributes review, String node) {
        if (review.operation() != AdmissionAttributes.Operation.CREATE
                || !review.subresource().isEmpty()) return;
        var request = new PodCertificateRequestObject(review.object());
        var holder = request.holder();
        if (!holder.node().name().equals(node))
            throw review.forbidden("node \"" + node
                    + "\" can only create PodCertificateRequests with spec.nodeName set to itself, not to \""
                    + holder.node().name() + "\"");
        same("node", holder.node(), registry.get(nodes, "", node).tree());
        var pod = registry.get(pods, review.namespace(), holder.pod().name()).tree();
        same("pod", holder.pod(), pod);
        if (!NodePodRule.nodeOf(pod).equals(node))
            throw review.forbidden("pod \"" + holder.pod().name() + "\" is not bound to node \"" + node + "\"");
        if (PodReferences.isMirror(pod))
            throw review.forbidden("pod \"" + holder.pod().name() + "\" is a mirror pod");
        var read = new PodObject(pod);
        if (!read.serviceAccountName().equals(holder.account().name()))
            throw review.forbidden("pod \"" + holder.pod().name() + "\" does not run as service account \""
                    + holder.account().name() + "\"");
        same(
                "service account",
                holder.account(),
                registry.get(accounts, review.namespace(), holder.account().name())
                        .tree());
        if (!projects(read, request.signerName()))
            throw review.forbidden("pod \"" + holder.pod().name() + "\" has no volume with certificates of signer \""
                    + request.signerName() + "\"");
    }

    /** An object of that name may have been deleted and made again meanwhile. */
    private static void same(String what, PodCertificateRequestObject.Named named, ObjectNode found) {
        var uid = DocumentMetadata.of(found).uid();
        if (!uid.equals(named.uid()))
            throw new RefusedException(new Refusal.Unclassified("the UID of " + what + " \"" + named.name() + "\" is \""
                    + uid + "\", not \"" + named.uid() + "\""));
    }

    private static boolean projects(PodObject pod, String signer) {
        return pod.volumes().stream()
                .map(PodVolume::source)
                .filter(PodVolume.Source.Payload.class::isInstance)
                .flatMap(source -> ((PodVolume.Source.Payload) source).sources().stream())
                .anyMatch(source -> source instanceof ProjectedSource.PodCertificate asked
                        && asked.signerName().equals(signer));
    }
}
