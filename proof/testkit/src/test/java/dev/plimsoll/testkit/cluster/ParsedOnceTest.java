package dev.plimsoll.testkit.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.storage.StoredObject;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.client.DeleteOptions;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.ObjectSelection;
import dev.plimsoll.client.Page;
import dev.plimsoll.client.Patch;
import dev.plimsoll.client.WatchEvent;
import dev.plimsoll.client.WatchStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** API server, scheduler, controllers, nodes and this test share the documents of pods: each version is parsed once for all. */
@Isolated("what is parsed is counted for the whole process")
@PlimsollCluster(nodes = 2)
class ParsedOnceTest {
    private static final ObjectName WEB = new ObjectName("default", "web");
    private static final ObjectNode POD = json("""
        {"apiVersion":"v1","kind":"Pod","metadata":{"namespace":"default","name":"web"},"spec":{"containers":[
        {"name":"c","image":"i","resources":{"requests":{"cpu":"1","memory":"1Gi"}}}]}}\
        """);

    /** What a watcher of all pods has seen. */
    private final ArrayList<ObjectNode> versions = new ArrayList<>();

    private static ObjectNode json(String text) {
        return ClientJson.read(text.getBytes(StandardCharsets.UTF_8)).orElseThrow();
    }

    private static Patch resize(int cpus) {
        return new Patch.Strategic(
                json("{\"spec\":{\"containers\":[{\"name\":\"c\",\"resources\":{\"requests\":{\"cpu\":\"%d\"}}}]}}"
                        .formatted(cpus)));
    }

    private static long podsReceived() {
        return ClientJson.documentsReceived("Pod") + ClientJson.documentsReceived("PodList");
    }

    private void follow(WatchStream watch, Predicate<ObjectNode> until) throws IOException {
        while (true) {
            switch (watch.next().orElseThrow()) {
                case WatchEvent.Added(var pod) -> versions.add(pod);
                case WatchEvent.Modified(var pod) -> versions.add(pod);
                case WatchEvent.Deleted(var pod) -> {
                    versions.add(pod);
                    return;
                }
                case WatchEvent.Bookmark _ -> {
                    continue;
                }
                case WatchEvent.Failed(var status) -> throw new AssertionError(status);
                case WatchEvent.Garbled(var line) -> throw new AssertionError(line);
            }
            if (until.test(versions.getLast())) return;
        }
    }

    @Test
    void eachVersionOfAPodIsParsedOnceForAllPrograms(ApiClient client) throws IOException {
        var before = client.list(ApiResource.PODS, ObjectSelection.ALL, Page.ALL)
                .done()
                .orElseThrow();
        var parsed = StoredObject.documentsParsed("Pod");
        var received = podsReceived();
        try (var watch = client.watch(
                        ApiResource.PODS, ObjectSelection.ALL, before.resourceVersion(), Duration.ofMinutes(1))
                .done()
                .orElseThrow()) {
            assertThat(client.create(ApiResource.PODS, POD).problem()).isEmpty();
            follow(watch, pod -> pod.at("/status/phase").asText().equals("Running"));
            for (var cpus = 2; cpus <= 4; cpus++) {
                var wanted = Integer.toString(cpus);
                assertThat(client.patch(ApiResource.PODS.sub("resize"), WEB, resize(cpus))
                                .problem())
                        .isEmpty();
                follow(
                        watch,
                        pod -> pod.at("/status/containerStatuses/0/resources/requests/cpu")
                                .asText()
                                .equals(wanted));
            }
            assertThat(podsReceived()).as("pods that a client parsed").isEqualTo(received);
            client.delete(
                    ApiResource.PODS,
                    WEB,
                    DeleteOptions.atOnce(versions.getLast().at("/metadata/uid").asText()));
            follow(watch, _ -> false);
        }
        assertThat(versions).hasSizeGreaterThan(8);
        assertThat(StoredObject.documentsParsed("Pod") - parsed).isEqualTo(versions.size());
    }
}
