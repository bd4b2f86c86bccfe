package dev.plimsoll.cli.connection;

import dev.plimsoll.apiserver.tls.Authority;
import dev.plimsoll.apiserver.tls.Pki;
import dev.plimsoll.runtime.http.ServingTls;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Consumer;
import javax.net.ssl.KeyManager;
import org.jspecify.annotations.Nullable;

/** The files that a program serves its pages with: {@code --tls-cert-file} and {@code --tls-private-key-file}, both or none. */
public record ServingFiles(
        @Nullable Path certificate, @Nullable Path key) {
    /** Something that is read from files or made. */
    @FunctionalInterface
    public interface Source<T> {
        T get() throws IOException, GeneralSecurityException;
    }

    /**
     * How to serve.
     *
     * @param authorities that signed certificates of clients
     * @param own what to serve with where no files are given
     * @param problems told when files have changed and cannot be used
     */
    public ServingTls tls(
            Source<List<X509Certificate>> authorities, Source<? extends KeyManager> own, Consumer<String> problems)
            throws IOException {
        try {
            var believed = authorities.get();
            if (certificate != null && key != null) return ServingTls.read(certificate, key, believed, problems);
            if (certificate != null || key != null)
                throw new IOException("--tls-cert-file and --tls-private-key-file go together; give both, or none");
            return ServingTls.of(new KeyManager[] {own.get()}, believed);
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw new IOException(
                    "certificates cannot be read: " + e.getMessage()
                            + "; check --tls-cert-file, --tls-private-key-file and --client-ca-file",
                    e);
        }
    }

    /** A certificate for {@code localhost} and an address, of an authority that nobody knows. */
    public static KeyManager selfMade(String name, InetAddress address, Instant now) throws GeneralSecurityException {
        var issuer = Authority.create(name + "-ca", now);
        return Pki.serving(issuer, name, List.of("localhost"), List.of(address), InstantSource.system());
    }
}
