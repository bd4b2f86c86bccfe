package dev.plimsoll.nodeagent.simulated.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.nodeagent.runtime.UnknownServerException;
import dev.plimsoll.objects.service.EndpointSliceObject;
import dev.plimsoll.objects.service.ServiceObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

// Acceptance of nodes: node-addresses
class SimulatedNetworkTest {
    private static final String NODE = "172.16.0.1";

    private static ServiceObject service(String spec) {
        return new ServiceObject(ClientJson.read(("{'metadata':{'namespace':'shop','name':'web'},'spec':" + spec + "}")
                        .replace('\'', '"')
                        .getBytes(StandardCharsets.UTF_8))
                .orElseThrow());
    }

    private static final EndpointSliceObject SLICE = new EndpointSliceObject(ClientJson.read(
                    ("{'metadata':{'namespace':'shop','labels':{'kubernetes.io/service-name':'web'}},'ports':[{'name':'http',"
                                    + "'port':8080,'protocol':'TCP'}],'endpoints':[{'addresses':['10.0.0.1'],'hostname':'a'},"
                                    + "{'addresses':['10.0.0.2']},{'addresses':['10.0.0.3'],'conditions':{'ready':false}}]}")
                            .replace('\'', '"')
                            .getBytes(StandardCharsets.UTF_8))
            .orElseThrow());

    private static SimulatedNetwork network(String spec) {
        var services = new ClusterServices() {
            @Override
            public List<ServiceObject> all() {
                return List.of(service(spec));
            }

            @Override
            public List<EndpointSliceObject> slices(String namespace, String service) {
                return namespace.equals("shop") && service.equals("web") ? List.of(SLICE) : List.of();
            }
        };
        var network = new SimulatedNetwork(services, Time.system(), new Random(7));
        network.add(new NetworkHost() {
            @Override
            public String address() {
                return NODE;
            }

            @Override
            public Optional<PodPlace> pod(String address) {
                return address.startsWith("10.0.0.") ? Optional.of(place(address)) : Optional.empty();
            }

            @Override
            public Optional<Destination> hostPort(String address, int port, Protocol protocol) {
                return port == 9000 ? Optional.of(new Destination("10.0.0.2", 8080)) : Optional.empty();
            }
        });
        return network;
    }

    private static PodPlace place(String address) {
        return new PodPlace() {
            @Override
            public boolean isStarting() {
                return false;
            }

            @Override
            public boolean isUnderstood() {
                return !address.equals("10.0.0.9");
            }

            @Override
            public Optional<Server> placeholder(int port) {
                return Optional.empty();
            }
        };
    }

    private static final String SPEC =
            "{'clusterIP':'10.96.0.7','clusterIPs':['10.96.0.7'],'ports':[{'name':'http','port':80,'nodePort':30001}]}";

    private static void serve(SimulatedNetwork network, String... addresses) throws BindException {
        for (var address : addresses)
            network.listen(
                    address,
                    8080,
                    connection -> connection.stream().output().write(address.getBytes(StandardCharsets.UTF_8)));
    }

    private static ContainerNetwork client(SimulatedNetwork network) {
        return new ContainerNetwork(network, new ConnectionOrigin("10.0.0.8", "shop", NODE), () -> "192.0.2.1 filed\n");
    }

