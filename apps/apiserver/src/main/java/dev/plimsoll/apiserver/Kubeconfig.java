package dev.plimsoll.apiserver;

import dev.plimsoll.tls.Pem;
import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** What a client needs to reach a server. */
final class Kubeconfig {
    private Kubeconfig() {}

    static String withToken(String url, @Nullable X509Certificate authority, String user, String token) {
        var trust = authority == null
                ? ""
                : "\n    certificate-authority-data: "
                        + Base64.getEncoder().encodeToString(Pem.of(authority).getBytes(StandardCharsets.US_ASCII));
        return """
                apiVersion: v1
                kind: Config
                clusters:
                - name: plimsoll
                  cluster:
                    server: %s%s
                users:
                - name: %s
                  user:
                    token: %s
                contexts:
                - name: plimsoll
                  context:
                    cluster: plimsoll
                    namespace: default
                    user: %s
                current-context: plimsoll
                """.formatted(url, trust, user, token, user);
    }
}
