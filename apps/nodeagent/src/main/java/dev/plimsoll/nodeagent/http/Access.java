package dev.plimsoll.nodeagent.http;

import java.security.cert.X509Certificate;
import org.jspecify.annotations.Nullable;

/** Decides who may have what. */
public interface Access {
    /** Everybody may have everything that is served at all: for ports that only trusted ones reach. */
    Access OPEN = (_, _) -> new Verdict.Allowed();

    Verdict check(Credentials credentials, AccessAttributes question);

    /**
     * How a caller shows who he is.
     *
     * @param token empty without one
     * @param certificateOrNull already found to be signed by a trusted authority
     */
    record Credentials(String token, @Nullable X509Certificate certificateOrNull) {
        @Override
        public String toString() {
            return certificateOrNull == null
                    ? "a token"
                    : certificateOrNull.getSubjectX500Principal().toString();
        }
    }

    /** Whether he may. */
    sealed interface Verdict {
        record Allowed() implements Verdict {}

        /** Nobody knows who he is. */
        record Unauthorized() implements Verdict {}

        record Forbidden(String message) implements Verdict {}

        /** It could not be found out. */
        record Unknown(String message) implements Verdict {}
    }
}
