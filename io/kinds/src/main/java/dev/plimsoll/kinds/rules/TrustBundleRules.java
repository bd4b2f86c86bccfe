package dev.plimsoll.kinds.rules;

import dev.plimsoll.core.validation.FieldError;
import dev.plimsoll.core.validation.syntax.DnsSyntax;
import dev.plimsoll.kinds.rules.field.FieldValue;
import dev.plimsoll.kinds.rules.field.Findings;
import dev.plimsoll.tls.TrustAnchors;
import java.util.List;

/** ClusterTrustBundles: a name that tells the signer, and certificates of authorities. */
public final class TrustBundleRules {
    private TrustBundleRules() {}

    public static void check(FieldValue object, Findings found) {
        var name = object.field("metadata").field("name");
        var spec = object.field("spec");
        var signer = spec.field("signerName");
        if (!name.isEmpty()) {
            for (var problem : nameProblems(name.text(), signer.text())) found.invalid(name, problem);
        }
        if (!signer.isEmpty()) CertificateRules.signer(signer, found);
        var bundle = spec.field("trustBundle");
        // Bundles are long: messages leave them out.
        for (var problem : TrustAnchors.problems(bundle.text())) {
            found.invalidShown(bundle, FieldError.quoted("<value omitted>"), problem);
        }
    }

    /** What is wrong with the name of a bundle that somebody refers to: it tells its signer itself. */
    public static List<String> referenceProblems(String name) {
        var signer = name.substring(0, Math.max(name.lastIndexOf(':'), 0)).replace(':', '/');
        return nameProblems(name, signer);
    }

    private static List<String> nameProblems(String name, String signer) {
        if (signer.isEmpty()) {
            return name.contains(":")
                    ? List.of("ClusterTrustBundle without signer name must not have \":\" in its name")
                    : DnsSyntax.subdomain(name);
        }
        var prefix = signer.replace('/', ':') + ":";
        return name.startsWith(prefix)
                ? DnsSyntax.subdomain(name.substring(prefix.length()))
                : List.of("ClusterTrustBundle for signerName " + signer + " must be named with prefix " + prefix);
    }
}
