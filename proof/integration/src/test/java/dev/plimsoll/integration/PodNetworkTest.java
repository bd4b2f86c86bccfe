package dev.plimsoll.integration;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.ClusterLog;
import dev.plimsoll.cluster.ClusterPlan;
import dev.plimsoll.cluster.NodeGroup;
import dev.plimsoll.cluster.Storage;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.topology.machine.MachineNotation;
import dev.plimsoll.fakes.client.Observed;
import dev.plimsoll.nodeagent.simulated.behaviour.ContainerRulesFile;
import dev.plimsoll.tls.TrustAllManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

// Acceptance of nodes: node-addresses
// Acceptance of Kubernetes clients: proxies
/** Pods of simulated nodes reach each other and are reached, in a cluster as {@code plimsoll up} starts it. */
@Timeout(180)
class PodNetworkTest {
    private static final String RULES = """
            apiVersion: plimsoll.dev/v1
            kind: ContainerRules
            rules:
            - name: a shop that is closed
              match: {image: "shop:*"}
              http:
              - {port: 8080, path: /healthz, status: 503, body: closed}
              - {port: 8080, path: "/items/*", body: "[]", delay: 10ms}
            """;

    private static final String HOST_IP = "{'name':'HOST_IP','valueFrom':{'fieldRef':{'fieldPath':'status.hostIP'}}}";

    @TempDir
    static Path folder;

    private static final Queue<String> DEFECTS = new ConcurrentLinkedQueue<>();
    private static Cluster cluster;
    private static Observed pods;
    private static Observed slices;

    @BeforeAll
    static void start() throws Exception {
        var problems = new ArrayList<String>();
        var rules = ContainerRulesFile.read("rules.yaml", RULES, problems);
        assertThat(problems).isEmpty();
        var plan = new ClusterPlan(
                        new Storage.Folder(folder),
                        "127.0.0.1",
                        0,
                        "token",
                        FeatureGates.DEFAULT,
                        List.of(NodeGroup.of("node", 2, MachineNotation.literal("1s1n4c1t,memory=8Gi"))))
                .withContainerRules(rules);
        cluster = Cluster.start(plan.withAutoscalerSpeed(0), new ClusterLog() {
            @Override
            public void step(String what, Duration took) {}

            @Override
            public void tell(String problem) {}

            @Override
            public void defect(String where, Throwable problem) {
                DEFECTS.add(where + ": " + problem);
            }
        });
        pods = new Observed(cluster.client(), ApiResource.PODS);
        slices = new Observed(cluster.client(), ApiResource.ENDPOINT_SLICES);
        pod(
                "server",
                "'labels':{'app':'server'}",
                "'containers':[{'name':'c','image':'registry.k8s.io/e2e-test-images/agnhost:2.60',"
                        + "'args':['netexec','--http-port=8080','--udp-port=8081'],'ports':[{'containerPort':8080,'hostPort':8085}],"
                        + "'readinessProbe':{'httpGet':{'path':'/healthz','port':8080}}}]");
        make(
                ApiResource.SERVICES,
                "{'metadata':{'namespace':'default','name':'web'},'spec':{'type':'NodePort','selector':{'app':'server'},'ports':["
                        + "{'name':'http','port':80,'targetPort':8080,'nodePort':30080},"
                        + "{'name':'udp','port':81,'targetPort':8081,'protocol':'UDP'}]}}");
        slices.await(
                "the endpoint of the service",
                each -> each.at("/metadata/labels/kubernetes.io~1service-name")
                                .asText()
                                .equals("web")
                        && each.at("/endpoints/0/conditions/ready").asBoolean());
    }

    @AfterAll
    static void close() throws Exception {
        pods.close();
        slices.close();
        cluster.close();
        assertThat(DEFECTS).isEmpty();
    }

