package dev.plimsoll.apiserver.tls;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.List;

/**
 * The server's authority and own certificate, and the keys of service account tokens: made at the first start, found again at the
 * next.
 */
public record Pki(Authority authority, Authority.Identity server, ServiceAccountKeys accountKeys) {
    private static final String AUTHORITY_NAME = "plimsoll-ca";
    private static final String SERVER_NAME = "plimsoll-apiserver";
    private static final List<String> HOSTS =
            List.of("localhost", "kubernetes", "kubernetes.default", "kubernetes.default.svc");

    /** With other keys for tokens. */
    public Pki with(ServiceAccountKeys changed) {
        return new Pki(authority, server, changed);
    }

    /** For servers that leave nothing behind. */
    public static Pki inMemory(Instant now) {
        var authority = Authority.create(AUTHORITY_NAME, now);
        return new Pki(authority, serverOf(authority, now), ServiceAccountKeys.generated());
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
                return new Pki(authority, serverOf(authority, now), ServiceAccountKeys.in(folder));
            }
            var made = inMemory(now);
            Files.createDirectories(folder);
            write(key, Pem.of(made.authority().own().key()));
            Files.writeString(certificate, Pem.of(made.authority().certificate()));
            return made.with(ServiceAccountKeys.in(folder));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(certificate + " and " + key + " are not a certificate and its key", e);
        }
    }

    private static void write(Path file, String secret) throws IOException {
        Files.deleteIfExists(file);
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(file, secret);
    }

    private static Authority.Identity serverOf(Authority authority, Instant now) {
        var addresses = List.of(InetAddress.ofLiteral("127.0.0.1"), InetAddress.ofLiteral("::1"));
        return authority.server(SERVER_NAME, HOSTS, addresses, now);
    }
}
