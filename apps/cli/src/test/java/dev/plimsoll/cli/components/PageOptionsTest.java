package dev.plimsoll.cli.components;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.plimsoll.apiserver.ApiServer;
import dev.plimsoll.apiserver.ApiServerSettings;
import dev.plimsoll.apiserver.tls.Authority;
import dev.plimsoll.apiserver.tls.Pki;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.client.connection.Configured;
import dev.plimsoll.client.connection.Connections;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.client.pace.TokenBucket;
import dev.plimsoll.controllers.ControllerSettings;
import dev.plimsoll.controllers.Controllers;
import dev.plimsoll.controllers.serve.ControllerPages;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.objects.access.User;
import dev.plimsoll.runtime.ProgramContext;
import dev.plimsoll.runtime.Reporter;
import dev.plimsoll.runtime.http.HttpPage;
import dev.plimsoll.runtime.http.PageReply;
import dev.plimsoll.scheduler.Scheduler;
import dev.plimsoll.scheduler.SchedulerSettings;
import dev.plimsoll.scheduler.http.SchedulerPages;
import dev.plimsoll.store.memory.MemoryStore;
import dev.plimsoll.tls.Pem;
import dev.plimsoll.tls.Tls;
import java.io.IOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import picocli.CommandLine;

/** The pages of scheduler and controllers at a real API server: who may read which of them, on which port. */
@Timeout(60)
class PageOptionsTest {
    private static final User ADMIN = new User("admin", "", List.of(User.MASTERS));
    private static final HttpPage EMPTY = _ -> PageReply.empty(204);

    /** Hears of mistakes of ours only. */
    private record Defects(Queue<Throwable> all) implements Reporter {
        @Override
        public void tell(String message) {}

        @Override
        public void defect(String where, RuntimeException exception) {
            all.add(exception);
        }
    }

    private final Queue<Throwable> defects = new ConcurrentLinkedQueue<>();
    private final Queue<String> problems = new ConcurrentLinkedQueue<>();
    private final MemoryStore store = new MemoryStore();
    private final ApiServer server = ApiServer.start(
            store,
            Pki.inMemory(Instant.now()),
            new ApiServerSettings(
                    "127.0.0.1",
                    0,
                    false,
                    Map.of(
                            "of-the-admin", ADMIN,
                            "of-prometheus", new User("prometheus", "", List.of()),
                            "of-nobody", new User("nobody", "", List.of())),
                    FeatureGates.DEFAULT,
                    InstantSource.system(),
                    new Random(1),
                    () -> UUID.randomUUID().toString()),
            defects::add);
    private final Authority authority = server.pki().authority();

    @TempDir
    private Path folder;

    /** With the user that each has in a cluster, whose role has to be enough. */
    enum Program {
        SCHEDULER("system:kube-scheduler", "scheduler_pending_pods"),
        CONTROLLERS("system:kube-controller-manager", "workqueue_adds_total");

        private final User user;
        private final String metric;

        Program(String user, String metric) {
            this.user = new User(user, "", List.of());
            this.metric = metric;
        }
    }

    @BeforeEach
    void grantMetrics() throws IOException {
        var admin = client(ADMIN);
        created(admin, "clusterroles", "ClusterRole", """
                {"apiVersion":"rbac.authorization.k8s.io/v1","kind":"ClusterRole","metadata":{"name":"metrics"},
                "rules":[{"nonResourceURLs":["/metrics"],"verbs":["get"]}]}""");
        created(admin, "clusterrolebindings", "ClusterRoleBinding", """
                {"apiVersion":"rbac.authorization.k8s.io/v1","kind":"ClusterRoleBinding","metadata":{"name":"metrics"},
                "roleRef":{"apiGroup":"rbac.authorization.k8s.io","kind":"ClusterRole","name":"metrics"},
                "subjects":[{"apiGroup":"rbac.authorization.k8s.io","kind":"User","name":"prometheus"}]}""");
        renew();
    }

    /** Replaces the files of the certificate; its number. */
    private BigInteger renew() throws IOException {
        var own = authority.server("pages", List.of(), List.of(InetAddress.getLoopbackAddress()), Instant.now());
        Files.writeString(folder.resolve("tls.crt"), Pem.of(own.certificate()));
        Files.writeString(folder.resolve("tls.key"), Pem.of(own.key()));
        return own.certificate().getSerialNumber();
    }

    /** Of the certificate that a new connection is shown. */
    private BigInteger shown(String address) throws IOException {
        var uri = URI.create(address);
        var context = Tls.context(null, authority.trustManagers());
        try (var socket = (SSLSocket) context.getSocketFactory().createSocket(uri.getHost(), uri.getPort())) {
            socket.startHandshake();
            return ((X509Certificate) socket.getSession().getPeerCertificates()[0]).getSerialNumber();
        }
    }

