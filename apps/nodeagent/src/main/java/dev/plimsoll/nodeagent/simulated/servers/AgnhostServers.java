package dev.plimsoll.nodeagent.simulated.servers;

import dev.plimsoll.client.pace.ComponentThreads;
import dev.plimsoll.nodeagent.simulated.files.FileProblemException;
import dev.plimsoll.nodeagent.simulated.network.HealthServer;
import dev.plimsoll.nodeagent.simulated.network.SimulatedNetwork.Listening;
import dev.plimsoll.nodeagent.simulated.shell.options.LongOptions;
import java.io.IOException;
import java.net.BindException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;

/** The servers of {@code agnhost}, by the names of its commands. */
public final class AgnhostServers implements AutoCloseable {
    private static final Set<String> NAMES = Set.of(
            "crd-conversion-webhook",
            "grpc-health-checking",
            "guestbook",
            "liveness",
            "mtlsserver",
            "netexec",
            "nettest",
            "porter",
            "serve-hostname",
            "test-webserver",
            "webhook");
    private static final Pattern SERVED = Pattern.compile("SERVE_(TCP_|TLS_|UDP_)?PORT_([0-9]{1,5})");

    private final ServerContext context;
    private final LongOptions options;
    private final List<Listening> listening = new ArrayList<>();

    private AgnhostServers(ServerContext context, LongOptions options) {
        this.context = context;
        this.options = options;
    }

    /** Whether a command is one of these. */
    public static boolean isKnown(String name) {
        return NAMES.contains(name);
    }

    /** Starts a server; closing it ends all that it listens for. */
    public static AgnhostServers start(String name, LongOptions options, ServerContext context)
            throws IOException, GeneralSecurityException {
        var servers = new AgnhostServers(context, options);
        try {
            servers.listen(name);
            return servers;
        } catch (IOException | GeneralSecurityException | RuntimeException e) {
            servers.close();
            throw e;
        }
    }

    private void listen(String name) throws IOException, GeneralSecurityException {
        switch (name) {
            case "netexec" -> netexec();
            case "serve-hostname" -> hostname();
            case "test-webserver" -> http(port("port", 80), new SiteService(context.files(), "/"));
            case "liveness" -> http(port("port", 8080), SmallServices.liveness(context.clock()));
            case "nettest" -> http(port("port", 8080), SmallServices.nettest(context));
            case "porter" -> porter();
            case "guestbook" -> guestbook();
            case "mtlsserver" -> mutual();
            case "webhook", "crd-conversion-webhook" -> webhook();
            case "grpc-health-checking" -> health();
            default -> throw new IllegalArgumentException("agnhost has no server " + name);
        }
    }

    private int port(String option, int otherwise) {
        return (int) options.number(List.of(option), otherwise);
    }

    private void http(int port, SimulatedHttpService service) throws BindException {
        listening.add(context.network().listen(port, SimulatedHttpServer.plain(service)));
    }

    private void netexec() throws IOException, GeneralSecurityException {
        var service = new NetexecService(context, options.text("http-override"));
        var port = port("http-port", 8080);
        var tls = tls(options.text("tls-cert-file"), options.text("tls-private-key-file"));
        if (tls.isEmpty()) http(port, service);
        else listening.add(context.network().listen(port, SimulatedHttpServer.secure(service, tls.get())));
        var udp = port("udp-port", 8081);
        if (!options.text("udp-port").startsWith("-"))
            listening.add(context.network().listenForDatagrams(udp, service::datagram));
    }

    private Optional<SSLContext> tls(String certificate, String key) throws GeneralSecurityException, IOException {
        if (certificate.isEmpty()) return Optional.empty();
        if (certificate.equals("/localhost.crt")) return Optional.of(LocalCertificate.ofImage());
        try {
            return Optional.of(LocalCertificate.of(
                    context.files().read(certificate), context.files().read(key)));
        } catch (FileProblemException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private void mutual() throws BindException {
        var place = options.text("listen");
        var port = Integer.parseInt(place.substring(place.lastIndexOf(':') + 1));
        var tls = new MutualTls(context.files(), options.text("server-creds"), options.text("spiffe-trust-bundle"));
        listening.add(context.network().listen(port, tls.echo()));
    }

    private void webhook() throws IOException, GeneralSecurityException {
        var tls = tls(options.text("tls-cert-file"), options.text("tls-private-key-file"))
                .orElseGet(LocalCertificate::ofImage);
        listening.add(
                context.network().listen(port("port", 443), SimulatedHttpServer.secure(new ReviewService(), tls)));
    }

    private void hostname() throws BindException {
        var port = port("port", 9376);
        var isTcp = options.values().containsKey("tcp") && !options.text("tcp").equals("false");
        var isUdp = options.values().containsKey("udp") && !options.text("udp").equals("false");
        if (isUdp) listening.add(context.network().listenForDatagrams(port, (_, _) -> Optional.of(context.hostname())));
        if (isTcp)
            listening.add(context.network()
                    .listen(
                            port,
                            connection -> connection.stream()
                                    .output()
                                    .write(context.hostname().getBytes(StandardCharsets.UTF_8))));
        if (!isTcp && !isUdp) http(port, SmallServices.hostname(context));
    }

    private void porter() throws IOException, GeneralSecurityException {
        var isJson = options.values().containsKey("json-response");
        for (var variable : context.environment().entrySet()) {
            var served = SERVED.matcher(variable.getKey());
            if (!served.matches()) continue;
            var port = Integer.parseInt(served.group(2));
            var service = SmallServices.porter(variable.getValue(), isJson);
            var kind = Optional.ofNullable(served.group(1)).orElse("");
            switch (kind) {
                case "UDP_" ->
                    listening.add(
                            context.network().listenForDatagrams(port, (_, _) -> Optional.of(variable.getValue())));
                case "TLS_" -> {
                    var certificate = context.environment().getOrDefault("CERT_FILE", "/localhost.crt");
                    var key = context.environment().getOrDefault("KEY_FILE", "/localhost.key");
                    var tls = tls(certificate, key).orElseGet(LocalCertificate::ofImage);
                    listening.add(context.network().listen(port, SimulatedHttpServer.secure(service, tls)));
                }
                default -> http(port, service);
            }
        }
    }

    private void guestbook() throws BindException {
        var service = new GuestbookService(context, port("backend-port", 6379));
        http(port("http-port", 80), service);
        var primary = options.text(List.of("replicaof", "slaveof")).orElse("");
        if (primary.isEmpty()) return;
        var registering = ComponentThreads.named("guestbook-replica").start(() -> register(service, primary));
        listening.add(registering::interrupt);
    }

    private static void register(GuestbookService service, String primary) {
        try {
            while (!service.register(primary)) Thread.sleep(Duration.ofSeconds(1));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // its container has ended
        }
    }

    private void health() throws BindException {
        var delay = options.text("delay-unhealthy-sec");
        var begun = context.clock().get();
        var isServing = new AtomicBoolean(!delay.equals("0"));
        var named = options.text("service");
        HealthServer server = service -> {
            var isOver = delay.matches("[1-9][0-9]{0,8}")
                    && Duration.between(begun, context.clock().get()).toSeconds() >= Long.parseLong(delay);
            return isServing.get() && !isOver && service.equals(named);
        };
        listening.add(context.network().listen(port("port", 5000), server));
        http(
                port("http-port", 8080),
                SmallServices.healthControl(() -> isServing.set(true), () -> isServing.set(false)));
    }

    @Override
    public void close() {
        listening.forEach(Listening::close);
    }
}
