package dev.plimsoll.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.store.Store;
import dev.plimsoll.store.memory.MemoryStore;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** How many methods of this project a resize goes through, from the thread of its request to the store. */
class ResizePathTest {
    /** As docs/flow.md tells. Who adds a layer that only hands a request on has to say why there. */
    private static final int MOST = 18;

    private static final String PODS = "/api/v1/namespaces/default/pods";

    /** The methods on the way to the last replacement of the pod, from the outermost. */
    private final AtomicReference<List<String>> path = new AtomicReference<>(List.of());

    private static List<String> frames() {
        return StackWalker.getInstance()
                .walk(frames -> frames.filter(frame -> frame.getClassName().startsWith("dev.plimsoll.")
                                && !frame.getClassName().startsWith(ResizePathTest.class.getName()))
                        .map(frame -> frame.getClassName().replaceAll(".*[.]", "") + "." + frame.getMethodName())
                        .toList())
                .reversed();
    }

    private Store observed(Store store) {
        return (Store) Proxy.newProxyInstance(
                Store.class.getClassLoader(), new Class<?>[] {Store.class}, (_, method, arguments) -> {
                    if (method.getName().equals("replace")
                            && String.valueOf(arguments[0]).endsWith("pods/default/a")) path.set(frames());
                    try {
                        return method.invoke(store, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    @Test
    void noLayerOnlyHandsItOn() {
        try (var memory = new MemoryStore();
                var server = TestServer.on(observed(memory))) {
            made(
                    server,
                    "/api/v1/nodes",
                    "{\"metadata\":{\"name\":\"n\"},\"status\":{\"allocatable\":{\"cpu\":\"8\",\"memory\":\"8Gi\",\"pods\":\"9\"}}}");
            made(server, PODS, """
                    {"metadata":{"name":"a"},"spec":{"containers":[{"name":"c","image":"i","resources":{"requests":{"cpu":"1","memory":"1Gi"}}}]}}""");
            made(
                    server,
                    PODS + "/a/binding",
                    "{\"metadata\":{\"name\":\"a\"},\"target\":{\"kind\":\"Node\",\"name\":\"n\"}}");
            var answer = server.call(
                    "PATCH",
                    PODS + "/a/resize",
                    "{\"spec\":{\"containers\":[{\"name\":\"c\",\"resources\":{\"requests\":{\"cpu\":\"2\"}}}]}}",
                    Map.of("Content-Type", "application/strategic-merge-patch+json"));
            assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        }
        assertThat(path.get())
                .contains("Exchange.answer", "PatchHandler.patch", "CapacityGuard.resize", "Registry.replace")
                .hasSizeLessThanOrEqualTo(MOST);
    }

    private static void made(TestServer server, String path, String body) {
        var made = server.post(path, body);
        assertThat(made.status()).as(made.text()).isEqualTo(201);
    }
}
