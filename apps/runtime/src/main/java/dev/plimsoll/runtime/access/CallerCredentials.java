package dev.plimsoll.runtime.access;

import java.security.cert.X509Certificate;
import org.jspecify.annotations.Nullable;

/**
 * How a caller shows who it is.
 *
 * @param token empty without one
 * @param certificateOrNull already found to be signed by a trusted authority
 */
public record CallerCredentials(String token, @Nullable X509Certificate certificateOrNull) {
    /** Without the token, which must not get into a log. */
    @Override
    public String toString() {
        if (certificateOrNull != null)
            return certificateOrNull.getSubjectX500Principal().toString();
        return token.isEmpty() ? "no credentials" : "a token";
    }
}