    @AfterEach
    void close() {
        server.close();
        store.close();
        assertThat(defects).isEmpty();
    }

    private ApiClient client(User user) {
        return ApiClient.over(server.transport(user), "test/1", TokenBucket.unlimited(Time.system()), Time.system());
    }

    private static void created(ApiClient admin, String plural, String kind, String body) {
        var resource = ApiResource.clustered("rbac.authorization.k8s.io", "v1", plural, kind);
        var object = ClientJson.read(body.getBytes(StandardCharsets.UTF_8)).orElseThrow();
        assertThat(admin.create(resource, object).done()).isPresent();
    }

    private static PageOptions options(String... arguments) {
        var options = new PageOptions();
        var mixin = CommandLine.Model.CommandSpec.forAnnotatedObject(options);
        new CommandLine(CommandLine.Model.CommandSpec.create().addMixin("pages", mixin)).parseArgs(arguments);
        return options;
    }

    /** Over TLS with a certificate that clients of the test know, and without TLS. */
    private PageOptions bothPorts(String... more) {
        var usual = Stream.of(
                "--secure-port",
                "0",
                "--healthz-port",
                "0",
                "--tls-cert-file",
                folder.resolve("tls.crt").toString(),
                "--tls-private-key-file",
                folder.resolve("tls.key").toString());
        return options(Stream.concat(usual, Stream.of(more)).toArray(String[]::new));
    }

    /** A program at work. */
    private record Running(HttpPage pages, Runnable stop) {}

    private Running running(Program which) {
        var context = ProgramContext.system(new Defects(defects));
        return switch (which) {
            case SCHEDULER -> {
                var scheduler = new Scheduler(client(which.user), SchedulerSettings.ALONE, context);
                scheduler.start();
                yield new Running(SchedulerPages.of(scheduler), scheduler::close);
            }
            case CONTROLLERS -> {
                var controllers = new Controllers(server.transport(which.user), ControllerSettings.DEFAULT, context);
                controllers.start();
                yield new Running(ControllerPages.of(controllers.registry(), controllers::isReady), controllers::close);
            }
        };
    }

    /** A program, its pages and where they are. */
    private final class Served implements AutoCloseable {
        private final Running program;
        private final PageOptions.Served served;

        Served(Program which, PageOptions options) throws IOException {
            this(which, options, client(which.user));
        }

        Served(Program which, PageOptions options, ApiClient reviewer) throws IOException {
            program = running(which);
            // No authority of a kubeconfig: the API server publishes whose certificates to believe.
            served = options.start("test-http", program.pages(), reviewer, "", InstantSource.system(), problems::add);
        }

        String secure(String path) {
            return served.addresses().getFirst() + path;
        }

        String plain(String path) {
            return served.addresses().getLast() + path;
        }

        @Override
        public void close() {
            served.close();
            program.stop().run();
        }
    }

    private HttpResponse<String> get(String address, String token, Authority.@Nullable Identity identity)
            throws IOException, InterruptedException {
        var keys = identity == null ? null : Tls.keys(identity.key(), List.of(identity.certificate()));
        var tls = Tls.context(keys, authority.trustManagers());
        var request = HttpRequest.newBuilder(URI.create(address));
        if (!token.isEmpty()) request.header("Authorization", "Bearer " + token);
        try (var http = HttpClient.newBuilder().sslContext(tls).build()) {
            return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
        }
    }

    private int status(String address, String token) throws IOException, InterruptedException {
        return get(address, token, null).statusCode();
    }

    private HttpResponse<String> as(String user, String address) throws IOException, InterruptedException {
        return get(address, "", authority.client(user, List.of(), Instant.now()));
    }

