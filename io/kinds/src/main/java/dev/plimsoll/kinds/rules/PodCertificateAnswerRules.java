package dev.plimsoll.kinds.rules;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.core.validation.FieldError;
import dev.plimsoll.kinds.rules.field.FieldValue;
import dev.plimsoll.kinds.rules.field.Findings;
import dev.plimsoll.objects.access.PodCertificateRequestObject;
import dev.plimsoll.tls.CertificateRequest;
import dev.plimsoll.tls.IssuedCertificate;
import dev.plimsoll.tls.Pem;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What a signer may write into a request for a certificate of a pod: one answer, once, and with a certificate that fits the request. */
public final class PodCertificateAnswerRules {
    private static final List<String> ANSWERS = List.of("Issued", "Denied", "Failed");
    private static final List<String> PARTS = List.of("certificateChain", "notBefore", "beginRefreshAt", "notAfter");
    /** Of the life of a certificate, before and after its renewal begins. */
    private static final Duration NEEDED = Duration.ofMinutes(10);

    private PodCertificateAnswerRules() {}

    /** What is wrong with a change of the status. */
    public static List<FieldError> check(ObjectNode stored, ObjectNode sent) {
        var found = new Findings();
        var status = FieldValue.of(sent).field("status");
        var before = FieldValue.of(stored).field("status");
        if (!before.field("conditions").items().isEmpty()) {
            if (!before.node().equals(status.node()))
                found.invalidShown(status, "{}", "immutable after PodCertificateRequest is issued, denied, or failed");
            return found.toList();
        }
        var conditions = status.field("conditions").items();
        for (var condition : conditions) {
            found.oneOf(condition.field("type"), ANSWERS);
            found.oneOf(condition.field("status"), List.of("True"));
        }
        if (conditions.size() > 1) found.tooMany(status.field("conditions"), 1);
        var isIssued =
                conditions.stream().anyMatch(each -> each.field("type").text().equals(ANSWERS.getFirst()));
        for (var part : PARTS) {
            var at = status.field(part);
            if (isIssued && at.isEmpty()) found.required(at, "must be set when the request is issued");
            if (!isIssued && !at.isEmpty()) found.forbidden(at, "may be set only when the request is issued");
        }
        if (isIssued && found.isEmpty()) issued(new PodCertificateRequestObject(sent), status, found);
        return found.toList();
    }

    private static void issued(PodCertificateRequestObject request, FieldValue status, Findings found) {
        var chain = status.field("certificateChain");
        var certificate = certificate(request, chain, found);
        if (certificate.isEmpty()) return;
        same(status.field("notBefore"), request.notBefore(), certificate.get().notBefore(), found);
        same(status.field("notAfter"), request.notAfter(), certificate.get().notAfter(), found);
        if (!found.isEmpty()) return;
        var from = request.notBefore().orElseThrow();
        var until = request.notAfter().orElseThrow();
        var life = Duration.between(from, until);
        if (life.compareTo(request.maxExpiration()) > 0)
            found.invalidShown(
                    chain,
                    "\"...\"",
                    "leaf certificate lifetime must be <= spec.maxExpirationSeconds ("
                            + request.maxExpiration().toSeconds() + ")");
        if (life.toSeconds() < PodCertificateRules.SHORTEST_SECONDS)
            found.invalidShown(chain, "\"...\"", "leaf certificate lifetime must be >= 1 hour");
        refresh(status.field("beginRefreshAt"), request.beginRefreshAt(), from, until, found);
    }

    /** The pod's own certificate, if the chain is one for its key. */
    private static Optional<IssuedCertificate> certificate(
            PodCertificateRequestObject request, FieldValue chain, Findings found) {
        try {
            if (!Pem.isOnlyCertificates(chain.text())) {
                found.invalidShown(chain, "\"...\"", "must be PEM blocks CERTIFICATE and nothing else");
                return Optional.empty();
            }
            var certificates = new ArrayList<IssuedCertificate>();
            for (var block : Pem.blocks(chain.text())) certificates.add(IssuedCertificate.read(block.content()));
            for (var i = 1; i < certificates.size(); i++) {
                certificates.get(i - 1).verify(certificates.get(i).key());
            }
            var leaf = certificates.getFirst();
            if (leaf.key().equals(CertificateRequest.read(request.stub()).key())) return Optional.of(leaf);
            found.invalidShown(chain, "\"...\"", "leaf certificate was not issued to the requested public key");
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            found.invalidShown(
                    chain, "\"...\"", "must be a chain of certificates, each signed by the next: " + e.getMessage());
        }
        return Optional.empty();
    }

    private static void same(FieldValue at, Optional<Instant> said, Instant certified, Findings found) {
        if (said.isEmpty() || !said.get().equals(certified.truncatedTo(ChronoUnit.SECONDS)))
            found.invalid(at, "must be the time that the leaf certificate has");
    }

    private static void refresh(FieldValue at, Optional<Instant> said, Instant from, Instant until, Findings found) {
        if (said.isEmpty() || said.get().isBefore(from.plus(NEEDED)))
            found.invalid(at, "must be at least 10 minutes after status.notBefore");
        else if (said.get().isAfter(until.minus(NEEDED)))
            found.invalid(at, "must be at least 10 minutes before status.notAfter");
    }
}
