package dev.plimsoll.kinds.rules.pod;

import dev.plimsoll.kinds.rules.PodCertificateRules;
import dev.plimsoll.kinds.rules.TrustBundleRules;
import dev.plimsoll.kinds.rules.field.FieldValue;
import dev.plimsoll.kinds.rules.field.Findings;
import dev.plimsoll.kinds.rules.field.LabelSelectorRules;
import dev.plimsoll.tls.KeyType;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Sources that are put together in one volume. */
final class ProjectionRules {
    private static final List<String> SOURCES = List.of(
            "secret", "configMap", "downwardAPI", "serviceAccountToken", "clusterTrustBundle", "podCertificate");
    private static final List<String> KEY_TYPES = KeyType.names();
    private static final int SHORTEST_TOKEN = 600;
    private static final long LONGEST_TOKEN = 1L << 32;
    private static final int SHORTEST_CERTIFICATE = 3_600;
    private static final int LONGEST_CERTIFICATE = 91 * 24 * 3_600;

    private ProjectionRules() {}

    static void check(FieldValue projected, Findings found) {
        KeyPathRules.mode(projected.field("defaultMode"), found);
        var paths = new HashSet<String>();
        for (var source : projected.field("sources").items()) {
            var given = SOURCES.stream()
                    .filter(name -> source.field(name).isGiven())
                    .toList();
            if (given.size() > 1) found.forbidden(source, "may not specify more than 1 volume type per source");
            if (!given.isEmpty()) source(given.getFirst(), source.field(given.getFirst()), projected, paths, found);
        }
    }

    private static void source(
            String name, FieldValue source, FieldValue projected, Set<String> paths, Findings found) {
        switch (name) {
            case "secret", "configMap" -> {
                if (source.field("name").isEmpty()) found.required(source.field("name"));
                KeyPathRules.items(source, found);
                for (var item : source.field("items").items()) {
                    unique(item.field("path"), source.field("name").text(), projected, paths, found);
                }
            }
            case "downwardAPI" -> {
                for (var item : source.field("items").items()) {
                    FieldReferenceRules.file(item, found);
                    unique(item.field("path"), item.field("path").text(), projected, paths, found);
                }
            }
            case "serviceAccountToken" -> token(source, projected, found);
            case "clusterTrustBundle" -> trustBundle(source, found);
            case "podCertificate" -> certificate(source, found);
            default -> {}
        }
    }

    /** @param blamed what messages name for a file that is there twice */
    private static void unique(
            FieldValue path, String blamed, FieldValue projected, Set<String> paths, Findings found) {
        if (path.isEmpty() || paths.add(path.text())) return;
        found.invalidShown(projected, "\"" + blamed + "\"", "conflicting duplicate paths");
    }

    private static void token(FieldValue token, FieldValue projected, Findings found) {
        var seconds = token.field("expirationSeconds");
        if (seconds.isGiven() && seconds.number() < SHORTEST_TOKEN) {
            found.invalidNumber(seconds, "may not specify a duration less than 10 minutes");
        }
        if (seconds.number() > LONGEST_TOKEN) {
            found.invalidNumber(seconds, "may not specify a duration larger than 2^32 seconds");
        }
        // Messages place what is missing at the volume itself.
        if (token.field("path").isEmpty()) found.required(projected.field("path"));
        else KeyPathRules.below(token.field("path"), found);
    }

    private static void trustBundle(FieldValue bundle, Findings found) {
        var name = bundle.field("name");
        var signer = bundle.field("signerName");
        var selector = bundle.field("labelSelector");
        if (name.isGiven() && signer.isGiven()) {
            found.invalidShown(bundle, shown(bundle), "only one of name and signerName may be used");
        } else if (name.isGiven()) {
            for (var problem : TrustBundleRules.referenceProblems(name.text())) {
                found.invalid(name, "not a valid clustertrustbundlename: " + problem);
            }
            if (selector.isGiven()) found.invalidJson(selector, "labelSelector must be unset if name is specified");
        } else if (!signer.isGiven()) {
            found.required(bundle, "either name or signerName must be specified");
        } else if (selector.isGiven()) {
            LabelSelectorRules.check(selector, found);
        }
        if (bundle.field("path").isEmpty()) found.required(bundle.field("path"));
        KeyPathRules.below(bundle.field("path"), found);
    }

    /** As messages show it: every field by its name in the source. */
    private static String shown(FieldValue bundle) {
        return "{\"Name\":" + bundle.field("name").json() + ",\"SignerName\":"
                + bundle.field("signerName").json() + ",\"LabelSelector\":"
                + bundle.field("labelSelector").json() + ",\"Optional\":"
                + bundle.field("optional").json() + ",\"Path\":"
                + (bundle.field("path").isGiven() ? bundle.field("path").json() : "\"\"") + ",\"User\":null}";
    }

    private static void certificate(FieldValue certificate, Findings found) {
        var signer = certificate.field("signerName");
        if (signer.isEmpty()) {
            found.required(signer);
        } else if (!signer.text().matches("[^/]*\\.[^/]*/[^/]+")) {
            found.invalid(signer, "must be a fully qualified domain and path of the form 'example.com/signer-name'");
        }
        found.oneOf(certificate.field("keyType"), KEY_TYPES);
        lifetime(certificate.field("maxExpirationSeconds"), found);
        var places = List.of("credentialBundlePath", "keyPath", "certificateChainPath");
        if (places.stream().allMatch(place -> certificate.field(place).isEmpty())) {
            found.required(
                    certificate, "specify at least one of credentialBundlePath, keyPath, and certificateChainPath");
        }
        for (var place : places) KeyPathRules.below(certificate.field(place), found);
        PodCertificateRules.annotations(certificate.field("userAnnotations"), found);
    }

    /** A certificate is asked for no shorter time than it takes to renew it in peace. */
    private static void lifetime(FieldValue seconds, Findings found) {
        if (!seconds.isGiven()) return;
        if (seconds.number() < SHORTEST_CERTIFICATE)
            found.invalidNumber(seconds, "if provided, maxExpirationSeconds must be >= " + SHORTEST_CERTIFICATE);
        if (seconds.number() > LONGEST_CERTIFICATE)
            found.invalidNumber(seconds, "if provided, maxExpirationSeconds must be <= " + LONGEST_CERTIFICATE);
    }
}
