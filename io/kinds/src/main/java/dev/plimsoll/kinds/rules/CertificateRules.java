package dev.plimsoll.kinds.rules;

import dev.plimsoll.core.validation.FieldError;
import dev.plimsoll.core.validation.syntax.DnsSyntax;
import dev.plimsoll.kinds.rules.field.FieldValue;
import dev.plimsoll.kinds.rules.field.Findings;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.function.Function;

/** Requests for certificates. */
public final class CertificateRules {
    private static final long SHORTEST = 600;
    private static final int MOST_SIGNER_BYTES = 571;
    private static final int MOST_DOMAIN_BYTES = 253;
    private static final String FORM =
            "must be a fully qualified domain and path of the form 'example.com/signer-name'";
    private static final List<String> USAGES = List.of(
            "any",
            "cert sign",
            "client auth",
            "code signing",
            "content commitment",
            "crl sign",
            "data encipherment",
            "decipher only",
            "digital signature",
            "email protection",
            "encipher only",
            "ipsec end system",
            "ipsec tunnel",
            "ipsec user",
            "key agreement",
            "key encipherment",
            "microsoft sgc",
            "netscape sgc",
            "ocsp signing",
            "s/mime",
            "server auth",
            "signing",
            "timestamping");

    private CertificateRules() {}

    public static void signingRequest(FieldValue object, Findings found) {
        var spec = object.field("spec");
        var request = spec.field("request");
        if (!isRequest(request)) found.invalidJson(request, "PEM block type must be CERTIFICATE REQUEST");
        var usages = spec.field("usages");
        if (usages.isEmpty()) found.required(usages);
        var seen = new HashSet<String>();
        for (var usage : usages.items()) {
            if (!USAGES.contains(usage.text())) found.notSupported(usage, USAGES);
            if (!seen.add(usage.text())) found.duplicate(usage);
        }
        signer(spec.field("signerName"), found);
        var seconds = spec.field("expirationSeconds");
        if (seconds.isGiven() && seconds.number() < SHORTEST) {
            found.invalidNumber(seconds, "may not specify a duration less than 600 seconds (10 minutes)");
        }
    }

    private static boolean isRequest(FieldValue request) {
        if (request.isEmpty()) return false;
        try {
            var text = new String(Base64.getMimeDecoder().decode(request.text()), StandardCharsets.ISO_8859_1);
            return text.contains("-----BEGIN CERTIFICATE REQUEST-----");
        } catch (IllegalArgumentException _) {
            return false;
        }
    }

    public static void signer(FieldValue at, Findings found) {
        if (at.isEmpty()) {
            found.required(at);
            return;
        }
        var parts = at.text().split("/", 4);
        if (parts.length != 2) {
            found.invalid(at, FORM);
            return;
        }
        segments(at, parts[0], DnsSyntax::label, found);
        if (!parts[0].contains(".")) {
            found.invalidShown(
                    at, FieldError.quoted(parts[0]), "should be a domain with at least two segments separated by dots");
        }
        segments(at, parts[1], DnsSyntax::subdomain, found);
        if (parts[0].length() > MOST_DOMAIN_BYTES) found.tooLong(at, MOST_DOMAIN_BYTES);
        if (at.text().length() > MOST_SIGNER_BYTES) found.tooLong(at, MOST_SIGNER_BYTES);
    }

    /** What is wrong with the parts between the dots; messages show all of it. */
    private static void segments(FieldValue at, String dotted, Function<String, List<String>> syntax, Findings found) {
        for (var segment : dotted.split("\\.", -1)) {
            for (var problem : syntax.apply(segment)) {
                found.invalidShown(at, FieldError.quoted(dotted), "validating label \"" + segment + "\": " + problem);
            }
        }
    }
}
