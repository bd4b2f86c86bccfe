package dev.plimsoll.autoscaler.admission;

import java.util.List;
import javax.net.ssl.SSLContext;

/** By what API servers know the webhook. */
public interface ServingIdentity {
    SSLContext context();

    /** The certificate, as PEM, that vouches for it. */
    String caBundle();

    /** The oldest version of TLS and the ciphers that are spoken; none for what Java speaks. */
    default Speech speech() {
        return new Speech(List.of("TLSv1.3", "TLSv1.2"), List.of());
    }

    /** Reads anew what changed on disk; whether {@link #caBundle} is another now. */
    default boolean refresh() {
        return false;
    }

    /** Versions and ciphers by the names that Java has for them. */
    record Speech(List<String> protocols, List<String> ciphers) {
        public Speech {
            protocols = List.copyOf(protocols);
            ciphers = List.copyOf(ciphers);
        }
    }

    /** One that never changes. */
    static ServingIdentity of(SSLContext context, String caBundle) {
        return new ServingIdentity() {
            @Override
            public SSLContext context() {
                return context;
            }

            @Override
            public String caBundle() {
                return caBundle;
            }
        };
    }
}
