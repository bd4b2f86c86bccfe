package dev.plimsoll.apiserver;

import dev.plimsoll.tls.Pem;
import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;

/** What a client needs to reach a server. */
final class Kubeconfig {
    private Kubeconfig() {}

    /**
     * For somebody who has a token.
     *
     * @param authorities whom to believe; none where there is no TLS
     */
    static String withToken(String url, List<X509Certificate> authorities, String user, String token) {
        var pem = authorities.stream().map(Pem::of).collect(Collectors.joining());
        var trust = pem.isEmpty()
                ? ""
                : "\n    certificate-authority-data: "
                        + Base64.getEncoder().encodeToString(pem.getBytes(StandardCharsets.US_ASCII));
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
