package dev.plimsoll.nodeagent.certificates;

import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.pace.Backoff;
import dev.plimsoll.client.pace.ComponentThreads;
import dev.plimsoll.core.certificates.RequestedIdentity;
import dev.plimsoll.core.certificates.Signer;
import dev.plimsoll.runtime.ProgramContext;
import dev.plimsoll.tls.HeldCertificate;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Keeps one certificate of a node good: asks for a new one when 70 to 90 % of its life are over, or at once where there is none. A new
 * certificate is on the disk before anybody uses it.
 */
public final class CertificateRotation implements Runnable, AutoCloseable {
    /** The clock of the machine may be set. */
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);

    private static final Duration FIRST_RETRY = Duration.ofSeconds(2);
    private static final Duration LAST_RETRY = Duration.ofMinutes(5);

    private final Wanted wanted;
    private final ApiClient client;
    private final CertificateFile file;
    private final Listener listener;
    private final ProgramContext context;
    private final CertificateRequester requester;
    private final Semaphore wake = new Semaphore(0);
    private final Runnable unfollow;
    private final Thread thread;

    /** Which certificate. */
    public record Wanted(Signer signer, RequestedIdentity identity, List<String> usages) {
        public Wanted {
            usages = List.copyOf(usages);
        }

        /** With which a node asks the API. */
        public static Wanted client(String node) {
            return new Wanted(
                    Signer.KUBE_APISERVER_CLIENT_KUBELET, identity(node), List.of("digital signature", "client auth"));
        }

        /** With which a node answers at its name and addresses. */
        public static Wanted serving(String node, List<String> dnsNames, List<String> addresses) {
            return new Wanted(
                    Signer.KUBELET_SERVING,
                    identity(node).reachedAt(dnsNames, addresses),
                    List.of("digital signature", "server auth"));
        }

        private static RequestedIdentity identity(String node) {
            return RequestedIdentity.of(Signer.NODE_PREFIX + node, List.of(Signer.NODES));
        }
    }

    /** Uses the certificate from now on. */
    public interface Listener {
        void use(HeldCertificate certificate) throws IOException;
    }

    private CertificateRotation(
            Wanted wanted, ApiClient client, CertificateFile file, Listener listener, ProgramContext context) {
        this.wanted = wanted;
        this.client = client;
        this.file = file;
        this.listener = listener;
        this.context = context;
        this.requester = new CertificateRequester(context.time());
        this.unfollow = context.time().whenMoved(wake::release);
        this.thread =
                ComponentThreads.named("rotate-" + wanted.signer().signerName()).unstarted(this);
    }

    /**
     * Begins. The listener is told of each new certificate; the one in the file it has already.
     */
    public static CertificateRotation start(
            Wanted wanted, ApiClient client, CertificateFile file, Listener listener, ProgramContext context) {
        var rotation = new CertificateRotation(wanted, client, file, listener, context);
        rotation.thread.start();
        return rotation;
    }

    @Override
    public void run() {
        var backoff = new Backoff(FIRST_RETRY, LAST_RETRY, context.random());
        try {
            while (true) {
                awaitRenewal(file.read().orElse(null));
                switch (requester.request(client, wanted.signer(), wanted.identity(), wanted.usages())) {
                    case CertificateRequester.Outcome.Issued(var certificate) -> {
                        file.write(certificate);
                        listener.use(certificate);
                        backoff.success();
                    }
                    case CertificateRequester.Outcome.Refused(var why) -> {
                        context.reporter()
                                .tell("certificate of " + wanted.signer().signerName() + ": " + why);
                        pause(backoff.failure());
                    }
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // the node ends
        } catch (IOException e) {
            context.reporter()
                    .tell("certificate of " + wanted.signer().signerName()
                            + " is not renewed any more until the node starts again: " + e.getMessage());
        }
    }

    private void awaitRenewal(@Nullable HeldCertificate heldOrNull) throws InterruptedException {
        if (heldOrNull == null) return;
        awaitUntil(heldOrNull.validity().renewAt(context.random().nextDouble()));
    }

    private void awaitUntil(Instant moment) throws InterruptedException {
        for (var left = left(moment); left.isPositive(); left = left(moment)) pause(left);
    }

    private Duration left(Instant moment) {
        return Duration.between(context.time().instant(), moment);
    }

    private void pause(Duration left) throws InterruptedException {
        var pause = left.compareTo(LONGEST_PAUSE) < 0 ? left : LONGEST_PAUSE;
        if (wake.tryAcquire(pause.toMillis() + 1, TimeUnit.MILLISECONDS)) wake.drainPermits();
    }

    @Override
    public void close() {
        unfollow.run();
        thread.interrupt();
    }
}
