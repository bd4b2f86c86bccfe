package dev.plimsoll.integration.scheduler;

import static dev.plimsoll.integration.scheduler.TestCluster.done;
import static dev.plimsoll.integration.scheduler.TestCluster.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.client.ApiResource;
import dev.plimsoll.runtime.http.HttpService;
import dev.plimsoll.scheduler.Scheduler;
import dev.plimsoll.scheduler.SchedulerSettings;
import dev.plimsoll.scheduler.http.SchedulerPages;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** KEP-2837 at the scheduler: which of two nodes, of 2 CPUs and of 8, a pod gets by what it asks for as a whole or in its containers. */
// Acceptance of KEP-2837: scheduler-minimum, sched-pod, sched-containers, sched-both, init-override
// Acceptance of KEP-2837: overhead-scheduling, huge-scheduling, metric-scheduler
@Timeout(120)
@SuppressWarnings("NullAway.Init") // start() fills the fields
class PodLevelSchedulingTest {
    private final TestCluster cluster = new TestCluster();
    private Scheduler scheduler;

    @BeforeEach
    void start() {
        cluster.node("small", "\"cpu\":\"2\",\"memory\":\"32Gi\",\"pods\":\"10\"");
        cluster.node("large", "\"cpu\":\"8\",\"memory\":\"8Gi\",\"hugepages-2Mi\":\"64Mi\",\"pods\":\"10\"");
        done(cluster.client.create(
                ApiResource.clustered("node.k8s.io", "v1", "runtimeclasses", "RuntimeClass"),
                json(
                        "{\"apiVersion\":\"node.k8s.io/v1\",\"kind\":\"RuntimeClass\",\"metadata\":{\"name\":\"vm\"},\"handler\":\"vm\","
                                + "\"overhead\":{\"podFixed\":{\"cpu\":\"1\"}}}")));
        scheduler = cluster.scheduler(SchedulerSettings.ALONE);
    }

    @AfterEach
    void close() {
        cluster.close();
        assertThat(cluster.defects).isEmpty();
    }

    private void create(String name, String spec) {
        cluster.create(
                json("{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"namespace\":\"default\",\"name\":\""
                        + name + "\"},\"spec\":" + spec.replace('\'', '"') + "}"));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            pod level only | {'resources':{'requests':{'cpu':'4'}},'containers':[{'name':'c','image':'i'}]}
            both: the pod level counts, the containers do not | {'resources':{'requests':{'cpu':'4'}},'containers':[{'name':'c','image':'i','resources':{'requests':{'cpu':'1'}}}]}
            containers only: their sum | {'containers':[{'name':'c','image':'i','resources':{'requests':{'cpu':'2'}}},{'name':'d','image':'i','resources':{'requests':{'cpu':'2'}}}]}
            containers only: init containers and sidecars are part of it | {'initContainers':[{'name':'s','image':'i','restartPolicy':'Always','resources':{'requests':{'cpu':'1'}}},{'name':'i','image':'i','resources':{'requests':{'cpu':'3'}}}],'containers':[{'name':'c','image':'i','resources':{'requests':{'cpu':'1'}}}]}
            the pod level covers init containers and sidecars | {'resources':{'requests':{'cpu':'4'}},'initContainers':[{'name':'s','image':'i','restartPolicy':'Always'},{'name':'i','image':'i'}],'containers':[{'name':'c','image':'i'}]}
            overhead comes on top of the pod level | {'runtimeClassName':'vm','resources':{'requests':{'cpu':'1500m'}},'containers':[{'name':'c','image':'i'}]}
            huge pages of the pod level | {'resources':{'requests':{'cpu':'1','hugepages-2Mi':'8Mi'},'limits':{'hugepages-2Mi':'8Mi'}},'containers':[{'name':'c','image':'i'}]}
            a request that follows from the pod-level limit | {'resources':{'limits':{'cpu':'4'}},'containers':[{'name':'c','image':'i'}]}
            """)
    void onlyTheLargeNodeHasRoom(String sentence, String spec) throws IOException {
        create("p", spec);
        assertThat(cluster.awaitBound("p").at("/spec/nodeName").asText())
                .as(sentence)
                .isEqualTo("large");
    }

    @Test
    @DisplayName("a pod that no node has room for as a whole waits, though each of its containers would fit")
    void noRoom() throws IOException {
        create(
                "p",
                "{'resources':{'requests':{'cpu':'9'}},'containers':[{'name':'c','image':'i','resources':{'requests':{'cpu':'1'}}}]}");
        assertThat(cluster.awaitRefusal("p")).startsWith("0/2 nodes are available: 2 Insufficient cpu.");
        create(
                "q",
                "{'resources':{'requests':{'cpu':'1','hugepages-2Mi':'128Mi'},'limits':{'hugepages-2Mi':'128Mi'}},'containers':[{'name':'c','image':'i'}]}");
        assertThat(cluster.awaitRefusal("q")).startsWith("0/2 nodes are available: 2 Insufficient hugepages-2Mi.");
    }

    @Test
    @DisplayName("a pod that waits is counted: attempts by how they ended, pods by where they wait")
    void counted() throws IOException, InterruptedException {
        create("p", "{'resources':{'requests':{'cpu':'9'}},'containers':[{'name':'c','image':'i'}]}");
        cluster.awaitRefusal("p");
        var any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        try (var endpoints = HttpService.start("scheduler-http", any, null, SchedulerPages.of(scheduler));
                var http = HttpClient.newHttpClient()) {
            var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + endpoints.port() + "/metrics"))
                    .build();
            var page = "";
            // Gauges are renewed now and then. A scheduler that never does ends this by the class's timeout.
            while (!page.contains("scheduler_pending_pods{queue=\"unschedulable\"} 1.0"))
                page = http.send(request, HttpResponse.BodyHandlers.ofString()).body();
            assertThat(page)
                    .contains(
                            "scheduler_schedule_attempts_total{profile=\"default-scheduler\",result=\"unschedulable\"} 1.0")
                    .contains("# TYPE scheduler_pod_scheduling_attempts histogram");
        }
    }

    @Test
    @DisplayName("pods that ask for nothing fit anywhere, and nothing is written into them")
    void nothingAsked() throws IOException {
        create("p", "{'containers':[{'name':'c','image':'i'}]}");
        var pod = cluster.awaitBound("p");
        assertThat(pod.at("/spec/resources").isMissingNode()).isTrue();
        assertThat(pod.at("/spec/containers/0/resources").isEmpty()).isTrue();
    }
}
