package dev.plimsoll.apiserver.tls;

import dev.plimsoll.files.PrivateFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.List;

/** The server's authority and own certificate: made at the first start, found again at the next. */
public record Pki(Authority authority, Authority.Identity server) {
    private static final String AUTHORITY_NAME = "plimsoll-ca";
    private static final String SERVER_NAME = "plimsoll-apiserver";
    private static final List<String> HOSTS =
            List.of("localhost", "kubernetes", "kubernetes.default", "kubernetes.default.svc");

    /** For servers that leave nothing behind. */
    public static Pki inMemory(Instant now) {
        var authority = Authority.create(AUTHORITY_NAME, now);
        return new Pki(authority, serverOf(authority, now));
    }

    /** Keeps the authority in a folder; the server's own certificate is new at every start. */
    public static Pki in(Path folder, Instant now) {
        var certificate = folder.resolve("ca.crt");
        var key = folder.resolve("ca.key");
        try {
            if (Files.exists(certificate) && Files.exists(key)) {
                var own = new Authority.Identity(
                        Pem.certificate(Files.readString(certificate)), Pem.key(Files.readString(key)));
                var authority = new Authority(own);
                return new Pki(authority, serverOf(authority, now));
            }
            var made = inMemory(now);
            PrivateFiles.createDirectories(folder);
            PrivateFiles.write(key, Pem.of(made.authority().own().key()));
            PrivateFiles.write(certificate, Pem.of(made.authority().certificate()));
            return made;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(certificate + " and " + key + " are not a certificate and its key", e);
        }
    }

    private static Authority.Identity serverOf(Authority authority, Instant now) {
        var addresses = List.of(InetAddress.ofLiteral("127.0.0.1"), InetAddress.ofLiteral("::1"));
        return authority.server(SERVER_NAME, HOSTS, addresses, now);
    }
}
