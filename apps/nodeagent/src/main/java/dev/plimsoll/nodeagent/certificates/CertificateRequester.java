package dev.plimsoll.nodeagent.certificates;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.ObjectSelection;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.WatchEvent;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.core.certificates.RequestedIdentity;
import dev.plimsoll.core.certificates.Signer;
import dev.plimsoll.objects.access.CertificateSigningRequestObject;
import dev.plimsoll.tls.CertificateIssuer;
import dev.plimsoll.tls.CertificateRequest;
import dev.plimsoll.tls.HeldCertificate;
import dev.plimsoll.tls.Pem;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Asks for one certificate: sends a request for a new key and waits until somebody has approved and signed it. */
final class CertificateRequester {
    private static final ApiResource REQUESTS = CertificateSigningRequestObject.KIND.resource();
    private static final Duration LONGEST_WATCH = Duration.ofMinutes(1);
    private static final Duration LONGEST_WAIT = Duration.ofMinutes(15);

    private final Time time;

    CertificateRequester(Time time) {
        this.time = time;
    }

    /** How it ended. */
    sealed interface Outcome {
        record Issued(HeldCertificate certificate) implements Outcome {}

        /** There is none; a new request may have another fate. */
        record Refused(String why) implements Outcome {}
    }

    Outcome request(ApiClient client, Signer signer, RequestedIdentity identity, List<String> usages)
            throws InterruptedException {
        try {
            var keys = CertificateIssuer.newKeys();
            var document = CertificateSigningRequestObject.of(
                    "csr-", signer.signerName(), CertificateRequest.create(keys, identity), usages);
            return switch (client.create(REQUESTS, document)) {
                case RequestResult.Done<ObjectNode>(var made) ->
                    answered(client, new CertificateSigningRequestObject(made), keys.getPrivate());
                case RequestResult<ObjectNode> failed -> new Outcome.Refused(failed.problem());
            };
        } catch (GeneralSecurityException e) {
            return new Outcome.Refused("no request could be made: " + e.getMessage());
        }
    }

    private Outcome answered(ApiClient client, CertificateSigningRequestObject made, PrivateKey key)
            throws InterruptedException {
        var deadline = time.instant().plus(LONGEST_WAIT);
        var name = made.name();
        while (time.instant().isBefore(deadline)) {
            if (Thread.interrupted()) throw new InterruptedException();
            switch (client.get(REQUESTS, name)) {
                case RequestResult.Done<ObjectNode>(var document) -> {
                    var seen = watched(client, new CertificateSigningRequestObject(document), name);
                    var ended = ended(seen, key);
                    if (ended.isPresent()) return ended.get();
                }
                case RequestResult.NotFound<ObjectNode> _ -> {
                    return new Outcome.Refused("request " + name.name() + " was deleted");
                }
                case RequestResult<ObjectNode> _ -> time.sleep(Duration.ofSeconds(1)); // the server may come back
            }
        }
        return new Outcome.Refused("request " + name.name() + " was not approved and signed within "
                + LONGEST_WAIT.toMinutes() + " minutes");
    }

    /** Until it is answered, or the watch ends. */
    private static CertificateSigningRequestObject watched(
            ApiClient client, CertificateSigningRequestObject first, ObjectName name) {
        if (isAnswered(first)) return first;
        var selection = ObjectSelection.ALL.withFields("metadata.name=" + name.name());
        var opened = client.watch(REQUESTS, selection, first.metadata().version(), LONGEST_WATCH)
                .done();
        if (opened.isEmpty()) return first;
        try (var events = opened.get()) {
            for (var event = events.next(); event.isPresent(); event = events.next()) {
                if (!(event.get() instanceof WatchEvent.Modified(var document))) continue;
                var request = new CertificateSigningRequestObject(document);
                if (isAnswered(request)) return request;
            }
        } catch (IOException _) {
            return first; // it is read again
        }
        return first;
    }

    private static boolean isAnswered(CertificateSigningRequestObject request) {
        return !request.certificate().isEmpty() || !request.refusal().isEmpty();
    }

    private static Optional<Outcome> ended(CertificateSigningRequestObject request, PrivateKey key) {
        if (!request.refusal().isEmpty()) return Optional.of(new Outcome.Refused(request.refusal()));
        if (request.certificate().isEmpty()) return Optional.empty();
        try {
            return Optional.of(new Outcome.Issued(new HeldCertificate(key, Pem.certificates(request.certificate()))));
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            return Optional.of(new Outcome.Refused("its signer wrote no certificate: " + e.getMessage()));
        }
    }
}
