package dev.plimsoll.integration.controllers;

import static dev.plimsoll.integration.controllers.Cluster.text;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

// Acceptance of Kubernetes clients: endpoints
/** EndpointSlices and Endpoints of services on our API server with simulated nodes. */
class ServiceEndpointsTest extends OneCluster {
    private static final String TEMPLATE = """
            {"metadata":{"labels":{"app":"web"}},
             "spec":{"terminationGracePeriodSeconds":0,
              "containers":[{"name":"c","image":"i","ports":[{"name":"web","containerPort":8080}],
                "resources":{"requests":{"cpu":"10m"}}}]}}""";

    private void service(String more) {
        cluster.create(ApiResource.SERVICES, """
                {"metadata":{"name":"web","labels":{"tier":"front"}},
                 "spec":{"selector":{"app":"web"},%s
                  "ports":[{"name":"http","port":80,"targetPort":"web"},{"name":"raw","port":9000}]}}""".formatted(more));
    }

    private void replicas(int count) {
        cluster.create(
                ApiResource.REPLICATION_CONTROLLERS,
                "{\"metadata\":{\"name\":\"web\"},\"spec\":{\"replicas\":%d,\"template\":%s}}"
                        .formatted(count, TEMPLATE));
    }

    private List<ObjectNode> slices(String what, Predicate<List<ObjectNode>> wanted) throws InterruptedException {
        var last = new AtomicReference<List<ObjectNode>>(List.of());
        cluster.seen(ApiResource.ENDPOINT_SLICES).awaitAll(what, all -> {
            last.set(found(all));
            return wanted.test(last.get());
        });
        return last.get();
    }

    private static List<ObjectNode> found(Collection<ObjectNode> all) {
        return all.stream()
                .filter(each -> text(each, "/metadata/labels/kubernetes.io~1service-name")
                        .equals("web"))
                .toList();
    }

    private static List<JsonNode> endpoints(List<ObjectNode> slices) {
        var endpoints = new ArrayList<JsonNode>();
        for (var slice : slices) slice.path("endpoints").forEach(endpoints::add);
        return endpoints;
    }

    private static boolean areReady(List<ObjectNode> slices, int count) {
        var endpoints = endpoints(slices);
        return endpoints.size() == count
                && endpoints.stream()
                        .allMatch(each -> each.at("/conditions/ready").asBoolean());
    }

    @Test
    @DisplayName("a service shows its ready pods at their named ports, in slices and in Endpoints, and both go with it")
    void lifeOfAService() throws Exception {
        service("");
        var blank = slices("a slice that says that there is nobody", all -> all.size() == 1);
        assertThat(endpoints(blank)).isEmpty();
        replicas(3);
        var ready = slices("three ready endpoints", all -> areReady(all, 3));
        assertThat(ready).hasSize(1);
        var slice = ready.getFirst();
        assertThat(text(slice, "/metadata/name"))
                .as("the blank slice was filled")
                .isEqualTo(text(blank.getFirst(), "/metadata/name"));
        assertThat(text(slice, "/metadata/generateName")).isEqualTo("web-");
        assertThat(text(slice, "/metadata/labels/endpointslice.kubernetes.io~1managed-by"))
                .isEqualTo("endpointslice-controller.k8s.io");
        assertThat(text(slice, "/metadata/labels/tier")).isEqualTo("front");
        assertThat(text(slice, "/metadata/ownerReferences/0/kind")).isEqualTo("Service");
        assertThat(text(slice, "/addressType")).isEqualTo("IPv4");
        assertThat(slice.path("ports").toString()).contains("\"port\":8080").contains("\"port\":9000");
        var endpoint = slice.path("endpoints").path(0);
        var pod = cluster.get(ApiResource.PODS, text(endpoint, "/targetRef/name"));
        assertThat(text(endpoint, "/addresses/0")).isEqualTo(text(pod, "/status/podIP"));
        assertThat(text(endpoint, "/nodeName")).isEqualTo(text(pod, "/spec/nodeName"));
        assertThat(text(endpoint, "/targetRef/uid")).isEqualTo(text(pod, "/metadata/uid"));

        var old = until(
                ApiResource.ENDPOINTS,
                "web",
                each -> each.at("/subsets/0/addresses").size() == 3);
        assertThat(text(old, "/metadata/labels/endpoints.kubernetes.io~1managed-by"))
                .isEqualTo("endpoint-controller");
        assertThat(old.at("/subsets/0/ports").toString()).contains("8080").contains("9000");

        // Whoever changes or deletes what the controller manages finds it restored.
        Cluster.done(cluster.client()
                .delete(
                        ApiResource.ENDPOINT_SLICES,
                        Cluster.named(ApiResource.ENDPOINT_SLICES, text(slice, "/metadata/name")),
                        new dev.plimsoll.client.DeleteOptions(-1, "", "", "")));
        slices(
                "made again",
                all -> areReady(all, 3)
                        && !text(all.getFirst(), "/metadata/name").equals(text(slice, "/metadata/name")));
        cluster.merge(ApiResource.ENDPOINTS, "web", "{\"subsets\":null}");
        until(
                ApiResource.ENDPOINTS,
                "web",
                each -> each.at("/subsets/0/addresses").size() == 3);

        cluster.merge(ApiResource.REPLICATION_CONTROLLERS.sub("scale"), "web", "{\"spec\":{\"replicas\":1}}");
        slices("one endpoint", all -> areReady(all, 1));

        delete(ApiResource.SERVICES, "web", "");
        slices("none", List::isEmpty);
        untilGone(ApiResource.ENDPOINTS, "web");
    }