    @ParameterizedTest
    @EnumSource
    void healthIsOpenAndTheRestIsForThoseWhomTheApiServerAllows(Program program) throws Exception {
        try (var served = new Served(program, bothPorts())) {
            assertThat(status(served.secure("/healthz"), "")).isEqualTo(200);
            assertThat(status(served.secure("/livez"), "")).isEqualTo(200);

            var anonymous = get(served.secure("/metrics"), "", null);
            assertThat(anonymous.statusCode()).isEqualTo(403);
            assertThat(anonymous.body())
                    .isEqualTo("forbidden: User \"system:anonymous\" cannot get path \"/metrics\"\n");
            assertThat(status(served.secure("/metrics"), "of-somebody-else")).isEqualTo(401);
            assertThat(status(served.secure("/metrics"), "of-nobody")).isEqualTo(403);
            assertThat(get(served.secure("/metrics"), "of-prometheus", null).body())
                    .contains(program.metric);
            assertThat(status(served.secure("/configz"), "of-prometheus")).isEqualTo(403);
            assertThat(status(served.secure("/no-such-page"), "of-the-admin")).isEqualTo(404);

            assertThat(as("prometheus", served.secure("/metrics")).body()).contains(program.metric);
            assertThat(as("nobody", served.secure("/metrics")).body())
                    .isEqualTo("forbidden: User \"nobody\" cannot get path \"/metrics\"\n");

            assertThat(status(served.plain("/healthz"), "")).isEqualTo(200);
            assertThat(status(served.plain("/metrics"), "of-the-admin")).isEqualTo(404);
        }
    }

    @Test
    void pathsThatAreAlwaysAllowedNeedNoUser() throws Exception {
        try (var served =
                new Served(Program.SCHEDULER, bothPorts("--authorization-always-allow-paths", "/livez,/metrics*"))) {
            assertThat(status(served.secure("/metrics/resources"), "")).isEqualTo(200);
            assertThat(status(served.plain("/metrics"), "")).isEqualTo(200);
            assertThat(status(served.secure("/configz"), "of-nobody")).isEqualTo(403);
            assertThat(status(served.secure("/configz"), "of-the-admin")).isEqualTo(200);
        }
    }

    @Test
    void aCertificateOfAnotherAuthorityIsNotBelieved() throws Exception {
        var stranger = Authority.create("another-ca", Instant.now());
        var file = Files.writeString(folder.resolve("clients.crt"), Pem.of(stranger.certificate()));
        var own = stranger.client("prometheus", List.of(), Instant.now());
        try (var served = new Served(Program.SCHEDULER, bothPorts())) {
            // The server names the authorities that it believes, so that the client shows no other's certificate.
            assertThat(get(served.secure("/metrics"), "", own).body()).contains("system:anonymous");
        }
        try (var served = new Served(Program.SCHEDULER, bothPorts("--client-ca-file", file.toString()))) {
            assertThat(get(served.secure("/metrics"), "", own).statusCode()).isEqualTo(200);
        }
    }

    @Test
    void probesAreAnsweredWhenTheApiServerIsNot() throws Exception {
        var kubeconfig = server.kubeconfig("admin", "of-the-admin");
        var ready = assertInstanceOf(Configured.Ready.class, Connections.fromText(kubeconfig));
        var reviewer = ApiClient.over(ready.transport(), "test/1", TokenBucket.unlimited(Time.system()), Time.system());
        try (var _ = ready.transport();
                var served = new Served(Program.SCHEDULER, bothPorts(), reviewer)) {
            server.close();
            assertThat(status(served.secure("/livez"), "")).isEqualTo(200);
            assertThat(status(served.secure("/metrics"), "of-prometheus")).isEqualTo(500);
        }
    }

    @Test
    void nothingIsServedUnlessAskedFor() throws IOException {
        try (var pages = options()
                .start("test-http", EMPTY, client(Program.SCHEDULER.user), "", InstantSource.system(), problems::add)) {
            assertThat(pages.addresses()).isEmpty();
        }
    }

    @Test
    void aCertificateThatIsRenewedIsShownAndOneThatIsDamagedIsNot() throws Exception {
        try (var served = new Served(Program.SCHEDULER, bothPorts())) {
            var first = shown(served.secure("/"));
            var second = renew();
            assertThat(second).isNotEqualTo(first);
            assertThat(shown(served.secure("/"))).isEqualTo(second);
            Files.writeString(folder.resolve("tls.key"), "no key");
            assertThat(shown(served.secure("/"))).isEqualTo(second);
            assertThat(problems).singleElement().asString().contains("tls.key", "cannot be used");
        }
    }

    @Test
    void withoutFilesTheCertificateIsOneThatNobodyHasSigned() throws Exception {
        try (var served = new Served(Program.SCHEDULER, options("--secure-port", "0"))) {
            assertThatThrownBy(() -> status(served.secure("/healthz"), "")).isInstanceOf(SSLHandshakeException.class);
        }
    }

    @Test
    void aCertificateNeedsItsKey() {
        assertThatThrownBy(() -> options("--secure-port", "0", "--tls-cert-file", "tls.crt")
                        .start(
                                "test-http",
                                EMPTY,
                                client(Program.SCHEDULER.user),
                                "",
                                InstantSource.system(),
                                problems::add))
                .hasMessage("--tls-cert-file and --tls-private-key-file go together; give both, or none");
    }
}
