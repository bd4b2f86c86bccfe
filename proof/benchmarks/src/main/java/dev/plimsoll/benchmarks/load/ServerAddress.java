package dev.plimsoll.benchmarks.load;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.codec.manifest.Loaded;
import dev.plimsoll.codec.manifest.ManifestLoader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;

/** Where a server is and how to be let in: the current context of a kubeconfig, with a token or a client certificate. */
record ServerAddress(String host, int port, String token, SSLContext tls) {
    static ServerAddress of(Path kubeconfig) throws IOException, GeneralSecurityException {
        var config = switch (new ManifestLoader().read(kubeconfig.toString(), Files.readString(kubeconfig))) {
            case Loaded.Documents(var manifests) -> manifests.getFirst().document();
            case Loaded.Unreadable unreadable -> throw new IOException(unreadable.line());
        };
        var context = named(
                        config.path("contexts"), config.path("current-context").asText())
                .path("context");
        var cluster =
                named(config.path("clusters"), context.path("cluster").asText()).path("cluster");
        var user = named(config.path("users"), context.path("user").asText()).path("user");
        var server = URI.create(cluster.path("server").asText());
        var tls = SSLContext.getInstance("TLS");
        tls.init(keys(user), trust(cluster).getTrustManagers(), null);
        var port = server.getPort() < 0 ? 443 : server.getPort();
        return new ServerAddress(server.getHost(), port, user.path("token").asText(), tls);
    }

    private static JsonNode named(JsonNode list, String name) throws IOException {
        for (var entry : list) {
            if (entry.path("name").asText().equals(name)) return entry;
        }
        throw new IOException("the kubeconfig has no " + name);
    }

    private static byte[] data(JsonNode node, String name) throws IOException {
        if (node.has(name + "-data"))
            return Base64.getDecoder().decode(node.path(name + "-data").asText());
        return node.has(name) ? Files.readAllBytes(Path.of(node.path(name).asText())) : new byte[0];
    }

    private static TrustManagerFactory trust(JsonNode cluster) throws IOException, GeneralSecurityException {
        var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        var store = store();
        var number = 0;
        for (var certificate : certificates(data(cluster, "certificate-authority"))) {
            store.setCertificateEntry("authority-" + number++, certificate);
        }
        trust.init(store);
        return trust;
    }

    private static KeyManager[] keys(JsonNode user) throws IOException, GeneralSecurityException {
        var chain = certificates(data(user, "client-certificate"));
        if (chain.length == 0) return new KeyManager[0];
        var store = store();
        store.setKeyEntry("client", key(data(user, "client-key"), chain[0]), new char[0], chain);
        var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, new char[0]);
        return keys.getKeyManagers();
    }

    private static PrivateKey key(byte[] pem, Certificate certificate) throws IOException, GeneralSecurityException {
        var text = new String(pem, StandardCharsets.US_ASCII);
        if (!text.contains("BEGIN PRIVATE KEY")) {
            throw new IOException(
                    "client keys are read in PKCS #8 only: openssl pkcs8 -topk8 -nocrypt converts others");
        }
        var encoded = Base64.getMimeDecoder().decode(text.replaceAll("-----[A-Z ]+-----", ""));
        return KeyFactory.getInstance(certificate.getPublicKey().getAlgorithm())
                .generatePrivate(new PKCS8EncodedKeySpec(encoded));
    }

    private static Certificate[] certificates(byte[] pem) throws GeneralSecurityException {
        if (pem.length == 0) return new Certificate[0];
        return CertificateFactory.getInstance("X.509")
                .generateCertificates(new ByteArrayInputStream(pem))
                .toArray(new Certificate[0]);
    }

    private static KeyStore store() throws IOException, GeneralSecurityException {
        var store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        return store;
    }

    String authority() {
        return host + ":" + port;
    }

    SSLSocket connect() throws IOException {
        var socket = (SSLSocket) tls.getSocketFactory().createSocket(host, port);
        socket.setTcpNoDelay(true);
        var parameters = socket.getSSLParameters();
        parameters.setApplicationProtocols(new String[] {"h2"});
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        socket.setSSLParameters(parameters);
        socket.startHandshake();
        if (!"h2".equals(socket.getApplicationProtocol())) throw new IOException("the server does not speak HTTP/2");
        return socket;
    }
}
