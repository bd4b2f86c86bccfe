package dev.plimsoll.nodeagent.simulated.servers;

import dev.plimsoll.nodeagent.simulated.files.FileProblemException;
import dev.plimsoll.nodeagent.simulated.files.FileTree;
import dev.plimsoll.nodeagent.simulated.network.Server;
import dev.plimsoll.streams.SocketStream;
import dev.plimsoll.streams.StreamSocket;
import dev.plimsoll.tls.HeldCertificate;
import dev.plimsoll.tls.Pem;
import dev.plimsoll.tls.Tls;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/**
 * TLS between two pods that show each other their certificates. The files are read for each connection: certificates are renewed while
 * programs run.
 *
 * @param credentials path of a key with its certificates
 * @param trust path of the certificates of authorities
 */
public record MutualTls(FileTree files, String credentials, String trust) {
    private static final int URI_NAME = 6;

    public SSLContext context() throws IOException {
        try {
            var held = HeldCertificate.read(new String(files.read(credentials), StandardCharsets.US_ASCII));
            return Tls.context(Tls.keys(held.key(), held.chain()), Tls.trust(Pem.certificates(files.read(trust))));
        } catch (FileProblemException | GeneralSecurityException | IllegalStateException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    /** {@code mtlsserver}: tells clients who they are, and hangs up on those whom it does not trust. */
    Server echo() {
        return connection -> {
            var plain =
                    new StreamSocket(connection.stream(), connection.client().address(), 0);
            try (var socket =
                    (SSLSocket) context().getSocketFactory().createSocket(plain, InputStream.nullInputStream(), true)) {
                socket.setNeedClientAuth(true);
                socket.startHandshake();
                var identity = identity((X509Certificate) socket.getSession().getPeerCertificates()[0]);
                SimulatedHttpServer.plain(request -> request.path().equals("/spiffe-echo")
                                ? HttpReply.ok("Client Identity: " + identity)
                                : HttpReply.notFound())
                        .serve(new Server.Connection(
                                new SocketStream(socket), connection.client(), connection.local()));
            }
        };
    }

    /** The first URI among the names of a certificate; empty where it has none. */
    private static String identity(X509Certificate certificate) throws IOException {
        try {
            var names = certificate.getSubjectAlternativeNames();
            if (names == null) return "";
            for (var name : names) if (name.getFirst().equals(URI_NAME)) return String.valueOf(name.get(1));
            return "";
        } catch (GeneralSecurityException e) {
            throw new IOException(e.getMessage(), e);
        }
    }
}