    @Test
    @DisplayName("a pod on its way out serves and is not ready; it is ready where the service does not ask")
    void terminating() throws Exception {
        service("");
        cluster.create(ApiResource.SERVICES, """
                {"metadata":{"name":"any"},"spec":{"selector":{"app":"web"},"clusterIP":"None",
                  "publishNotReadyAddresses":true,"ports":[{"port":80}]}}""");
        cluster.create(ApiResource.PODS, """
                {"metadata":{"name":"held","labels":{"app":"web"},"finalizers":["example.com/hold"]},
                 "spec":{"terminationGracePeriodSeconds":600,
                  "containers":[{"name":"c","image":"i","ports":[{"name":"web","containerPort":8080}],
                    "lifecycle":{"preStop":{"sleep":{"seconds":300}}}}]}}""");
        slices("ready", all -> areReady(all, 1));
        until(
                ApiResource.ENDPOINTS,
                "web",
                each -> each.at("/subsets/0/addresses").size() == 1);
        delete(ApiResource.PODS, "held", "");
        var going = slices(
                "terminating",
                all -> endpoints(all).stream()
                        .anyMatch(each -> each.at("/conditions/terminating").asBoolean()));
        assertThat(endpoints(going).getFirst().at("/conditions/ready").asBoolean())
                .isFalse();
        until(ApiResource.ENDPOINTS, "web", each -> each.path("subsets").isEmpty());
        var any = cluster.seen(ApiResource.ENDPOINT_SLICES)
                .await(
                        "of the other service",
                        each -> text(each, "/metadata/labels/kubernetes.io~1service-name")
                                        .equals("any")
                                && each.at("/endpoints/0/conditions/terminating")
                                        .asBoolean());
        assertThat(any.at("/endpoints/0/conditions/ready").asBoolean()).isTrue();
        assertThat(any.path("metadata").path("labels").has("service.kubernetes.io/headless"))
                .isTrue();
        cluster.merge(ApiResource.PODS, "held", "{\"metadata\":{\"finalizers\":[]}}");
    }

    @Test
    @DisplayName("no slice holds more than a hundred endpoints")
    void manyPods() throws Exception {
        service("");
        replicas(120);
        var all = slices("120 ready endpoints", each -> areReady(each, 120));
        assertThat(all)
                .hasSizeGreaterThan(1)
                .allSatisfy(each -> assertThat(each.path("endpoints")).hasSizeLessThanOrEqualTo(100));
    }

    @Test
    @DisplayName(
            "Endpoints that somebody writes for a service without a selector are shown in slices, and go with them")
    void mirroredEndpoints() throws Exception {
        cluster.create(ApiResource.SERVICES, """
                {"metadata":{"name":"web"},"spec":{"ports":[{"name":"http","port":80}]}}""");
        cluster.create(ApiResource.ENDPOINTS, """
                {"metadata":{"name":"web","labels":{"tier":"front"}},
                 "subsets":[{"addresses":[{"ip":"10.1.2.3"},{"ip":"10.1.2.4","hostname":"b"}],
                  "notReadyAddresses":[{"ip":"10.1.2.5"}],"ports":[{"name":"http","port":8080}]}]}""");
        var made = slices("a slice of the endpoints", all -> endpoints(all).size() == 3);
        assertThat(made).hasSize(1);
        var slice = made.getFirst();
        assertThat(text(slice, "/metadata/labels/endpointslice.kubernetes.io~1managed-by"))
                .isEqualTo("endpointslicemirroring-controller.k8s.io");
        assertThat(text(slice, "/metadata/labels/tier")).isEqualTo("front");
        assertThat(text(slice, "/metadata/ownerReferences/0/kind")).isEqualTo("Endpoints");
        assertThat(slice.at("/ports/0/port").asInt()).isEqualTo(8080);
        assertThat(endpoints(made).stream()
                        .map(each -> text(each, "/addresses/0") + " " + each.at("/conditions/ready")))
                .containsExactly("10.1.2.3 true", "10.1.2.4 true", "10.1.2.5 false");
        assertThat(endpoints(made)).noneMatch(each -> each.has("targetRef"));

        cluster.merge(
                ApiResource.ENDPOINTS,
                "web",
                "{\"subsets\":[{\"addresses\":[{\"ip\":\"10.9.9.9\"}],\"ports\":[{\"name\":\"http\",\"port\":81}]}]}");
        var changed = slices(
                "the same slice with the other endpoint",
                all -> endpoints(all).size() == 1
                        && text(endpoints(all).getFirst(), "/addresses/0").equals("10.9.9.9"));
        assertThat(text(changed.getFirst(), "/metadata/name")).isEqualTo(text(slice, "/metadata/name"));

        // Who leads them elsewhere says so with a label.
        cluster.merge(
                ApiResource.ENDPOINTS,
                "web",
                "{\"metadata\":{\"labels\":{\"endpointslice.kubernetes.io/skip-mirror\":\"true\"}}}");
        slices("no slice", List::isEmpty);
        cluster.merge(
                ApiResource.ENDPOINTS,
                "web",
                "{\"metadata\":{\"labels\":{\"endpointslice.kubernetes.io/skip-mirror\":null}}}");
        slices("a slice again", all -> all.size() == 1);
        Cluster.done(cluster.client()
                .delete(
                        ApiResource.ENDPOINTS,
                        Cluster.named(ApiResource.ENDPOINTS, "web"),
                        new dev.plimsoll.client.DeleteOptions(-1, "", "", "")));
        slices("gone with their source", List::isEmpty);
    }
}
