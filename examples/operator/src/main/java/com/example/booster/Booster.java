package com.example.booster;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;

/** A small operator: the first container of a pod with the label {@code booster/cpu} gets that much CPU, without a restart. */
public final class Booster implements AutoCloseable {
    static final String LABEL = "booster/cpu";
    static final String NOTE = "booster/note";

    private final KubernetesClient kubernetes;
    private final SharedIndexInformer<Pod> pods;

    public Booster(KubernetesClient kubernetes, String namespace) {
        this.kubernetes = kubernetes;
        this.pods = kubernetes.pods().inNamespace(namespace).withLabel(LABEL).inform(new ResourceEventHandler<>() {
            @Override
            public void onAdd(Pod pod) {
                boost(pod);
            }

            @Override
            public void onUpdate(Pod before, Pod pod) {
                boost(pod);
            }

            @Override
            public void onDelete(Pod pod, boolean isStateUnknown) {}
        });
    }

    private void boost(Pod pod) {
        // A pod that no node runs yet would take any size, and then fit nowhere.
        if (pod.getStatus() == null || !"Running".equals(pod.getStatus().getPhase())) return;
        var wanted = new Quantity(pod.getMetadata().getLabels().get(LABEL));
        var container = pod.getSpec().getContainers().getFirst();
        var requests = container.getResources() == null ? null : container.getResources().getRequests();
        if (requests != null && wanted.equals(requests.get("cpu"))) {
            tell(pod, progress(pod));
            return;
        }
        var patch =
                """
                {"spec":{"containers":[{"name":"%s","resources":{"requests":{"cpu":"%s"}}}]}}"""
                        .formatted(container.getName(), wanted);
        try {
            kubernetes
                    .pods()
                    .resource(pod)
                    .subresource("resize")
                    .patch(PatchContext.of(PatchType.STRATEGIC_MERGE), patch);
        } catch (KubernetesClientException refused) {
            tell(pod, refused.getStatus() == null ? "unreachable" : refused.getStatus().getMessage());
        }
    }

    /** What the node says: deferred and why, or that all is in force. */
    private static String progress(Pod pod) {
        var conditions = pod.getStatus().getConditions();
        return conditions.stream()
                .filter(condition -> condition.getType().equals("PodResizePending"))
                .map(condition -> condition.getReason() + ": " + condition.getMessage())
                .findFirst()
                .orElse("boosted");
    }

    /** Leaves a note at the pod, where it is not there yet. */
    private void tell(Pod pod, String note) {
        var annotations = pod.getMetadata().getAnnotations();
        if (annotations != null && note.equals(annotations.get(NOTE))) return;
        kubernetes.pods().resource(pod).edit(seen -> {
            seen.getMetadata().getAnnotations().put(NOTE, note);
            return seen;
        });
    }

    @Override
    public void close() {
        pods.close();
    }
}
