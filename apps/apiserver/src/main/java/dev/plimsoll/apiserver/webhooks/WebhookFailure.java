package dev.plimsoll.apiserver.webhooks;

import dev.plimsoll.kinds.admission.WebhookEndpoint;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.util.Set;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Why a webhook could not be asked, in the words that operators know. */
final class WebhookFailure {
    private static final int MOST_SHOWN = 256;
    private static final String UNVERIFIED = "tls: failed to verify certificate: x509: ";

    /** What Java says of a server that does not speak TLS. */
    private static final Set<String> NO_TLS =
            Set.of("Unsupported or unrecognized SSL message", "Unrecognized SSL message, plaintext connection?");

    private WebhookFailure() {}

    static String of(IOException failure, WebhookEndpoint endpoint) {
        if (has(failure, UnresolvedAddressException.class)) {
            return "dial tcp: lookup " + host(endpoint) + ": no such host";
        }
        if (failure instanceof ConnectException)
            return "dial tcp " + authority(endpoint) + ": connect: connection refused";
        if (has(failure, CertificateExpiredException.class) || has(failure, CertificateNotYetValidException.class)) {
            return UNVERIFIED + "certificate has expired or is not yet valid";
        }
        if (has(failure, CertPathBuilderException.class) || has(failure, CertPathValidatorException.class)) {
            return UNVERIFIED + "certificate signed by unknown authority";
        }
        var message = failure.getMessage() == null ? "unexpected EOF" : failure.getMessage();
        if (!(failure instanceof SSLException)) return message;
        return "tls: " + (NO_TLS.contains(message) ? "first record does not look like a TLS handshake" : message);
    }

    private static boolean has(@Nullable Throwable failure, Class<? extends Throwable> kind) {
        for (var each = failure; each != null; each = each.getCause()) if (kind.isInstance(each)) return true;
        return false;
    }

    private static String host(WebhookEndpoint endpoint) {
        return switch (endpoint) {
            case WebhookEndpoint.Url(var text) ->
                String.valueOf(URI.create(text).getHost());
            case WebhookEndpoint.Service service -> service.host();
        };
    }

    private static String authority(WebhookEndpoint endpoint) {
        return switch (endpoint) {
            case WebhookEndpoint.Url(var text) -> {
                var uri = URI.create(text);
                yield uri.getHost() + ":" + (uri.getPort() < 0 ? 443 : uri.getPort());
            }
            case WebhookEndpoint.Service service -> service.host() + ":" + service.port();
        };
    }

    static String ofStatus(int code, byte[] body) {
        if (code == 404) return "the server could not find the requested resource";
        if (code < 500)
            return "the server responded with the status code " + code + " but did not return more information";
        var text = new String(body, StandardCharsets.UTF_8).strip();
        var shown = text.length() > MOST_SHOWN ? text.substring(0, MOST_SHOWN) : text;
        return "an error on the server (\"" + (shown.isEmpty() ? "unknown" : shown.replace("\"", "\\\""))
                + "\") has prevented the request from succeeding";
    }
}
