package dev.plimsoll.cli;

import dev.plimsoll.apiserver.tls.Authority;
import dev.plimsoll.tls.Pem;
import dev.plimsoll.tls.Tls;
import java.io.IOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import javax.net.ssl.SSLSocket;

/** An authority of the test's own, and files with certificates of it, which are replaced as an administrator does. */
final class TestCertificates {
    private static final List<InetAddress> LOOPBACK = List.of(InetAddress.ofLiteral("127.0.0.1"));

    final Authority company = Authority.create("company-ca", Instant.now());
    private final Path folder;

    TestCertificates(Path folder) {
        this.folder = folder;
    }

    /** A certificate for a server on this machine. */
    Authority.Identity serving() {
        return company.server("server", List.of("localhost"), LOOPBACK, Instant.now());
    }

    /** The paths of certificate and key. */
    String[] files(String name, Authority.Identity identity) throws IOException {
        return new String[] {
            write(name + ".crt", Pem.of(identity.certificate()) + Pem.of(company.certificate())),
            write(name + ".key", Pem.of(identity.key()))
        };
    }

    String write(String name, String text) throws IOException {
        var draft = Files.writeString(folder.resolve(name + ".draft"), text);
        return Files.move(draft, folder.resolve(name), StandardCopyOption.ATOMIC_MOVE)
                .toString();
    }

    /** Of the certificate that a new connection is shown. */
    BigInteger serial(String url) throws IOException {
        var address = URI.create(url);
        var context = Tls.context(null, company.trustManagers());
        try (var socket = (SSLSocket) context.getSocketFactory().createSocket(address.getHost(), address.getPort())) {
            socket.startHandshake();
            return ((X509Certificate) socket.getSession().getPeerCertificates()[0]).getSerialNumber();
        }
    }
}
