package dev.plimsoll.integration;

import static dev.plimsoll.integration.Server.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.ApiServer;
import dev.plimsoll.apiserver.ApiServerSettings;
import dev.plimsoll.apiserver.authentication.LoginOptions;
import dev.plimsoll.apiserver.tls.Authority;
import dev.plimsoll.apiserver.tls.Pki;
import dev.plimsoll.apiserver.tls.ServiceAccountKeys;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.DeleteOptions;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.connection.Configured;
import dev.plimsoll.client.connection.Connections;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.client.pace.TokenBucket;
import dev.plimsoll.controllers.ControllerName;
import dev.plimsoll.controllers.ControllerSettings;
import dev.plimsoll.controllers.Controllers;
import dev.plimsoll.controllers.certificates.SigningAuthority;
import dev.plimsoll.core.certificates.RequestedIdentity;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.topology.machine.MachineNotation;
import dev.plimsoll.fakes.client.Observed;
import dev.plimsoll.nodeagent.api.NodeDocument;
import dev.plimsoll.nodeagent.certificates.CertificateFile;
import dev.plimsoll.nodeagent.certificates.CertificateRotation;
import dev.plimsoll.nodeagent.certificates.TlsBootstrap;
import dev.plimsoll.nodeagent.checkpoint.NodeCheckpoints;
import dev.plimsoll.nodeagent.context.NodeContext;
import dev.plimsoll.nodeagent.shape.NodeResources;
import dev.plimsoll.nodeagent.shape.NodeShapes;
import dev.plimsoll.nodeagent.simulated.SimulatedNodes;
import dev.plimsoll.objects.SecretObject;
import dev.plimsoll.objects.access.CertificateSigningRequestObject;
import dev.plimsoll.objects.access.User;
import dev.plimsoll.runtime.ProgramContext;
import dev.plimsoll.store.memory.MemoryStore;
import dev.plimsoll.tls.CertificateIssuer;
import dev.plimsoll.tls.CertificateRequest;
import dev.plimsoll.tls.HeldCertificate;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

// Acceptance of nodes: bootstrap
/**
 * Machines that become nodes with nothing but a token, over TLS, at a real API server with the controllers that approve and sign.
 *
 * <p>Certificates are judged by the clock of this machine, so the clock of nodes and controllers begins far in the past and is moved to
 * the present.
 */
class TlsBootstrapTest {
    private static final String ID = "abcdef";
    private static final String SECRET = "0123456789abcdef";
    private static final ApiResource ROLE_BINDINGS =
            ApiResource.clustered("rbac.authorization.k8s.io", "v1", "clusterrolebindings", "ClusterRoleBinding");
    private static final ApiResource REQUESTS = CertificateSigningRequestObject.KIND.resource();

    @TempDir
    Path folder;

    private final Queue<Throwable> defects = new ConcurrentLinkedQueue<>();
    private final Queue<String> told = new ConcurrentLinkedQueue<>();
    private final MovedTime time = new MovedTime(Duration.ofDays(-340));
    private final MemoryStore store = new MemoryStore();
    private final Authority authority = Authority.create("ca", time.instant());
    private final ApiServer server = ApiServer.start(
            store,
            Pki.of(authority, ServiceAccountKeys.generated(), InstantSource.system()),
            new ApiServerSettings(
                    "127.0.0.1",
                    0,
                    false,
                    Map.of(Server.TOKEN, new User("admin", "", List.of(User.MASTERS))),
                    FeatureGates.DEFAULT,
                    InstantSource.system(),
                    new Random(1),
                    () -> UUID.randomUUID().toString(),
                    ApiServerSettings.Extras.DEFAULT.with(LoginOptions.DEFAULT.withBootstrapTokens())),
            defects::add);
    private final ApiClient admin = ApiClient.over(
            server.transport(Server.TOKEN), "test/1", TokenBucket.unlimited(Time.system()), Time.system());
    private final Controllers controllers = new Controllers(
            server.transport(new User("system:kube-controller-manager", "", List.of())),
            ControllerSettings.DEFAULT
                    .with(Set.of(
                            ControllerName.CERTIFICATE_APPROVING,
                            ControllerName.CERTIFICATE_SIGNING,
                            ControllerName.CERTIFICATE_CLEANER))
                    .with(SigningAuthority.with(authority.issuer())),
            program());

