package dev.plimsoll.integration;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.core.certificates.RequestedIdentity;
import dev.plimsoll.core.certificates.Validity;
import dev.plimsoll.fakes.client.Observed;
import dev.plimsoll.objects.access.PodCertificateRequestObject;
import dev.plimsoll.objects.access.PodCertificateRequestObject.IssuedChain;
import dev.plimsoll.tls.CertificateIssuer;
import dev.plimsoll.tls.CertificateRequest;
import dev.plimsoll.tls.Pem;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Somebody in the cluster who signs certificates of pods: names the pod by a URI, and is asked about the rest by annotations. */
final class PodCertificateSigner implements AutoCloseable {
    static final String NAME = "example.com/pods";
    static final String PATH = "example.com/path";
    static final String DENY = "example.com/deny";
    /** Certificates whose renewal is due at once. */
    static final String OLD = "example.com/old";

    /** Volumes are looked at once a minute. */
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final ApiClient client;
    private final Observed requests;
    private final CertificateIssuer issuer;
    final Queue<String> problems = new ConcurrentLinkedQueue<>();

    PodCertificateSigner(ApiClient client) throws GeneralSecurityException {
        this.client = client;
        var keys = CertificateIssuer.newKeys();
        var subject = CertificateIssuer.subject("pods", List.of());
        var isAuthority = CertificateIssuer.extension("2.5.29.19", true, new byte[] {0x30, 3, 1, 1, (byte) 0xff});
        var now = Instant.now();
        var certificate = CertificateIssuer.signed(
                subject,
                subject,
                keys.getPublic(),
                List.of(isAuthority),
                new Validity(now.minus(Duration.ofDays(1)), now.plus(Duration.ofDays(365))),
                keys.getPrivate());
        this.issuer = new CertificateIssuer(certificate, keys.getPrivate());
        this.requests = new Observed(client, PodCertificateRequestObject.KIND.resource(), PATIENCE);
        requests.follow(document -> Thread.ofVirtual().start(() -> answer(document)));
    }

    String authority() {
        return Pem.of(issuer.certificate());
    }

    Observed requests() {
        return requests;
    }

    private void answer(ObjectNode document) {
        var request = new PodCertificateRequestObject(document);
        if (!request.signerName().equals(NAME)
                || request.isIssued()
                || !request.refusal().isEmpty()) return;
        try {
            var answered = request.userAnnotations().containsKey(DENY)
                    ? request.denied("NotToday", "ask tomorrow", Instant.now())
                    : request.issued(issued(request), Instant.now());
            var problem = client.update(
                            PodCertificateRequestObject.KIND.resource().sub("status"), answered)
                    .problem();
            if (!problem.isEmpty()) problems.add(problem);
        } catch (GeneralSecurityException e) {
            problems.add(e.toString());
        }
    }

    private IssuedChain issued(PodCertificateRequestObject request) throws GeneralSecurityException {
        var sent = CertificateRequest.read(request.stub());
        var path = request.userAnnotations()
                .getOrDefault(PATH, "/pod/" + request.holder().pod().name());
        var identity = new RequestedIdentity(
                "", List.of(), List.of(), List.of(), List.of(), List.of("spiffe://example.com" + path));
        var age = request.userAnnotations().containsKey(OLD) ? Duration.ofMinutes(40) : Duration.ZERO;
        var from = Instant.now().truncatedTo(ChronoUnit.SECONDS).minus(age);
        var until = from.plus(request.maxExpiration());
        var certificate = issuer.sign(
                new CertificateRequest(sent.subject(), identity, sent.key()),
                List.of("digital signature", "client auth", "server auth"),
                new Validity(from, until));
        return new IssuedChain(Pem.of(certificate), from, from.plus(Duration.ofMinutes(30)), until);
    }

    @Override
    public void close() {
        requests.close();
    }
}