    private static ObjectNode json(String text) {
        return ClientJson.read(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8))
                .orElseThrow();
    }

    private static void make(ApiResource resource, String text) {
        RequestResult<ObjectNode> made = cluster.client().create(resource, json(text));
        assertThat(made.problem()).isEmpty();
    }

    private static void pod(String name, String meta, String spec) {
        make(
                ApiResource.PODS,
                "{'metadata':{'namespace':'default','name':'" + name + "'" + (meta.isEmpty() ? "" : "," + meta)
                        + "},'spec':{" + spec + "}}");
    }

    private static JsonNode awaitPod(String name, String what, java.util.function.Predicate<JsonNode> isMet)
            throws Exception {
        return pods.await(
                name + " " + what, each -> each.at("/metadata/name").asText().equals(name) && isMet.test(each));
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {
                "test \"$(curl -s http://web/hostname)\" = server",
                "test \"$(wget -qO- http://web.default.svc.cluster.local/echo?msg=hi)\" = hi",
                "test \"$(echo hostname | nc -u -w 1 web 81)\" = server",
                "test \"$(curl -s http://$HOST_IP:30080/hostname)\" = server",
                "curl -s http://127.0.0.1:30080/hostname; test $? = 7",
                "test -n \"$(dig +short +search web)\" && test -n \"$(getent hosts web)\"",
                "T=$(cat /var/run/secrets/kubernetes.io/serviceaccount/token); curl -sk -H \"Authorization: Bearer $T\" "
                        + "https://kubernetes.default.svc/version | grep -q gitVersion",
                "test \"$(curl -sk -o /dev/null -w %{http_code} https://$KUBERNETES_SERVICE_HOST:$KUBERNETES_SERVICE_PORT/api/v1/pods)\""
                        + " = 403",
                "curl -s http://web:82/; test $? = 7",
                "curl -s http://nowhere/; test $? = 6"
            })
    @DisplayName("a command in a pod")
    void commands(String command) throws Exception {
        var name = "client-" + Integer.toHexString(command.hashCode());
        pod(
                name,
                "",
                "'restartPolicy':'Never','containers':[{'name':'c','image':'busybox','env':[" + HOST_IP
                        + "],'command':['sh','-c','"
                        + command.replace("\\", "\\\\").replace("\"", "\\\"") + "']}]");
        var ended = awaitPod(
                name,
                "ends",
                each -> List.of("Succeeded", "Failed")
                        .contains(each.at("/status/phase").asText()));
        assertThat(ended.at("/status/phase").asText()).isEqualTo("Succeeded");
    }

    @Test
    @DisplayName("nc -l: one connection, one after the other, a program for each, datagrams")
    void netcatListens() throws Exception {
        var listening = Map.of(
                "once", "echo answer | nc -l -p 7000",
                "printed", "nc -lk 7000",
                "echoes", "nc -lk -p 7000 -e cat",
                "joined", "nc -lkp 7000 -e sh -c 'read A; echo got $A'",
                "datagrams", "nc -u -l -k -p 7000",
                "wrong", "nc -l -p port");
        for (var each : listening.entrySet())
            pod(
                    "nc-" + each.getKey(),
                    "",
                    "'restartPolicy':'Never','containers':[{'name':'c','image':'busybox','command':['sh','-c','"
                            + each.getValue().replace("'", "\\u0027") + "']}]");
        assertThat(asked("once", "echo question | nc $IP 7000")).isEqualTo("answer\n");
        awaitPod("nc-once", "ends", each -> each.at("/status/phase").asText().equals("Succeeded"));
        assertThat(get("pods/nc-once/log").body()).isEqualTo("question\n");
        for (var i = 0; i < 2; i++)
            assertThat(asked("echoes", "echo hi | nc $IP 7000")).isEqualTo("hi\n");
        assertThat(asked("joined", "echo it | nc $IP 7000")).isEqualTo("got it\n");
        asked("printed", "echo a | nc $IP 7000 && echo b | nc $IP 7000");
        asked("datagrams", "echo d | nc -u -w 1 $IP 7000");
        Patience.until(
                "what was sent",
                () -> log("nc-printed").equals("a\nb\n") && log("nc-datagrams").equals("d\n"));
        awaitPod("nc-wrong", "ends", each -> each.at("/status/phase").asText().equals("Failed"));
        assertThat(log("nc-wrong")).isEqualTo("nc: -l: expected a port, as in nc -l -p 8080\n");
    }

    private static String log(String pod) {
        try {
            return get("pods/" + pod + "/log").body();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private static int clients;

    /** What a command in a pod of its own prints, once the server listens. */
    private static String asked(String server, String command) throws Exception {
        var address = awaitPod(
                        "nc-" + server,
                        "has an address",
                        each -> !each.at("/status/podIP").asText().isEmpty())
                .at("/status/podIP")
                .asText();
        var name = "nc-client-" + clients++;
        var script = "IP=" + address + "; until A=$(" + command + "); do sleep 0.1; done; echo \"$A\"";
        pod(
                name,
                "",
                "'restartPolicy':'Never','containers':[{'name':'c','image':'busybox','command':['sh','-c','"
                        + script.replace("\"", "\\\"") + "']}]");
        awaitPod(name, "ends", each -> each.at("/status/phase").asText().equals("Succeeded"));
        return log(name);
    }

    private static String nodeAddress(String node) {
        return cluster.client()
                .get(ApiResource.NODES, ObjectName.ofCluster(node))
                .done()
                .orElseThrow()
                .at("/status/addresses/0/address")
                .asText();
    }

    private static String agnhost(String node, String port) {
        return "'nodeName':'" + node
                + "','containers':[{'name':'c','image':'registry.k8s.io/e2e-test-images/agnhost:2.60',"
                + "'args':['netexec','--http-port=8080','--udp-port=8080'],'ports':[{'containerPort':8080," + port
                + "}],"
                + "'readinessProbe':{'httpGet':{'path':'/hostname','port':8080}}}]";
    }

    @Test
    @DisplayName("HostPort: no conflict between pods with same hostPort but different hostIP and protocol")
    void hostPorts() throws Exception {
        var here = nodeAddress("node-0");
        var there = nodeAddress("node-1");
        assertThat(here).isNotEqualTo(there);
        pod("port-1", "", agnhost("node-0", "'hostPort':54323,'hostIP':'127.0.0.1'"));
        pod("port-2", "", agnhost("node-0", "'hostPort':54323,'hostIP':'" + here + "'"));
        pod("port-3", "", agnhost("node-0", "'hostPort':54323,'protocol':'UDP','hostIP':'" + here + "'"));
        pod("port-4", "", agnhost("node-1", "'hostPort':54323"));
        for (var name : List.of("port-1", "port-2", "port-3", "port-4"))
            awaitPod(
                    name,
                    "is ready",
                    each -> each.at("/status/containerStatuses/0/ready").asBoolean());
        var commands = List.of(
                "test \"$(curl -g --connect-timeout 15 --interface " + here
                        + " http://127.0.0.1:54323/hostname)\" = port-1",
                "test \"$(curl -g --connect-timeout 15 http://" + here + ":54323/hostname)\" = port-2",
                "nc -vuz -w 5 " + here + " 54323",
                "test \"$(echo hostname | nc -u -w 5 " + here + " 54323)\" = port-3",
                "test \"$(curl -g --connect-timeout 15 http://" + there + ":54323/hostname)\" = port-4");
        for (var i = 0; i < commands.size(); i++) {
            var name = "host-exec-" + i;
            pod(
                    name,
                    "",
                    "'nodeName':'node-0','hostNetwork':true,'restartPolicy':'Never','containers':[{'name':'c','image':'busybox',"
                            + "'command':['sh','-c','" + commands.get(i).replace("\"", "\\\"") + "']}]");
            var ended = awaitPod(
                    name,
                    "ends",
                    each -> List.of("Succeeded", "Failed")
                            .contains(each.at("/status/phase").asText()));
            assertThat(ended.at("/status/phase").asText()).as(commands.get(i)).isEqualTo("Succeeded");
            assertThat(ended.at("/status/podIP").asText()).isEqualTo(here);
        }
    }

    @Test
    @DisplayName("at its own address a node serves what a kubelet serves there, with a certificate for it")
    void kubeletAddress() throws Exception {
        var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(cluster.server().pki().authority().trustStore());
        var tls = SSLContext.getInstance("TLS");
        tls.init(null, trust.getTrustManagers(), null);
        try (var client = HttpClient.newBuilder().sslContext(tls).build()) {
            for (var name : List.of("node-0", "node-1")) {
                var node = cluster.client()
                        .get(ApiResource.NODES, ObjectName.ofCluster(name))
                        .done()
                        .orElseThrow();
                var port =
                        node.at("/status/daemonEndpoints/kubeletEndpoint/Port").asInt();
                var uri = URI.create("https://" + nodeAddress(name) + ":" + port + "/stats/summary");
                var request = HttpRequest.newBuilder(uri)
                        .header("Authorization", "Bearer token")
                        .build();
                var answer = client.send(request, HttpResponse.BodyHandlers.ofString());
                assertThat(answer.statusCode()).isEqualTo(200);
                assertThat(json(answer.body()).at("/node/nodeName").asText()).isEqualTo(name);
            }
        }
    }

    private static HttpResponse<String> get(String path) throws Exception {
        try (var client =
                HttpClient.newBuilder().sslContext(TrustAllManager.context()).build()) {
            var request = HttpRequest.newBuilder(URI.create(cluster.url() + "/api/v1/namespaces/default/" + path))
                    .header("Authorization", "Bearer token")
                    .build();
            return client.send(request, HttpResponse.BodyHandlers.ofString());
        }
    }

    @Test
    @DisplayName("the proxies of pods and services; a port at which nobody listens is unavailable")
    void proxies() throws Exception {
        assertThat(get("pods/server/proxy/hostname").body()).isEqualTo("server");
        assertThat(get("pods/http:server:8080/proxy/echo?msg=a%20b").body()).isEqualTo("a b");
        assertThat(get("services/web:http/proxy/hostname").body()).isEqualTo("server");
        assertThat(get("services/web:80/proxy/redirect?location=/echo%3Fmsg=x&code=302")
                        .headers()
                        .firstValue("location"))
                .contains("/api/v1/namespaces/default/services/web:80/proxy/echo?msg=x");
        var refused = get("pods/server:81/proxy/");
        assertThat(refused.statusCode()).isEqualTo(503);
        assertThat(refused.body()).contains("connection refused");
    }

    @Test
    @DisplayName("rules of a file say what a container answers, and its probe hears it")
    void rules() throws Exception {
        pod(
                "shop",
                "",
                "'containers':[{'name':'c','image':'shop:1','ports':[{'containerPort':8080}],"
                        + "'livenessProbe':{'httpGet':{'path':'/healthz','port':8080},'periodSeconds':1,'failureThreshold':2}}]");
        awaitPod(
                "shop",
                "is restarted",
                each -> each.at("/status/containerStatuses/0/restartCount").asInt() > 0);
        assertThat(get("pods/shop/proxy/items/7").body()).isEqualTo("[]");
        assertThat(get("pods/shop/proxy/other").statusCode()).isEqualTo(404);
    }

    @Test
    @DisplayName("a container of which nothing is known answers at the ports that it names, and its probes succeed")
    void unknown() throws Exception {
        pod(
                "app",
                "",
                "'containers':[{'name':'c','image':'registry.example/app:1','ports':[{'containerPort':9090}],"
                        + "'readinessProbe':{'httpGet':{'path':'/','port':9999}}}]");
        awaitPod(
                "app",
                "is ready",
                each -> each.at("/status/containerStatuses/0/ready").asBoolean());
        assertThat(get("pods/app/proxy/").body()).isEqualTo("pod default/app, container c, port 9090\n");
    }

    @Test
    @DisplayName(
            "a program in a pod verifies a token with what the issuer publishes, and refuses one for somebody else")
    void issuerDiscovery() throws Exception {
        make(
                ApiResource.clustered("rbac.authorization.k8s.io", "v1", "clusterrolebindings", "ClusterRoleBinding"),
                "{'metadata':{'name':'discovery'},'roleRef':{'apiGroup':'rbac.authorization.k8s.io','kind':'ClusterRole',"
                        + "'name':'system:service-account-issuer-discovery'},'subjects':[{'kind':'ServiceAccount','name':'default','namespace':'default'}]}");
        for (var audience : List.of("me", "others")) {
            pod(
                    "validator-" + audience,
                    "",
                    "'restartPolicy':'Never','containers':[{'name':'c','image':'registry.k8s.io/e2e-test-images/agnhost:2.60',"
                            + "'args':['test-service-account-issuer-discovery','--token-path','/tokens/t','--audience','me'],"
                            + "'volumeMounts':[{'name':'t','mountPath':'/tokens'}]}],'volumes':[{'name':'t','projected':{'sources':["
                            + "{'serviceAccountToken':{'path':'t','audience':'" + audience + "'}}]}}]");
        }
        awaitPod(
                "validator-me",
                "has ended well",
                each -> each.at("/status/phase").asText().equals("Succeeded"));
        awaitPod(
                "validator-others",
                "has ended badly",
                each -> each.at("/status/phase").asText().equals("Failed"));
    }

    @Test
    @DisplayName("a hook over HTTP reaches the server of another pod")
    void hook() throws Exception {
        var address = awaitPod(
                        "server",
                        "has an address",
                        each -> !each.at("/status/podIP").asText().isEmpty())
                .at("/status/podIP")
                .asText();
        pod(
                "hooked",
                "",
                "'containers':[{'name':'c','image':'busybox','command':['sleep','600'],'lifecycle':{'postStart':{'httpGet':{'host':'"
                        + address + "','port':8080,'path':'/echo?msg=started'}}}}]");
        awaitPod("hooked", "runs", each -> each.at("/status/phase").asText().equals("Running"));
        assertThat(get("pods/server/log").body()).contains("GET /echo?msg=started");
    }
}