    private ProgramContext program() {
        return new ProgramContext(time, new Random(1), new ReportedDefects(told::add, defects::add));
    }

    @BeforeEach
    void permissions() {
        controllers.start();
        bind("create-csrs", "system:node-bootstrapper", "system:bootstrappers:default-node-token");
        bind(
                "approve-first",
                "system:certificates.k8s.io:certificatesigningrequests:nodeclient",
                "system:bootstrappers:default-node-token");
        bind("approve-next", "system:certificates.k8s.io:certificatesigningrequests:selfnodeclient", "system:nodes");
        token("system:bootstrappers:default-node-token", Instant.now().plusSeconds(3600));
    }

    @AfterEach
    void close() {
        controllers.close();
        server.close();
        store.close();
        assertThat(defects).isEmpty();
    }

    private void bind(String name, String role, String group) {
        done(admin.create(ROLE_BINDINGS, json("""
                {"apiVersion":"rbac.authorization.k8s.io/v1","kind":"ClusterRoleBinding","metadata":{"name":"%s"},
                "roleRef":{"apiGroup":"rbac.authorization.k8s.io","kind":"ClusterRole","name":"%s"},
                "subjects":[{"apiGroup":"rbac.authorization.k8s.io","kind":"Group","name":"%s"}]}""".formatted(name, role, group))));
    }

    private void token(String groups, Instant expiration) {
        var secret = json("""
                {"apiVersion":"v1","kind":"Secret","type":"bootstrap.kubernetes.io/token",
                "metadata":{"namespace":"kube-system","name":"bootstrap-token-%s"},"stringData":{
                "token-id":"%s","token-secret":"%s","usage-bootstrap-authentication":"true","expiration":"%s",
                "auth-extra-groups":"%s"}}""".formatted(ID, ID, SECRET, expiration, groups));
        done(admin.create(SecretObject.RESOURCE, secret));
    }

    private static ObjectNode done(RequestResult<ObjectNode> result) {
        assertThat(result.problem()).isEmpty();
        return result.done().orElseThrow();
    }

    private Path bootstrapFile(String secret) throws IOException {
        return Files.writeString(folder.resolve("bootstrap.conf"), server.kubeconfig("bootstrap", ID + "." + secret));
    }

    private TlsBootstrap.Plan plan(String node, String secret) throws IOException {
        return new TlsBootstrap.Plan(
                node, bootstrapFile(secret), folder.resolve(node + ".conf"), folder.resolve(node + "-pki"), true);
    }

    private Configured.Ready connect(TlsBootstrap.Plan plan) throws Exception {
        return switch (new TlsBootstrap(plan, program()).connect()) {
            case Configured.Ready ready -> ready;
            case Configured.Invalid(var why) -> throw new AssertionError(why);
        };
    }

    private ApiClient client(Configured.Ready ready) {
        return ApiClient.over(ready.transport(), "node/1", TokenBucket.unlimited(Time.system()), Time.system());
    }

    private SimulatedNodes run(String prefix, NodeContext around) {
        var shapes = NodeShapes.of(
                prefix, 1, NodeResources.of(MachineNotation.literal("1s1n8c1t,memory=32Gi")), FeatureGates.DEFAULT);
        return SimulatedNodes.start(
                new SimulatedNodes.Plan(
                        shapes,
                        FeatureGates.DEFAULT,
                        null,
                        _ -> NodeCheckpoints.inMemory(),
                        new NodeDocument.Versions("v1.37.0", "simulated://1", "", "", "boot")),
                around,
                new ReportedDefects(told::add, defects::add));
    }

    private NodeContext around(ApiClient client) {
        return NodeContext.of(
                new ProgramContext(Time.system(), new Random(1), new ReportedDefects(told::add, defects::add)), client);
    }

    private static BigInteger serial(TlsBootstrap.Plan plan) throws IOException {
        return CertificateFile.client(plan.folder())
                .read()
                .orElseThrow()
                .certificate()
                .getSerialNumber();
    }

