package dev.plimsoll.autoscaler.admission;

import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.pace.ComponentThreads;
import dev.plimsoll.client.pace.Time;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The webhook as a program: it listens, makes itself known, and says every ten seconds that it is there. */
public final class AdmissionController implements AutoCloseable {
    private static final Duration RENEWAL = Duration.ofSeconds(10);

    private final WebhookRegistration registration;
    private final AdmissionSettings settings;
    private final AdmissionReviews reviews;
    private final Time time;
    private final WebhookListener listener;
    private WebhookListener.@Nullable Listening server;
    private @Nullable Thread renewing;

    /** Over HTTPS. */
    public AdmissionController(ApiClient client, AdmissionSettings settings, AdmissionReviews reviews, Time time) {
        this(client, settings, reviews, WebhookListener.HTTPS, time);
    }

    public AdmissionController(
            ApiClient client,
            AdmissionSettings settings,
            AdmissionReviews reviews,
            WebhookListener listener,
            Time time) {
        this.listener = listener;
        this.registration = new WebhookRegistration(client, settings);
        this.settings = settings;
        this.reviews = reviews;
        this.time = time;
    }

    /** Listens and is registered when this returns, unless the API server did not answer; then that is tried again. */
    public void start() throws IOException {
        var listening = listener.listen(settings, reviews::answer);
        server = listening;
        var registered = registration.register(listening.port());
        registration.renew(time.instant());
        renewing = ComponentThreads.named("autoscaler-admission").start(() -> renew(listening.port(), registered));
    }

    public int port() {
        return server == null ? settings.address().getPort() : server.port();
    }

    private void renew(int port, boolean wasRegistered) {
        var registered = wasRegistered;
        try {
            while (true) {
                time.sleep(RENEWAL);
                if (settings.tls().refresh()) registered = false;
                if (!registered) registered = registration.register(port);
                registration.renew(time.instant());
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // closing
        }
    }

    @Override
    public void close() {
        if (renewing != null) renewing.interrupt();
        if (server != null) server.close();
    }
}
