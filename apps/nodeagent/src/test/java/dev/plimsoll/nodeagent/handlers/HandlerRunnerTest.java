package dev.plimsoll.nodeagent.handlers;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.ContainerDetails;
import dev.plimsoll.core.model.ObjectMeta;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.PodStatus;
import dev.plimsoll.core.model.ResourceRequirements;
import dev.plimsoll.core.model.Unmodelled;
import dev.plimsoll.core.model.lifecycle.ContainerHandler;
import dev.plimsoll.core.model.lifecycle.Probe;
import dev.plimsoll.core.model.scheduling.PodPlacement;
import dev.plimsoll.core.resize.probes.ProbeRun;
import dev.plimsoll.core.resize.resources.Actual;
import dev.plimsoll.core.resize.state.PodObservation;
import dev.plimsoll.core.resize.state.PodRecord;
import dev.plimsoll.core.resize.state.PodRecordDraft;
import dev.plimsoll.core.resize.state.PodSource;
import dev.plimsoll.nodeagent.simulated.SimulatedRuntime;
import dev.plimsoll.nodeagent.testing.ManualTime;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ServerCalls;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

// Acceptance of nodes: probes
/** Handlers against servers on loopback. */
class HandlerRunnerTest {
    private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();
    /** Long enough for any machine: what a test waits for comes before. */
    private static final int PATIENT = 120;

    @TempDir
    Path folder;

    private final HandlerRunner runner = new HandlerRunner(new SimulatedRuntime(0, new ManualTime(), () -> "id"));
    private final Map<String, String> seen = new ConcurrentHashMap<>();
    private HttpServer http;

    @BeforeEach
    void serve() throws IOException {
        http = HttpServer.create(new InetSocketAddress(LOOPBACK, 0), 0);
        pages(http);
        http.start();
    }

    private void pages(HttpServer server) {
        server.createContext("/ok", exchange -> {
            for (var name : List.of("Host", "User-Agent", "Accept", "X-Own", "Connection"))
                seen.put(name, String.valueOf(exchange.getRequestHeaders().getFirst(name)));
            seen.put("target", exchange.getRequestURI().toString());
            answer(exchange, 200, "fine");
        });
        server.createContext("/broken", exchange -> answer(exchange, 500, "no"));
        server.createContext("/near", exchange -> redirect(exchange, "/ok"));
        server.createContext("/far", exchange -> redirect(exchange, "http://elsewhere.example/"));
        server.createContext("/round", exchange -> redirect(exchange, "/round"));
    }

    private static void redirect(HttpExchange exchange, String to) throws IOException {
        exchange.getResponseHeaders().add("Location", to);
        answer(exchange, 302, "over there");
    }

    private static void answer(HttpExchange exchange, int status, String body) throws IOException {
        var bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    @AfterEach
    void close() {
        runner.close();
        http.stop(0);
    }

    private PodRecord record() {
        var pod =
                new Pod(ObjectMeta.named("p").withUid("uid"), PodSpec.builder().build(), PodStatus.NONE);
        var draft = PodRecordDraft.heardOf(pod, PodSource.API, Instant.EPOCH).edit();
        draft.observed = new PodObservation("sandbox", true, "127.0.0.1", Actual.NOTHING);
        return draft.done();
    }

    private Container container() {
        var ports = List.of(new ContainerDetails.Port("web", http.getAddress().getPort(), 0, "TCP", ""));
        var env = List.of(new ContainerDetails.EnvVar("WHO", "me", false, List.of()));
        return new Container(
                "c",
                "example/c",
                "",
                ResourceRequirements.ABSENT,
                List.of(),
                new ContainerDetails("", "", ports, env, List.of(), Unmodelled.NOTHING));
    }

    private ProbeRun probe(ContainerHandler handler, int timeout) {
        return runner.probe(record(), container(), new Probe(handler, 0, 10, timeout, 1, 3, PodPlacement.UNSET));
    }

    private ProbeRun get(String path, ContainerHandler.Header... headers) {
        return probe(new ContainerHandler.HttpGet("HTTP", "", "web", path, List.of(headers)), PATIENT);
    }

    private String address() {
        return "127.0.0.1:" + http.getAddress().getPort();
    }

    @Test
    void an_answer_from_200_to_399_is_a_success_and_the_request_says_who_asks() {
        assertThat(get("/ok?a=1&b=x y")).isEqualTo(new ProbeRun.Succeeded("fine"));
        assertThat(seen)
                .containsEntry("Host", address())
                .containsEntry("User-Agent", "kube-probe/1.37")
                .containsEntry("Accept", "*/*")
                .containsEntry("Connection", "close")
                .containsEntry("target", "/ok?a=1&b=x%20y");
    }

    @Test
    void headers_of_the_probe_replace_those_of_the_node() {
        get(
                "/ok",
                new ContainerHandler.Header("Host", "shop.example"),
                new ContainerHandler.Header("User-Agent", "me"),
                new ContainerHandler.Header("Accept", ""),
                new ContainerHandler.Header("X-Own", "yes"));
        assertThat(seen)
                .containsEntry("Host", "shop.example")
                .containsEntry("User-Agent", "me")
                .containsEntry("Accept", "null")
                .containsEntry("X-Own", "yes");
    }

    @Test
    void other_answers_are_failures() {
        assertThat(get("/broken")).isEqualTo(new ProbeRun.Failed("HTTP probe failed with statuscode: 500"));
        assertThat(get("/none")).isEqualTo(new ProbeRun.Failed("HTTP probe failed with statuscode: 404"));
    }

    @Test
    void redirects_are_followed_on_the_same_host_only() {
        assertThat(get("/near")).isEqualTo(new ProbeRun.Succeeded("fine"));
        assertThat(get("/far")).isEqualTo(new ProbeRun.Warned("Probe terminated redirects, Response body: over there"));
        assertThat(get("/round"))
                .isEqualTo(new ProbeRun.Failed("Get \"http://" + address() + "/round\": stopped after 10 redirects"));
    }

    @Test
    void a_certificate_that_nobody_knows_is_good_enough() throws Exception {
        var store = folder.resolve("keys.p12");
        var tool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "a",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=nobody",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        store.toString(),
                        "-storepass",
                        "changeit")
                .redirectErrorStream(true)
                .start();
        tool.getInputStream().readAllBytes();
        assertThat(tool.waitFor()).isZero();
        var keys = KeyStore.getInstance("PKCS12");
        try (var input = Files.newInputStream(store)) {
            keys.load(input, "changeit".toCharArray());
        }
        var managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(keys, "changeit".toCharArray());
        var context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        var https = HttpsServer.create(new InetSocketAddress(LOOPBACK, 0), 0);
        https.setHttpsConfigurator(new HttpsConfigurator(context));
        pages(https);
        https.start();
        try {
            var port = Integer.toString(https.getAddress().getPort());
            assertThat(probe(new ContainerHandler.HttpGet("HTTPS", "", port, "/ok", List.of()), PATIENT))
                    .isEqualTo(new ProbeRun.Succeeded("fine"));
        } finally {
            https.stop(0);
        }
    }

