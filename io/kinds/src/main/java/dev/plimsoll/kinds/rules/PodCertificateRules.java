package dev.plimsoll.kinds.rules;

import dev.plimsoll.core.validation.syntax.DnsSyntax;
import dev.plimsoll.core.validation.syntax.LabelSyntax;
import dev.plimsoll.kinds.rules.field.FieldValue;
import dev.plimsoll.kinds.rules.field.Findings;
import dev.plimsoll.tls.CertificateRequest;
import dev.plimsoll.tls.KeyType;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.List;

/** Certificates of pods: what a node asks for. How a pod asks is among the rules of projected volumes. */
public final class PodCertificateRules {
    public static final long SHORTEST_SECONDS = 3600;
    private static final long LONGEST_SECONDS = 91 * 86_400L;
    private static final long LONGEST_OF_KUBERNETES = 86_400;
    private static final int MOST_UID_BYTES = 128;
    private static final int MOST_STUB_BYTES = 10 << 10;
    private static final List<String> KEY_TYPES = KeyType.names();

    private PodCertificateRules() {}

    /** A request. */
    public static void request(FieldValue object, Findings found) {
        var spec = object.field("spec");
        CertificateRules.signer(spec.field("signerName"), found);
        name(spec.field("podName"), found);
        uid(spec.field("podUID"), found);
        name(spec.field("serviceAccountName"), found);
        uid(spec.field("serviceAccountUID"), found);
        name(spec.field("nodeName"), found);
        uid(spec.field("nodeUID"), found);
        var seconds = spec.field("maxExpirationSeconds");
        if (!seconds.isGiven()) found.required(seconds, "must be set");
        lifetime(seconds, spec.field("signerName").text(), found);
        stub(spec.field("stubPKCS10Request"), found);
        annotations(spec.field("unverifiedUserAnnotations"), found);
    }

    private static void name(FieldValue at, Findings found) {
        if (at.isEmpty()) found.required(at);
        else found.misspelled(at, DnsSyntax.subdomain(at.text()));
    }

    private static void uid(FieldValue at, Findings found) {
        if (at.isEmpty()) found.required(at, "must not be empty");
        else if (at.text().length() > MOST_UID_BYTES) found.tooLong(at, MOST_UID_BYTES);
    }

    /** A certificate is asked for no shorter time than it takes to renew it in peace. */
    private static void lifetime(FieldValue seconds, String signer, Findings found) {
        if (!seconds.isGiven()) return;
        var most = signer.startsWith("kubernetes.io/") ? LONGEST_OF_KUBERNETES : LONGEST_SECONDS;
        if (seconds.number() < SHORTEST_SECONDS)
            found.invalidNumber(seconds, "if provided, maxExpirationSeconds must be >= " + SHORTEST_SECONDS);
        if (seconds.number() > most)
            found.invalidNumber(seconds, "if provided, maxExpirationSeconds must be <= " + most);
    }

    private static void stub(FieldValue at, Findings found) {
        if (at.isEmpty()) {
            found.required(at, "must not be empty");
            return;
        }
        if (at.text().length() > MOST_STUB_BYTES) {
            found.tooLong(at, MOST_STUB_BYTES);
            return;
        }
        try {
            var request = CertificateRequest.read(Base64.getDecoder().decode(at.text()));
            if (KeyType.of(request.key()).isEmpty())
                found.invalidShown(at, "\"...\"", "the key must be one of " + String.join(", ", KEY_TYPES));
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            found.invalidShown(
                    at, "\"...\"", "must be a PKCS#10 request, in DER and signed with its own key: " + e.getMessage());
        }
    }

    /** What pod and node send along to the signer. */
    public static void annotations(FieldValue map, Findings found) {
        map.node().fieldNames().forEachRemaining(key -> {
            for (var problem : LabelSyntax.qualifiedName(key)) found.invalidShown(map, "\"" + key + "\"", problem);
        });
    }
}
