package dev.plimsoll.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.apiserver.services.ServiceNetwork;
import dev.plimsoll.core.services.AddressRange;
import dev.plimsoll.core.services.PortRange;
import dev.plimsoll.store.memory.MemoryStore;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

// Acceptance of Kubernetes clients: own-service, addresses, namespaces
/** Addresses and node ports of services (spec/kinds.md 5.2), on one server, on two, and after a restart. */
@Timeout(120)
class ServiceAddressesTest {
    private static final String SERVICES = "/api/v1/namespaces/default/services";
    private static final String ADDRESSES = "/apis/networking.k8s.io/v1/ipaddresses";

    private static ApiServerSettings.Extras small() {
        return ApiServerSettings.Extras.DEFAULT.with(
                new ServiceNetwork(AddressRange.parse("10.20.30.0/28"), PortRange.parse("30000-30009")));
    }

    private static String named(String name, String spec) {
        return "{\"metadata\":{\"name\":\"%s\"},\"spec\":{%s}}".formatted(name, spec);
    }

    private static JsonNode made(TestServer server, String name, String spec) {
        var answer = server.post(SERVICES, named(name, spec));
        assertThat(answer.status()).as(answer.text()).isEqualTo(201);
        return answer.json().path("spec");
    }

    private static JsonNode patched(TestServer server, String name, String patch) {
        var answer = server.patch("merge-patch+json", SERVICES + "/" + name, patch);
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        return answer.json().path("spec");
    }

