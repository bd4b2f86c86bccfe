package dev.plimsoll.nodeagent.payload;

import dev.plimsoll.client.ApiClient;
import dev.plimsoll.cri.CriReply;
import dev.plimsoll.objects.access.PodCertificateRequestObject;
import dev.plimsoll.objects.pod.PodObject;
import dev.plimsoll.objects.pod.spec.ProjectedSource;
import dev.plimsoll.tls.Pem;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Certificates of pods, each with a key of its own: asked for once, and again when the signer says that it is time. Keys are in memory only,
 * so that an agent that starts again asks again.
 */
final class PodCertificates {
    /** Pods that begin together do not renew together. */
    private static final Duration SPREAD = Duration.ofMinutes(5);

    private static final Duration RETRY = Duration.ofMinutes(1);
    /** Volumes of pods that run are looked at every minute. */
    private static final Duration FORGOTTEN = Duration.ofMinutes(15);

    private final Map<Wanted, Certificate> certificates = new ConcurrentHashMap<>();
    private final PodCertificateRequester requester;
    private final InstantSource clock;

    PodCertificates(ApiClient client, InstantSource clock) {
        this.requester = new PodCertificateRequester(client);
        this.clock = clock;
    }

    /** A source of a volume of a pod: it has its own certificate, though another may ask for the same. */
    record Wanted(String podUid, String volume, int source) {}

    /** The files of a source, by path; as long as there is no certificate, why. */
    CriReply<Map<String, String>> files(PodObject pod, Wanted wanted, ProjectedSource.PodCertificate asked) {
        var now = clock.instant();
        var certificate = certificates.get(wanted);
        if (certificate == null) {
            // Those of pods that are gone.
            certificates.values().removeIf(each -> each.isForgotten(now));
            certificate = certificates.computeIfAbsent(wanted, _ -> new Certificate(now));
        }
        return certificate.credential(pod, asked).map(credential -> credential.files(asked));
    }

    /** A key with what was issued for it. */
    private record Credential(String key, String chain, Instant refreshAt, Instant notAfter) {
        Map<String, String> files(ProjectedSource.PodCertificate asked) {
            var files = new TreeMap<String, String>();
            put(files, asked.credentialBundlePath(), key + chain);
            put(files, asked.keyPath(), key);
            put(files, asked.certificateChainPath(), chain);
            return files;
        }

        private static void put(Map<String, String> files, String path, String content) {
            if (!path.isEmpty()) files.put(path, content);
        }
    }

    /** One certificate over time: the one that is good, and the request for the next. */
    private final class Certificate {
        private volatile Instant used;
        private @Nullable Credential good;
        private PodCertificateRequester.@Nullable Sent pending;
        private Instant nextRequest = Instant.MIN;
        private String problem = "";

        Certificate(Instant now) {
            this.used = now;
        }

        boolean isForgotten(Instant now) {
            return used.plus(FORGOTTEN).isBefore(now);
        }

        synchronized CriReply<Credential> credential(PodObject pod, ProjectedSource.PodCertificate asked) {
            var now = clock.instant();
            used = now;
            if (pending == null && isWanted(now)) send(pod, asked, now);
            if (pending != null) look(pod, now);
            if (good != null && now.isBefore(good.notAfter())) return new CriReply.Ok<>(good);
            return new CriReply.Failed<>(
                    CriReply.Code.UNAVAILABLE,
                    problem.isEmpty()
                            ? "certificate of signer \"" + asked.signerName() + "\" has not been issued yet"
                            : problem);
        }

        /** A signer that has refused the first certificate of a pod will not give it another. */
        private boolean isWanted(Instant now) {
            if (now.isBefore(nextRequest)) return false;
            return good == null || !now.isBefore(good.refreshAt());
        }

        private void send(PodObject pod, ProjectedSource.PodCertificate asked, Instant now) {
            switch (requester.send(pod, asked)) {
                case CriReply.Ok<PodCertificateRequester.Sent>(var sent) -> {
                    pending = sent;
                    problem = "";
                }
                case CriReply.Failed<PodCertificateRequester.Sent>(var _, var why) -> {
                    problem = why;
                    // A pod that waits for its first one is tried again anyway, and not often.
                    if (good != null) nextRequest = now.plus(RETRY);
                }
            }
        }

        private void look(PodObject pod, Instant now) {
            var sent = pending;
            if (sent == null) return;
            // Nobody waits while there is one that is good.
            var isGood = good != null && now.isBefore(good.notAfter());
            switch (isGood ? requester.look(sent) : requester.await(sent)) {
                case CriReply.Ok<PodCertificateRequestObject>(var request) -> answered(pod, sent, request, now);
                case CriReply.Failed<PodCertificateRequestObject>(var code, var why) -> {
                    problem = why;
                    if (code == CriReply.Code.NOT_FOUND) pending = null; // nobody answered it in time
                }
            }
        }

        private void answered(
                PodObject pod, PodCertificateRequester.Sent sent, PodCertificateRequestObject request, Instant now) {
            if (!request.refusal().isEmpty()) {
                pending = null;
                problem = "request \"" + sent.name().name() + "\" for a certificate of signer \"" + request.signerName()
                        + "\" was refused: " + request.refusal();
                nextRequest = good == null ? Instant.MAX : now.plus(RETRY);
                return;
            }
            if (!request.isIssued()) return;
            var until = request.notAfter().orElse(now);
            var refresh = request.beginRefreshAt().orElse(until).plus(spread(pod));
            good = new Credential(
                    Pem.of(sent.key()), request.certificateChain(), refresh.isBefore(until) ? refresh : until, until);
            pending = null;
            problem = "";
        }

        private static Duration spread(PodObject pod) {
            return Duration.ofSeconds(Math.floorMod(pod.uid().hashCode(), SPREAD.toSeconds()));
        }
    }
}
