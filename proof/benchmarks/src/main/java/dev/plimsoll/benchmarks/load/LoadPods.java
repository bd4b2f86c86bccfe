package dev.plimsoll.benchmarks.load;

import java.nio.charset.StandardCharsets;

/** The pods of the load: two containers, resources at both levels, about 2 KB as they are stored. */
final class LoadPods {
    static final String NAMESPACE = "plimsoll-load";
    static final String PODS = "/api/v1/namespaces/" + NAMESPACE + "/pods";

    private static final byte[] NONE = {};
    private static final String JSON = "application/json";

    private LoadPods() {}

    static ClientCrowd.LoadRequest namespace() {
        return new ClientCrowd.LoadRequest(
                "POST", "/api/v1/namespaces", JSON, bytes("{\"metadata\":{\"name\":\"" + NAMESPACE + "\"}}"));
    }

    static ClientCrowd.LoadRequest noNamespace() {
        return new ClientCrowd.LoadRequest("DELETE", "/api/v1/namespaces/" + NAMESPACE, JSON, NONE);
    }

    static ClientCrowd.LoadRequest noPods() {
        return new ClientCrowd.LoadRequest("DELETE", PODS, JSON, bytes("{\"gracePeriodSeconds\":0}"));
    }

    static ClientCrowd.LoadRequest create(String name) {
        return new ClientCrowd.LoadRequest("POST", PODS, JSON, bytes("""
                {"apiVersion":"v1","kind":"Pod","metadata":{"name":"%s","labels":{"app":"load","tier":"%s"}},"spec":{
                "automountServiceAccountToken":false,"restartPolicy":"Always",
                "resources":{"requests":{"cpu":"500m","memory":"256Mi"},"limits":{"cpu":"1","memory":"512Mi"}},
                "containers":[{"name":"main","image":"registry.example/load/main:1.2.3","args":["--port=8080"],
                "env":[{"name":"MODE","value":"load"},{"name":"REGION","value":"north"}],
                "ports":[{"name":"http","containerPort":8080}],
                "resources":{"requests":{"cpu":"300m","memory":"128Mi"}}},
                {"name":"side","image":"registry.example/load/side:4.5","resources":{"requests":{"cpu":"50m","memory":"32Mi"}}}]}}
                """.formatted(name, name)));
    }

    static ClientCrowd.LoadRequest get(String name) {
        return new ClientCrowd.LoadRequest("GET", PODS + "/" + name, JSON, NONE);
    }

    /** Each resize differs from the one before, so that none is a change of nothing. */
    static ClientCrowd.LoadRequest resize(String name, long number) {
        return new ClientCrowd.LoadRequest(
                "PATCH",
                PODS + "/" + name + "/resize",
                "application/strategic-merge-patch+json",
                bytes("{\"spec\":{\"containers\":[{\"name\":\"main\",\"resources\":{\"requests\":{\"cpu\":\""
                        + (100 + number % 300) + "m\"}}}]}}"));
    }

    static ClientCrowd.LoadRequest list() {
        return new ClientCrowd.LoadRequest("GET", PODS, JSON, NONE);
    }

    static String watch(String name) {
        return PODS + "?watch=true&timeoutSeconds=600&fieldSelector=metadata.name%3D" + name;
    }

    static ClientCrowd.LoadRequest annotate(String name) {
        return new ClientCrowd.LoadRequest(
                "PATCH",
                PODS + "/" + name,
                "application/merge-patch+json",
                bytes("{\"metadata\":{\"annotations\":{\"example.com/change\":\"NUMBER\"}}}"));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