    @Test
    void a_server_that_does_not_answer_is_given_up() throws IOException {
        try (var silent = new ServerSocket(0, 1, LOOPBACK)) {
            var port = Integer.toString(silent.getLocalPort());
            assertThat(probe(new ContainerHandler.HttpGet("HTTP", "", port, "/", List.of()), 1))
                    .isEqualTo(new ProbeRun.Failed("Get \"http://127.0.0.1:" + port
                            + "/\": context deadline exceeded (Client.Timeout exceeded while awaiting headers)"));
        }
    }

    @Test
    void tcp_is_a_connection() throws IOException {
        assertThat(probe(new ContainerHandler.TcpSocket("", "web"), PATIENT)).isEqualTo(new ProbeRun.Succeeded(""));
        var free = closedPort();
        assertThat(probe(new ContainerHandler.TcpSocket("127.0.0.1", free), PATIENT))
                .isEqualTo(new ProbeRun.Failed("dial tcp 127.0.0.1:" + free + ": connect: connection refused"));
        assertThat(probe(new ContainerHandler.HttpGet("HTTP", "", free, "/", List.of()), PATIENT))
                .isEqualTo(new ProbeRun.Failed("Get \"http://127.0.0.1:" + free + "/\": dial tcp 127.0.0.1:" + free
                        + ": connect: connection refused"));
    }

    private static String closedPort() throws IOException {
        try (var taken = new ServerSocket(0, 1, LOOPBACK)) {
            return Integer.toString(taken.getLocalPort());
        }
    }

    @Test
    void a_port_that_the_container_does_not_name_is_an_error() {
        assertThat(probe(new ContainerHandler.TcpSocket("", "grpc"), PATIENT))
                .isEqualTo(new ProbeRun.Errored("couldn't find port \"grpc\" of container \"c\""));
    }

    @Test
    void variables_of_commands_are_those_that_the_container_gives_as_text() {
        assertThat(HandlerRunner.words(container(), List.of("$(WHO)", "$$(WHO)", "$(YOU)", "a$")))
                .containsExactly("me", "$(WHO)", "$(YOU)", "a$");
    }

    private static final class Raw implements MethodDescriptor.Marshaller<byte[]> {
        @Override
        public InputStream stream(byte[] value) {
            return new ByteArrayInputStream(value);
        }

        @Override
        public byte[] parse(InputStream stream) {
            try {
                return stream.readAllBytes();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** A server that says of the service "" that it serves, of "down" that it does not. */
    private static Server grpc(String method) throws IOException {
        var check = MethodDescriptor.<byte[], byte[]>newBuilder()
                .setType(MethodDescriptor.MethodType.UNARY)
                .setFullMethodName(method)
                .setRequestMarshaller(new Raw())
                .setResponseMarshaller(new Raw())
                .build();
        var service = ServerServiceDefinition.builder(method.substring(0, method.indexOf('/')))
                .addMethod(check, ServerCalls.asyncUnaryCall((request, observer) -> {
                    observer.onNext(new byte[] {8, (byte) (request.length == 0 ? 1 : 2)});
                    observer.onCompleted();
                }))
                .build();
        return NettyServerBuilder.forAddress(new InetSocketAddress(LOOPBACK, 0))
                .addService(service)
                .build()
                .start();
    }

    @Test
    void grpc_servers_say_how_they_are() throws Exception {
        var server = grpc("grpc.health.v1.Health/Check");
        var other = grpc("example.Other/Check");
        try {
            assertThat(probe(new ContainerHandler.Grpc(server.getPort(), ""), PATIENT))
                    .isEqualTo(new ProbeRun.Succeeded("service healthy"));
            assertThat(probe(new ContainerHandler.Grpc(server.getPort(), "down"), PATIENT))
                    .isEqualTo(new ProbeRun.Failed("service unhealthy (responded with \"NOT_SERVING\")"));
            assertThat(probe(new ContainerHandler.Grpc(other.getPort(), ""), PATIENT)
                            .text())
                    .startsWith(
                            "error: this server does not implement the grpc health protocol (grpc.health.v1.Health): ");
            var free = Integer.parseInt(closedPort());
            assertThat(probe(new ContainerHandler.Grpc(free, ""), PATIENT).text())
                    .startsWith("timeout: failed to connect service \"127.0.0.1:" + free + "\" within 120s: ");
        } finally {
            server.shutdownNow();
            other.shutdownNow();
        }
    }
}