    @Test
    void aMachineWithATokenBecomesANodeStartsAgainAndRotates() throws Exception {
        var plan = plan("edge-0", SECRET);
        try (var nodes = new Observed(admin, ApiResource.NODES);
                var transport = connect(plan).transport();
                var around = around(
                        ApiClient.over(transport, "node/1", TokenBucket.unlimited(Time.system()), Time.system()));
                var running = run("edge", around)) {
            nodes.await("registered", node -> node.at("/metadata/name").asText().equals("edge-0"));
            assertThat(running.agents()).containsKey("edge-0");
        }
        for (var file :
                List.of(plan.kubeconfig(), CertificateFile.client(plan.folder()).path()))
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                    .isEqualTo("rw-------");
        // Its certificate is all that it needs for the next start.
        done(admin.get(SecretObject.RESOURCE, new ObjectName("kube-system", "bootstrap-token-" + ID)));
        admin.delete(
                SecretObject.RESOURCE, new ObjectName("kube-system", "bootstrap-token-" + ID), DeleteOptions.DEFAULT);
        Files.delete(plan.bootstrap());
        var first = serial(plan);
        try (var requests = new Observed(admin, REQUESTS);
                var transport = connect(plan).transport()) {
            var client = ApiClient.over(transport, "node/1", TokenBucket.unlimited(Time.system()), Time.system());
            done(client.get(ApiResource.NODES, ObjectName.ofCluster("edge-0")));
            assertThat(serial(plan)).isEqualTo(first);
            // 340 of 365 days later a new certificate is due.
            time.moveTo(Duration.ZERO);
            requests.await(
                    "the next certificate is signed",
                    request -> request.at("/spec/username").asText().equals("system:node:edge-0")
                            && request.at("/status/certificate").isTextual());
            awaitChange(plan, first);
            done(client.get(ApiResource.NODES, ObjectName.ofCluster("edge-0")));
        }
    }

    /** The file changes after the request is answered; how long after that nobody says. */
    private static void awaitChange(TlsBootstrap.Plan plan, BigInteger first) throws InterruptedException {
        Patience.until(
                "the certificate in the file is a new one", () -> !serial(plan).equals(first));
    }

    @Test
    void aNodeIsRefusedAnotherName() throws Exception {
        try (var transport = connect(plan("a-0", SECRET)).transport()) {
            var client = ApiClient.over(transport, "node/1", TokenBucket.unlimited(Time.system()), Time.system());
            var other = RequestedIdentity.of("system:node:b-0", List.of("system:nodes"));
            for (var signer : List.of("kubernetes.io/kube-apiserver-client-kubelet", "kubernetes.io/kubelet-serving")) {
                var pem = CertificateRequest.create(CertificateIssuer.newKeys(), other);
                var request = CertificateSigningRequestObject.of("csr-", signer, pem, List.of("digital signature"));
                assertThat(client.create(REQUESTS, request).problem())
                        .contains("can only create a node CSR with CN=system:node:a-0");
            }
            var mistaken = new TlsBootstrap.Plan(
                    "b-0",
                    folder.resolve("bootstrap.conf"),
                    folder.resolve("a-0.conf"),
                    folder.resolve("a-0-pki"),
                    true);
            assertThatThrownBy(() -> connect(mistaken))
                    .hasMessageContaining("is the certificate of system:node:a-0, not of system:node:b-0");
            var node = json("{\"apiVersion\":\"v1\",\"kind\":\"Node\",\"metadata\":{\"name\":\"b-0\"}}");
            assertThat(client.create(ApiResource.NODES, node).problem()).contains("is not allowed to modify node");
        }
    }

