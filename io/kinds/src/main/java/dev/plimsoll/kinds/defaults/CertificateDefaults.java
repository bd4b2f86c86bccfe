package dev.plimsoll.kinds.defaults;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** Defaults of requests for certificates. */
public final class CertificateDefaults {
    private static final int DAY_SECONDS = 86_400;

    private CertificateDefaults() {}

    public static void podCertificateRequest(ObjectNode document) {
        Defaults.inside(document, "spec", spec -> Defaults.number(spec, "maxExpirationSeconds", DAY_SECONDS));
    }
}