    private static String refused(TestServer.Answer answer, int status) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(status);
        return answer.json().path("message").asText();
    }

    private static boolean isHeld(TestServer server, String address) {
        return server.get(ADDRESSES + "/" + address).status() == 200;
    }

    @Test
    @DisplayName("a service gets an address, IPAddress and all, and gives it back when it goes")
    void address() {
        try (var server = new TestServer()) {
            var spec = made(server, "a", "\"ports\":[{\"port\":80}]");
            var address = spec.path("clusterIP").asText();
            assertThat(AddressRange.parse("10.96.0.0/16").contains(address)).isTrue();
            assertThat(spec.path("clusterIPs").toString()).isEqualTo("[\"" + address + "\"]");
            assertThat(spec.path("ipFamilies").toString()).isEqualTo("[\"IPv4\"]");
            assertThat(spec.path("ipFamilyPolicy").asText()).isEqualTo("SingleStack");
            assertThat(spec.path("internalTrafficPolicy").asText()).isEqualTo("Cluster");
            var object = server.get(ADDRESSES + "/" + address).json();
            assertThat(object.at("/spec/parentRef").toString())
                    .isEqualTo("{\"group\":\"\",\"resource\":\"services\",\"namespace\":\"default\",\"name\":\"a\"}");
            assertThat(object.at("/metadata/labels/ipaddress.kubernetes.io~1managed-by")
                            .asText())
                    .isEqualTo("ipallocator.k8s.io");
            assertThat(server.get("/apis/networking.k8s.io/v1/servicecidrs/kubernetes")
                            .json()
                            .at("/spec/cidrs/0")
                            .asText())
                    .isEqualTo("10.96.0.0/16");

            assertThat(refused(
                            server.post(
                                    SERVICES,
                                    named("b", "\"clusterIP\":\"" + address + "\",\"ports\":[{\"port\":80}]")),
                            422))
                    .isEqualTo("Service \"b\" is invalid: spec.clusterIPs: Invalid value: [\"" + address
                            + "\"]: failed to allocate IP " + address + ": provided IP is already allocated");
            server.call("DELETE", SERVICES + "/a", "");
            assertThat(isHeld(server, address)).isFalse();
            assertThat(made(server, "b", "\"clusterIP\":\"" + address + "\",\"ports\":[{\"port\":80}]")
                            .path("clusterIP")
                            .asText())
                    .isEqualTo(address);
            assertThat(refused(
                            server.patch(
                                    "merge-patch+json", SERVICES + "/b", "{\"spec\":{\"clusterIP\":\"10.0.0.77\"}}"),
                            422))
                    .isEqualTo(
                            "Service \"b\" is invalid: spec.clusterIPs[0]: Invalid value: [\"10.0.0.77\"]: may not change once set");
            assertThat(refused(
                            server.post(SERVICES, named("c", "\"clusterIP\":\"1.2.3.4\",\"ports\":[{\"port\":80}]")),
                            422))
                    .isEqualTo(
                            "Service \"c\" is invalid: spec.clusterIPs: Invalid value: [\"1.2.3.4\"]: failed to allocate IP"
                                    + " 1.2.3.4: the provided IP (1.2.3.4) is not in the valid range. The range of valid IPs is 10.96.0.0/16");
            assertThat(made(server, "none", "\"clusterIP\":\"None\",\"selector\":{\"a\":\"b\"}")
                            .path("clusterIPs")
                            .toString())
                    .isEqualTo("[\"None\"]");
            assertThat(refused(
                            server.post(SERVICES, named("six", "\"ipFamilies\":[\"IPv6\"],\"ports\":[{\"port\":80}]")),
                            422))
                    .endsWith("spec.ipFamilies[0]: Invalid value: \"IPv6\": not configured on this cluster");
            assertThat(refused(
                            server.post(
                                    SERVICES,
                                    named("two", "\"ipFamilyPolicy\":\"RequireDualStack\",\"ports\":[{\"port\":80}]")),
                            422))
                    .endsWith(
                            "spec.ipFamilyPolicy: Invalid value: \"RequireDualStack\": this cluster is not configured for dual-stack services");
            assertThat(server.defects()).isEmpty();
        }
    }

    @Test
    @DisplayName("node ports are given, kept, asked for, shared by protocols, refused and given back")
    void nodePorts() {
        try (var server = new TestServer()) {
            var spec = made(
                    server,
                    "a",
                    "\"type\":\"NodePort\",\"ports\":[{\"name\":\"t\",\"port\":53},{\"name\":\"u\",\"port\":53,\"protocol\":\"UDP\"},{\"name\":\"w\",\"port\":80}]");
            var first = spec.at("/ports/0/nodePort").asInt();
            assertThat(first).isBetween(30_000, 32_767);
            assertThat(spec.at("/ports/1/nodePort").asInt()).isEqualTo(first);
            assertThat(spec.at("/ports/2/nodePort").asInt())
                    .isBetween(30_000, 32_767)
                    .isNotEqualTo(first);
            assertThat(refused(
                            server.post(
                                    SERVICES,
                                    named(
                                            "b",
                                            "\"type\":\"NodePort\",\"ports\":[{\"port\":1,\"nodePort\":" + first
                                                    + "}]")),
                            422))
                    .isEqualTo("Service \"b\" is invalid: spec.ports[0].nodePort: Invalid value: " + first
                            + ": provided port is already allocated");
            assertThat(refused(
                            server.post(
                                    SERVICES,
                                    named("b", "\"type\":\"NodePort\",\"ports\":[{\"port\":1,\"nodePort\":80}]")),
                            422))
                    .endsWith(
                            "Invalid value: 80: provided port is not in the valid range. The range of valid ports is 30000-32767");
            // Who leaves them out keeps them.
            var kept = server.call(
                    "PUT",
                    SERVICES + "/a",
                    named(
                            "a",
                            "\"type\":\"NodePort\",\"ports\":[{\"name\":\"t\",\"port\":53},{\"name\":\"w\",\"port\":81}]"),
                    java.util.Map.of("Content-Type", "application/json"));
            assertThat(kept.status()).as(kept.text()).isEqualTo(200);
            assertThat(kept.json().at("/spec/ports/0/nodePort").asInt()).isEqualTo(first);
            assertThat(kept.json().at("/spec/clusterIP")).isEqualTo(spec.path("clusterIP"));
            assertThat(kept.json().at("/spec/ports/1/nodePort").asInt()).isPositive();
            // The one that nobody uses any more is free.
            made(
                    server,
                    "c",
                    "\"type\":\"NodePort\",\"ports\":[{\"port\":1,\"nodePort\":"
                            + spec.at("/ports/2/nodePort").asInt() + "}]");
            var balanced = made(
                    server,
                    "lb",
                    "\"type\":\"LoadBalancer\",\"externalTrafficPolicy\":\"Local\",\"ports\":[{\"port\":1}]");
            assertThat(balanced.path("healthCheckNodePort").asInt()).isBetween(30_000, 32_767);
            var without = made(
                    server,
                    "no",
                    "\"type\":\"LoadBalancer\",\"allocateLoadBalancerNodePorts\":false,\"ports\":[{\"port\":1}]");
            assertThat(without.at("/ports/0").has("nodePort")).isFalse();
            assertThat(refused(
                            server.post(
                                    SERVICES,
                                    named(
                                            "d",
                                            "\"type\":\"NodePort\",\"ports\":[{\"name\":\"a\",\"port\":1,\"nodePort\":31999},{\"name\":\"b\",\"port\":2,\"nodePort\":31999}]")),
                            422))
                    .endsWith("spec.ports[1].nodePort: Duplicate value: 31999");
            assertThat(made(server, "d", "\"type\":\"NodePort\",\"ports\":[{\"port\":1,\"nodePort\":31999}]")
                            .at("/ports/0/nodePort")
                            .asInt())
                    .as("what a refused write took went back")
                    .isEqualTo(31_999);
            assertThat(server.defects()).isEmpty();
        }
    }

    @Test
    @DisplayName("a change of the type takes what the new one needs and gives back what it cannot have")
    void types() {
        try (var server = new TestServer()) {
            var address = made(server, "a", "\"ports\":[{\"port\":80}]")
                    .path("clusterIP")
                    .asText();
            var opened = patched(server, "a", "{\"spec\":{\"type\":\"NodePort\"}}");
            assertThat(opened.path("clusterIP").asText()).isEqualTo(address);
            assertThat(opened.path("externalTrafficPolicy").asText()).isEqualTo("Cluster");
            var port = opened.at("/ports/0/nodePort").asInt();
            assertThat(port).isPositive();
            var closed = patched(server, "a", "{\"spec\":{\"type\":\"ClusterIP\"}}");
            assertThat(closed.at("/ports/0").has("nodePort")).isFalse();
            assertThat(closed.has("externalTrafficPolicy")).isFalse();
            made(server, "b", "\"type\":\"NodePort\",\"ports\":[{\"port\":1,\"nodePort\":" + port + "}]");

            var alias = patched(server, "a", "{\"spec\":{\"type\":\"ExternalName\",\"externalName\":\"example.com\"}}");
            for (var field :
                    List.of("clusterIP", "clusterIPs", "ipFamilies", "ipFamilyPolicy", "internalTrafficPolicy"))
                assertThat(alias.has(field)).as(field).isFalse();
            assertThat(isHeld(server, address)).isFalse();
            var back = patched(server, "a", "{\"spec\":{\"type\":\"ClusterIP\",\"externalName\":null}}");
            assertThat(back.path("clusterIP").asText()).isNotEmpty();
            assertThat(back.path("ipFamilies").toString()).isEqualTo("[\"IPv4\"]");
            assertThat(isHeld(server, back.path("clusterIP").asText())).isTrue();
            assertThat(server.defects()).isEmpty();
        }
    }

    @Test
    @DisplayName("a dry run takes nothing; refusals give back; a range can be full")
    void fullRange() {
        try (var server = new TestServer(true, small())) {
            var dry = server.post(
                    SERVICES + "?dryRun=All", named("dry", "\"type\":\"NodePort\",\"ports\":[{\"port\":80}]"));
            assertThat(dry.status()).as(dry.text()).isEqualTo(201);
            assertThat(dry.json().at("/spec/clusterIP").asText()).isEqualTo("10.20.30.0");
            assertThat(refused(
                            server.post(SERVICES, named("bad", "\"type\":\"NodePort\",\"ports\":[{\"port\":0}]")), 422))
                    .contains("spec.ports[0].port");
            var seen = new HashSet<String>();
            // 14 addresses, of which the API server has one.
            for (var i = 0; i < 13; i++)
                assertThat(seen.add(made(server, "s" + i, "\"ports\":[{\"port\":80}]")
                                .path("clusterIP")
                                .asText()))
                        .isTrue();
            assertThat(refused(server.post(SERVICES, named("more", "\"ports\":[{\"port\":80}]")), 500))
                    .isEqualTo("Internal error occurred: failed to allocate a serviceIP: range is full");
            server.call("DELETE", SERVICES + "/s5", "");
            for (var i = 0; i < 10; i++) {
                var answer = server.patch(
                        "merge-patch+json",
                        SERVICES + "/s" + (i < 5 ? i : i + 1),
                        "{\"spec\":{\"type\":\"NodePort\"}}");
                assertThat(answer.status()).as(answer.text()).isEqualTo(200);
            }
            assertThat(refused(
                            server.patch("merge-patch+json", SERVICES + "/s12", "{\"spec\":{\"type\":\"NodePort\"}}"),
                            500))
                    .isEqualTo("Internal error occurred: failed to allocate a nodePort: range is full");
            assertThat(server.defects()).isEmpty();
        }
    }

    @Test
    @DisplayName("two servers on one store never give the same address or port twice, nor does one that starts again")
    void twoServers() throws Exception {
        var store = new MemoryStore();
        var held = new ArrayList<JsonNode>();
        try (var one = TestServer.on(store);
                var other = one.another();
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var made = new ArrayList<Callable<JsonNode>>();
            for (var i = 0; i < 60; i++) {
                var number = i;
                var server = i % 2 == 0 ? one : other;
                made.add(() -> made(server, "s" + number, "\"type\":\"NodePort\",\"ports\":[{\"port\":80}]"));
            }
            for (var each : threads.invokeAll(made)) held.add(each.get());
            // All want the same one.
            var wanted = new ArrayList<Callable<Integer>>();
            for (var i = 0; i < 10; i++) {
                var number = i;
                var server = i % 2 == 0 ? one : other;
                wanted.add(() -> server.post(
                                SERVICES, named("w" + number, "\"clusterIP\":\"10.96.0.10\",\"ports\":[{\"port\":80}]"))
                        .status());
            }
            var done = 0;
            for (var each : threads.invokeAll(wanted)) if (each.get() == 201) done++;
            assertThat(done).isEqualTo(1);
            try (var third = one.another()) {
                for (var i = 60; i < 90; i++)
                    held.add(made(third, "s" + i, "\"type\":\"NodePort\",\"ports\":[{\"port\":80}]"));
                assertThat(refused(
                                third.post(
                                        SERVICES,
                                        named("again", "\"clusterIP\":\"10.96.0.10\",\"ports\":[{\"port\":80}]")),
                                422))
                        .endsWith("provided IP is already allocated");
            }
            assertThat(one.defects()).isEmpty();
            assertThat(other.defects()).isEmpty();
        }
        assertThat(held.stream().map(each -> each.path("clusterIP").asText()).distinct())
                .hasSize(90);
        assertThat(held.stream()
                        .map(each -> each.at("/ports/0/nodePort").asInt())
                        .distinct())
                .hasSize(90);
    }

    @Test
    @DisplayName("service kubernetes has the first address and the endpoint of the server, and is made again")
    void ownService() throws Exception {
        try (var server = new TestServer()) {
            var service = server.get(SERVICES + "/kubernetes").json();
            assertThat(service.at("/metadata/labels").toString())
                    .isEqualTo("{\"component\":\"apiserver\",\"provider\":\"kubernetes\"}");
            assertThat(service.at("/spec/clusterIP").asText()).isEqualTo("10.96.0.1");
            assertThat(service.at("/spec/ports/0/port").asInt()).isEqualTo(443);
            var port = service.at("/spec/ports/0/targetPort").asInt();
            assertThat(server.get("/healthz").status()).isEqualTo(200);
            var endpoints = server.get("/api/v1/namespaces/default/endpoints/kubernetes")
                    .json();
            assertThat(endpoints.at("/subsets/0/addresses/0/ip").asText()).isEqualTo("127.0.0.1");
            assertThat(endpoints.at("/subsets/0/ports/0/port").asInt()).isEqualTo(port);
            var slice = server.get("/apis/discovery.k8s.io/v1/namespaces/default/endpointslices/kubernetes")
                    .json();
            assertThat(slice.at("/endpoints/0/addresses/0").asText()).isEqualTo("127.0.0.1");
            assertThat(slice.at("/endpoints/0/conditions/ready").asBoolean()).isTrue();
            assertThat(isHeld(server, "10.96.0.1")).isTrue();
            for (var path : List.of(
                    SERVICES + "/kubernetes",
                    "/api/v1/namespaces/default/endpoints/kubernetes",
                    "/apis/discovery.k8s.io/v1/namespaces/default/endpointslices/kubernetes")) {
                var before = server.get(path).json().at("/metadata/uid").asText();
                server.call("DELETE", path, "");
                Waiting.until(() -> {
                    var now = server.get(path);
                    return now.status() == 200
                            && !now.json().at("/metadata/uid").asText().equals(before);
                });
            }
            for (var name : List.of("default", "kube-system", "kube-public", "kube-node-lease"))
                assertThat(server.get("/api/v1/namespaces/" + name).status()).isEqualTo(200);
            for (var name : List.of("system-cluster-critical", "system-node-critical"))
                assertThat(server.get("/apis/scheduling.k8s.io/v1/priorityclasses/" + name)
                                .status())
                        .isEqualTo(200);
            assertThat(server.defects()).isEmpty();
        }
    }
}