    @Test
    void whoWasNotGivenATokenGetsNoCertificate() throws Exception {
        assertThat(request(SECRET.replace('0', '1'), "system:node:x", "system:nodes"))
                .contains("Unauthorized");
        admin.delete(
                SecretObject.RESOURCE, new ObjectName("kube-system", "bootstrap-token-" + ID), DeleteOptions.DEFAULT);
        assertThat(request(SECRET, "system:node:x", "system:nodes")).contains("Unauthorized");
        token("system:bootstrappers:default-node-token", Instant.now().minusSeconds(1));
        assertThat(request(SECRET, "system:node:x", "system:nodes")).contains("Unauthorized");
        admin.delete(
                SecretObject.RESOURCE, new ObjectName("kube-system", "bootstrap-token-" + ID), DeleteOptions.DEFAULT);
        token("system:masters", Instant.now().plusSeconds(60));
        assertThat(request(SECRET, "system:node:x", "system:nodes")).contains("Unauthorized");
    }

    private String request(String secret, String name, String group) throws Exception {
        try (var transport = ((Configured.Ready) Connections.fromFile(bootstrapFile(secret), "")).transport()) {
            var client = ApiClient.over(transport, "node/1", TokenBucket.unlimited(Time.system()), Time.system());
            var pem =
                    CertificateRequest.create(CertificateIssuer.newKeys(), RequestedIdentity.of(name, List.of(group)));
            return client.create(
                            REQUESTS,
                            CertificateSigningRequestObject.of(
                                    "csr-",
                                    "kubernetes.io/kube-apiserver-client-kubelet",
                                    pem,
                                    List.of("digital signature", "client auth")))
                    .problem();
        }
    }

    @Test
    void aRequestThatNamesNoNodeIsNotApprovedAndWhenAPersonDoesNotSigned() throws Exception {
        try (var requests = new Observed(admin, REQUESTS)) {
            assertThat(request(SECRET, "mallory", "system:nodes")).isEmpty();
            var made = requests.await("made", request -> true);
            var object = new CertificateSigningRequestObject(made);
            done(admin.update(REQUESTS.sub("approval"), object.approved("by hand", Instant.now())));
            var answered = requests.await(
                    "answered",
                    request -> !new CertificateSigningRequestObject(request)
                            .refusal()
                            .isEmpty());
            assertThat(new CertificateSigningRequestObject(answered).refusal())
                    .isEqualTo("Failed: SignerValidationFailure: subject common name does not begin with system:node:");
            // An hour after its answer nobody needs it any more.
            time.moveTo(Duration.ofHours(2));
            requests.awaitNone("kept", request -> true);
        }
    }

    @Test
    void nobodyBecomesAnAdministratorByACertificate() throws Exception {
        var pem = CertificateRequest.create(
                CertificateIssuer.newKeys(), RequestedIdentity.of("me", List.of("system:masters")));
        var request = CertificateSigningRequestObject.of(
                "csr-", "kubernetes.io/kube-apiserver-client", pem, List.of("client auth"));
        assertThat(admin.create(REQUESTS, request).problem())
                .contains("use of kubernetes.io/kube-apiserver-client signer with system:masters group is not allowed");
    }

    @Test
    void aServingCertificateIsSignedWhenAPersonApproves() throws Exception {
        BlockingQueue<HeldCertificate> used = new LinkedBlockingQueue<>();
        var plan = plan("s-0", SECRET);
        var ready = connect(plan);
        var file = CertificateFile.serving(plan.folder());
        try (var requests = new Observed(admin, REQUESTS);
                var transport = ready.transport();
                var _ = CertificateRotation.start(
                        CertificateRotation.Wanted.serving("s-0", List.of("s-0"), List.of("127.0.0.1")),
                        client(ready),
                        file,
                        used::add,
                        program())) {
            var waiting = requests.await(
                    "a request to serve",
                    request -> request.at("/spec/signerName").asText().equals("kubernetes.io/kubelet-serving"));
            assertThat(transport).isNotNull();
            assertThat(used).isEmpty();
            done(admin.update(
                    REQUESTS.sub("approval"),
                    new CertificateSigningRequestObject(waiting).approved("by hand", Instant.now())));
            var held = used.poll(1, TimeUnit.MINUTES);
            assertThat(held).isNotNull();
            assertThat(held.certificate().getSubjectAlternativeNames())
                    .extracting(each -> String.valueOf(each.get(1)))
                    .containsExactly("s-0", "127.0.0.1");
            assertThat(file.read()).contains(held);
        }
    }
}
