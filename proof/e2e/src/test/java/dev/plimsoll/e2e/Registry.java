package dev.plimsoll.e2e;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A registry of images on this host, known to the machine's runtime as {@code registry.e2e}: each name and tag is the image of busybox. What
 * begins with {@code private/} is for one user.
 */
final class Registry implements AutoCloseable {
    static final String NAME = "registry.e2e";
    static final String USER = "robot";
    static final String PASSWORD = "p4ss";

    private static final Path IMAGE = Machine.FOLDER.resolve("oci/busybox/archive");
    private static final String FOLDER = "/etc/containerd/certs.d/" + NAME;

    private final Guest guest;
    private final HttpServer server;
    private final Map<String, Integer> asked = new ConcurrentHashMap<>();

    Registry(Guest guest) throws IOException, InterruptedException {
        this.guest = guest;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/v2/", this::answer);
        server.start();
        var address = "\"http://10.0.2.2:" + server.getAddress().getPort() + "\"";
        // Old runtimes do not read a file without such a table.
        guest.sh("mkdir -p " + FOLDER + "; cat > " + FOLDER + "/hosts.toml << 'END'\nserver = " + address + "\n[host."
                + address + "]\n  capabilities = [\"pull\", \"resolve\"]\nEND");
    }

    /** How often a tag of an image was looked up. */
    int asked(String imageAndTag) {
        return asked.getOrDefault(imageAndTag, 0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            var path = exchange.getRequestURI().getPath().substring("/v2/".length());
            var isForOne = path.startsWith("private/");
            if (isForOne && !credentials().equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
                exchange.getResponseHeaders().add("WWW-Authenticate", "Basic realm=\"e2e\"");
                exchange.sendResponseHeaders(401, -1);
                return;
            }
            var parts = path.split("/(manifests|blobs)/", -1);
            if (parts.length != 2) {
                exchange.sendResponseHeaders(path.isEmpty() ? 200 : 404, -1);
                return;
            }
            var isTag = !parts[1].startsWith("sha256:");
            if (isTag) asked.merge(parts[0] + ":" + parts[1], 1, Integer::sum);
            var digest = isTag ? manifest() : parts[1];
            if (isTag || digest.equals(manifest()))
                exchange.getResponseHeaders().add("Content-Type", "application/vnd.oci.image.manifest.v1+json");
            exchange.getResponseHeaders().add("Docker-Content-Digest", digest);
            send(exchange, IMAGE.resolve("blobs/sha256").resolve(digest.substring("sha256:".length())));
        }
    }

    private static void send(HttpExchange exchange, Path blob) throws IOException {
        if (!Files.exists(blob)) {
            exchange.sendResponseHeaders(404, -1);
        } else if (exchange.getRequestMethod().equals("HEAD")) {
            exchange.getResponseHeaders().add("Content-Length", Long.toString(Files.size(blob)));
            exchange.sendResponseHeaders(200, -1);
        } else {
            exchange.sendResponseHeaders(200, Files.size(blob));
            Files.copy(blob, exchange.getResponseBody());
        }
    }

    private static String credentials() {
        var both = (USER + ":" + PASSWORD).getBytes(StandardCharsets.UTF_8);
        return "Basic " + Base64.getEncoder().encodeToString(both);
    }

    private static String manifest() throws IOException {
        return RealNode.json(Files.readString(IMAGE.resolve("index.json")))
                .at("/manifests/0/digest")
                .asText();
    }

    /** The runtime forgets it, and what it had from it. */
    @Override
    public void close() {
        server.stop(0);
        try {
            guest.sh("rm -r " + FOLDER + "; for image in $(ctr -n k8s.io images ls -q | grep ^" + NAME
                    + "); do ctr -n k8s.io images rm $image > /dev/null; done");
        } catch (IOException e) {
            throw new AssertionError(e);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
