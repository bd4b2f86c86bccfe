package com.example.acceptance;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.PodResource;

/** The pod of {@code web.yaml}, as an operator has to do with it. */
final class Web {
    private Web() {}

    static PodResource in(KubernetesClient kubernetes) {
        return kubernetes.pods().inNamespace("default").withName("web");
    }

    static void resize(KubernetesClient kubernetes, String cpu) {
        in(kubernetes)
                .subresource("resize")
                .patch("{\"spec\":{\"containers\":[{\"name\":\"app\",\"resources\":{\"requests\":{\"cpu\":\"" + cpu
                        + "\"}}}]}}");
    }

    static boolean isRunning(Pod pod) {
        return "Running".equals(pod.getStatus().getPhase());
    }
}