    private static String asked(ContainerNetwork client, String host, int port) throws IOException {
        try (var stream = client.connect(host, port)) {
            return new String(stream.input().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    @DisplayName("an address of a service, its names, node ports and host ports lead to ready pods")
    void services() throws Exception {
        var network = network(SPEC);
        serve(network, "10.0.0.1", "10.0.0.2", "10.0.0.3");
        var client = client(network);
        var reached = new HashSet<String>();
        for (var i = 0; i < 50; i++) reached.add(asked(client, "web", 80));
        assertThat(reached).containsExactlyInAnyOrder("10.0.0.1", "10.0.0.2");
        for (var host : List.of("web.shop", "web.shop.svc", "web.shop.svc.cluster.local", "10.96.0.7"))
            assertThat(asked(client, host, 80)).startsWith("10.0.0.");
        assertThat(asked(client, NODE, 30001)).startsWith("10.0.0.");
        assertThat(asked(client, NODE, 9000)).isEqualTo("10.0.0.2");
        assertThat(asked(client, "10.0.0.3", 8080)).isEqualTo("10.0.0.3");
    }

    @Test
    @DisplayName(
            "the service kubernetes leads to the API server on the machine's network, by the slice that the server keeps")
    void apiServer() throws Exception {
        try (var listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var answering = Thread.ofVirtual().start(() -> {
                try (var accepted = listening.accept()) {
                    accepted.getOutputStream().write("api".getBytes(StandardCharsets.UTF_8));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            var client = client(new SimulatedNetwork(
                    kubernetes("kubernetes", listening.getLocalPort()), Time.system(), new Random(7)));
            assertThat(asked(client, "kubernetes.default", 443)).isEqualTo("api");
            answering.join();
            var foreign = client(
                    new SimulatedNetwork(kubernetes("other", listening.getLocalPort()), Time.system(), new Random(7)));
            assertThatThrownBy(() -> asked(foreign, "kubernetes.default", 443)).isInstanceOf(ConnectException.class);
        }
    }

    private static ClusterServices kubernetes(String sliceName, int port) {
        var service = new ServiceObject(json(
                "{'metadata':{'namespace':'default','name':'kubernetes'},'spec':{'clusterIP':'10.96.0.1','clusterIPs':"
                        + "['10.96.0.1'],'ports':[{'name':'https','port':443}]}}"));
        var slice = new EndpointSliceObject(json("{'metadata':{'namespace':'default','name':'" + sliceName
                + "','labels':{'kubernetes.io/service-name':'kubernetes'}},'ports':[{'name':'https','port':" + port
                + ",'protocol':'TCP'}],'endpoints':[{'addresses':['127.0.0.1'],'conditions':{'ready':true}}]}"));
        return new ClusterServices() {
            @Override
            public List<ServiceObject> all() {
                return List.of(service);
            }

            @Override
            public List<EndpointSliceObject> slices(String namespace, String name) {
                return List.of(slice);
            }
        };
    }

    private static ObjectNode json(String text) {
        return ClientJson.read(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8))
                .orElseThrow();
    }

    @Test
    @DisplayName("a service with session affinity leads one client to one pod")
    void affinity() throws Exception {
        var network =
                network("{'clusterIP':'10.96.0.7','sessionAffinity':'ClientIP','ports':[{'name':'http','port':80}]}");
        serve(network, "10.0.0.1", "10.0.0.2");
        var reached = new HashSet<String>();
        for (var i = 0; i < 50; i++) reached.add(asked(client(network), "web", 80));
        assertThat(reached).hasSize(1);
    }

    @Test
    @DisplayName(
            "a port at which nobody listens refuses; of an unknown server nothing is said; unknown names are told of")
    void refused() {
        var network = network(SPEC);
        var client = client(network);
        assertThatThrownBy(() -> client.connect("10.0.0.1", 81))
                .isInstanceOf(ConnectException.class)
                .isNotInstanceOf(UnknownServerException.class);
        assertThatThrownBy(() -> client.connect("10.96.0.7", 81)).isInstanceOf(ConnectException.class);
        assertThatThrownBy(() -> client.connect("10.0.0.9", 80)).isInstanceOf(UnknownServerException.class);
        assertThatThrownBy(() -> client.connect("192.0.2.7", 80)).isInstanceOf(UnknownServerException.class);
        assertThatThrownBy(() -> client.connect("nowhere", 80)).isInstanceOf(UnknownHostException.class);
    }

    @Test
    @DisplayName("a port that is taken cannot be taken again, and can when it is given back")
    void taken() throws Exception {
        var network = network(SPEC);
        var first = network.listen("10.0.0.1", 80, _ -> {});
        assertThatThrownBy(() -> network.listen("10.0.0.1", 80, _ -> {})).isInstanceOf(BindException.class);
        first.close();
        network.listen("10.0.0.1", 80, _ -> {}).close();
    }

    private static NetworkHost host(String address, Map<String, Destination> hostPorts) {
        return new NetworkHost() {
            @Override
            public String address() {
                return address;
            }

            @Override
            public Optional<PodPlace> pod(String asked) {
                return Optional.empty();
            }

            @Override
            public Optional<Destination> hostPort(String asked, int port, Protocol protocol) {
                return Optional.ofNullable(hostPorts.get(asked + ":" + port));
            }
        };
    }

    @Test
    @DisplayName("host ports of nodes with addresses of the loopback's network are kept apart by node and address")
    void hostPorts() throws Exception {
        var network = network(SPEC);
        network.add(host(
                "127.1.0.1",
                Map.of(
                        "127.1.0.1:80", new Destination("10.0.0.1", 8080),
                        "127.0.0.1:80", new Destination("10.0.0.2", 8080))));
        network.add(host("127.1.0.2", Map.of("127.1.0.2:80", new Destination("10.0.0.3", 8080))));
        serve(network, "10.0.0.1", "10.0.0.2", "10.0.0.3", "10.0.0.8");
        network.listen(
                "127.1.0.2",
                70,
                connection -> connection.stream().output().write("own".getBytes(StandardCharsets.UTF_8)));
        var pod = client(network);
        assertThat(asked(pod, "127.1.0.1", 80)).isEqualTo("10.0.0.1");
        assertThat(asked(pod, "127.1.0.2", 80)).isEqualTo("10.0.0.3");
        assertThat(asked(pod, "127.1.0.2", 30001)).startsWith("10.0.0.");
        assertThat(asked(pod, "127.0.0.1", 8080)).as("its own loopback").isEqualTo("10.0.0.8");
        for (var port : List.of(80, 30001))
            assertThatThrownBy(() -> pod.connect("127.0.0.1", port)).isInstanceOf(ConnectException.class);

        var first = new ContainerNetwork(network, ConnectionOrigin.ofNode("127.1.0.1"), () -> "");
        assertThat(asked(first, "127.0.0.1", 80)).isEqualTo("10.0.0.2");
        assertThat(asked(first, "127.1.0.2", 70)).isEqualTo("own");
        assertThat(asked(first, "127.0.0.1", 30001)).startsWith("10.0.0.");
        assertThatThrownBy(() -> first.connect("127.0.0.1", 70)).isInstanceOf(ConnectException.class);
        var second = new ContainerNetwork(network, ConnectionOrigin.ofNode("127.1.0.2"), () -> "");
        assertThat(asked(second, "127.0.0.1", 70)).isEqualTo("own");
        assertThatThrownBy(() -> second.connect("127.0.0.1", 80)).isInstanceOf(ConnectException.class);
    }

    @Test
    @DisplayName("on the network of a node a port is taken once; where nodes share an address, once on each")
    void nodePorts() throws Exception {
        var network = network(SPEC);
        network.listen(NODE, 80, _ -> {});
        assertThatThrownBy(() -> network.listen(NODE, 80, _ -> {})).isInstanceOf(BindException.class);
        network.add(host(NODE, Map.of()));
        network.listen(NODE, 80, _ -> {}).close();
    }

    @Test
    @DisplayName("names: of a service, of its ports, of a headless service's pods, of addresses, of another name")
    void names() throws Exception {
        var names = network(SPEC).names();
        assertThat(names.records("web.shop.svc.cluster.local", "A"))
                .extracting(ClusterNames.Answer::value)
                .containsExactly("10.96.0.7");
        assertThat(names.records("_http._tcp.web.shop.svc.cluster.local", "SRV"))
                .extracting(ClusterNames.Answer::value)
                .containsExactly("0 100 80 web.shop.svc.cluster.local.");
        assertThat(names.records("7.0.96.10.in-addr.arpa", "PTR"))
                .extracting(ClusterNames.Answer::value)
                .containsExactly("web.shop.svc.cluster.local.");
        assertThat(names.records("10-0-0-4.shop.pod.cluster.local", "A"))
                .extracting(ClusterNames.Answer::value)
                .containsExactly("10.0.0.4");
        var headless = network("{'clusterIP':'None','ports':[{'name':'http','port':80}]}")
                .names();
        assertThat(headless.records("web.shop.svc.cluster.local", "A"))
                .extracting(ClusterNames.Answer::value)
                .containsExactly("10.0.0.1", "10.0.0.2");
        assertThat(headless.records("a.web.shop.svc.cluster.local", "A"))
                .extracting(ClusterNames.Answer::value)
                .containsExactly("10.0.0.1");
        var external =
                network("{'type':'ExternalName','externalName':'example.org'}").names();
        assertThat(external.records("web.shop.svc.cluster.local", "CNAME"))
                .extracting(ClusterNames.Answer::value)
                .containsExactly("example.org.");
        assertThat(client(network(SPEC)).resolve("filed")).isEqualTo("192.0.2.1");
    }
}
