package dev.plimsoll.apiserver;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsExchange;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import dev.plimsoll.apiserver.tls.Authority;
import dev.plimsoll.tls.Pem;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * Another API server of the tests, for the group {@code things.example}: a real HTTPS server that answers only whom the authority of
 * {@code kube-system/extension-apiserver-authentication} has signed.
 */
final class TestBackend implements AutoCloseable {
    private static final char[] PASSWORD = "test".toCharArray();
    private static final String RESOURCES = """
            {"kind":"APIResourceList","apiVersion":"v1","groupVersion":"things.example/v1","resources":[
             {"name":"things","singularName":"thing","namespaced":true,"kind":"Thing","verbs":["get","list","watch"],"shortNames":["th"]},
             {"name":"things/status","singularName":"","namespaced":true,"kind":"Thing","verbs":["get"]}]}""";

    private final Authority authority = Authority.create("backend-ca", Instant.now());
    private final Queue<Seen> seen = new ConcurrentLinkedQueue<>();
    private final Map<String, HttpHandler> pages = new ConcurrentHashMap<>();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final SSLContext tls;
    private final HttpsServer server;
    private volatile int discoveryStatus = 200;

    /** A request that came in; names of headers in lower case. */
    record Seen(String method, String uri, String peer, Map<String, List<String>> headers, String body) {
        List<String> header(String name) {
            return headers.getOrDefault(name, List.of());
        }
    }

    /** @param proxyAuthority certificates as PEM, as the ConfigMap has them */
    TestBackend(String proxyAuthority) {
        try {
            var identity = authority.server("backend", List.of("api.default.svc"), List.of(), Instant.now());
            var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(authority.keyStore(identity, new String(PASSWORD)), PASSWORD);
            tls = SSLContext.getInstance("TLS");
            tls.init(keys.getKeyManagers(), trust(proxyAuthority).getTrustManagers(), null);
            server = HttpsServer.create(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0), 0);
            server.setHttpsConfigurator(new HttpsConfigurator(tls) {
                @Override
                public void configure(HttpsParameters parameters) {
                    var settings = getSSLContext().getDefaultSSLParameters();
                    settings.setNeedClientAuth(true);
                    parameters.setSSLParameters(settings);
                }
            });
            server.setExecutor(threads);
            server.createContext("/", this::handle);
            server.start();
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
        on("/apis/things.example/v1", exchange -> answer(exchange, discoveryStatus, RESOURCES));
        on("/openapi/v3", exchange -> answer(exchange, 200, """
                {"paths":{"apis/things.example/v1":{"serverRelativeURL":"/openapi/v3/apis/things.example/v1?hash=ABC"}}}"""));
    }

    static TrustManagerFactory trust(String pem) throws GeneralSecurityException, IOException {
        var store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        var bytes = pem.getBytes(StandardCharsets.US_ASCII);
        var index = 0;
        for (var each : CertificateFactory.getInstance("X.509").generateCertificates(new ByteArrayInputStream(bytes)))
            store.setCertificateEntry("ca" + index++, each);
        var factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        return factory;
    }

    private void handle(HttpExchange exchange) throws IOException {
        var headers = new java.util.HashMap<String, List<String>>();
        exchange.getRequestHeaders()
                .forEach((name, values) -> headers.put(name.toLowerCase(java.util.Locale.ROOT), List.copyOf(values)));
        var peer = (X509Certificate) ((HttpsExchange) exchange).getSSLSession().getPeerCertificates()[0];
        seen.add(new Seen(
                exchange.getRequestMethod(),
                exchange.getRequestURI().toString(),
                peer.getSubjectX500Principal().getName(),
                headers,
                new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8)));
        var page = pages.get(exchange.getRequestURI().getPath());
        if (page == null) answer(exchange, 404, "{}");
        else page.handle(exchange);
    }

    void on(String path, HttpHandler handler) {
        pages.put(path, handler);
    }

    void discoveryStatus(int status) {
        discoveryStatus = status;
    }

    static void answer(HttpExchange exchange, int status, String text) throws IOException {
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    /** What was asked by others than the check of its availability. */
    List<Seen> asked() {
        return seen.stream()
                .filter(each -> !each.header("x-remote-user").contains("system:kube-aggregator"))
                .toList();
    }

    int port() {
        return server.getAddress().getPort();
    }

    SSLContext tls() {
        return tls;
    }

    String caBundle() {
        return Base64.getEncoder()
                .encodeToString(Pem.of(authority.certificate()).getBytes(StandardCharsets.US_ASCII));
    }

    @Override
    public void close() {
        server.stop(0);
        threads.close();
    }
}
