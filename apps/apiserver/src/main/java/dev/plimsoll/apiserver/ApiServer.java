package dev.plimsoll.apiserver;

import dev.plimsoll.apiserver.admission.policy.PolicyStatus;
import dev.plimsoll.apiserver.components.ComponentChecks;
import dev.plimsoll.apiserver.request.ApiReply;
import dev.plimsoll.apiserver.request.ApiRequest;
import dev.plimsoll.apiserver.services.AllocationRepair;
import dev.plimsoll.apiserver.storage.Compactor;
import dev.plimsoll.apiserver.storage.EventSweeper;
import dev.plimsoll.apiserver.tls.Pki;
import dev.plimsoll.apiserver.transport.HttpServer;
import dev.plimsoll.apiserver.webhooks.WebhookTransport;
import dev.plimsoll.client.Transport;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.codec.schema.Schema;
import dev.plimsoll.kinds.builtin.Kinds;
import dev.plimsoll.kinds.flowcontrol.FlowControlDocuments;
import dev.plimsoll.objects.access.User;
import dev.plimsoll.runtime.Concurrent;
import dev.plimsoll.store.Store;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A running API server on a store, which stays open when the server is closed. */
public final class ApiServer implements AutoCloseable {
    /** How long requests that are running get when the server ends. Most take milliseconds; a client that holds its body back gets no more. */
    private static final Duration LONGEST_DRAIN = Duration.ofSeconds(5);

    private final ApiServerCore core;
    private final @Nullable PolicyStatus policyStatus;
    private final Compactor compactor;
    private final ApiServiceRegistration registration;
    private final FlowControlRegistration flowObjects;
    private final EventSweeper events;
    private final KubernetesService ownService;
    private final AllocationRepair repair;
    private final HttpServer http;
    private final Pki pki;
    private final boolean plain;
    private final String host;

    private ApiServer(
            ApiServerCore core,
            @Nullable PolicyStatus policyStatus,
            Compactor compactor,
            ApiServiceRegistration registration,
            FlowControlRegistration flowObjects,
            EventSweeper events,
            KubernetesService ownService,
            AllocationRepair repair,
            HttpServer http,
            Pki pki,
            ApiServerSettings settings) {
        this.core = core;
        this.policyStatus = policyStatus;
        this.compactor = compactor;
        this.registration = registration;
        this.flowObjects = flowObjects;
        this.events = events;
        this.ownService = ownService;
        this.repair = repair;
        this.http = http;
        this.pki = pki;
        this.plain = settings.plain();
        this.host = settings.host();
    }

    /** Loads what no setting changes; for a program that has something else to wait for before it can start the server. */
    public static void load() {
        Kinds.bundled();
        Schema.bundled();
    }

    /**
     * Wires everything together and listens.
     *
     * @param defects told of every exception that is our mistake
     */
    public static ApiServer start(Store store, Pki pki, ApiServerSettings settings, Consumer<Throwable> defects) {
        return start(store, pki, settings, defects, UnaryOperator.identity());
    }

    /**
     * The same, with something around what clients ask over the network: to make it go wrong in tests.
     *
     * @param around makes what answers requests from what would answer them
     */
    public static ApiServer start(
            Store store,
            Pki pki,
            ApiServerSettings settings,
            Consumer<Throwable> defects,
            UnaryOperator<Function<ApiRequest, ApiReply>> around) {
        return start(store, pki, settings, defects, around, WebhookTransport.https());
    }

    /** The same, with another way to webhooks. */
    public static ApiServer start(
            Store store,
            Pki pki,
            ApiServerSettings settings,
            Consumer<Throwable> defects,
            UnaryOperator<Function<ApiRequest, ApiReply>> around,
            WebhookTransport webhookTransport) {
        var advertised = AdvertisedAddress.of(settings.host());
        var own = InetAddress.ofLiteral(settings.extras().services().addresses().first());
        // What listens is put together while the objects that every cluster has are written.
        var unstarted = Concurrent.of("http-server", () -> server(pki.reachedAt(List.of(own, advertised)), settings));
        var core = ApiServerCore.start(store, pki, settings, Time.system(), defects, webhookTransport);
        var troubles = TransientErrors.leftOut(defects);
        var engine = core.engine();
        var registry = engine.registry();
        var eventKinds = List.of(engine.kinds().named("", "Event"));
        var events =
                EventSweeper.started(registry, eventKinds, settings.extras().eventTtl(), troubles);
        var policyStatus = settings.extras().checksPolicies()
                ? new PolicyStatus(registry, engine.kinds(), engine.strategies(), troubles)
                : null;
        var compactor = Compactor.started(store, settings.extras().compactionInterval(), troubles);
        var registration = new ApiServiceRegistration(
                engine,
                core.bootstrap(),
                new RequestHeaderConfig(engine, core.bootstrap(), pki),
                core.definitions()::refresh,
                troubles);
        registration.start();
        var flowObjects = new FlowControlRegistration(
                engine,
                core.bootstrap(),
                FlowControlDocuments.bundled(),
                core.statusApply("flowcontrol.apiserver.k8s.io", "FlowSchema", FlowControlRegistration.MANAGER),
                troubles);
        flowObjects.start();
        core.aggregated().start();
        HttpServer http;
        try {
            http = unstarted.get().listen(settings.host(), settings.port(), around.apply(core.api()));
        } catch (RuntimeException | Error e) {
            // Such as a port that is taken: nothing goes on behind a server that is not there.
            registration.close();
            flowObjects.close();
            if (policyStatus != null) policyStatus.close();
            compactor.close();
            events.close();
            core.closeCaches();
            core.close();
            throw e;
        }
        core.metrics().show(http, registry);
        var ownService =
                KubernetesService.started(engine, core.bootstrap(), advertised, http.port(), Time.system(), troubles);
        var repair = AllocationRepair.started(registry, engine.services(), settings.clock(), troubles);
        var server = new ApiServer(
                core,
                policyStatus,
                compactor,
                registration,
                flowObjects,
                events,
                ownService,
                repair,
                http,
                pki,
                settings);
        core.reachedAt(server.url());
        return server;
    }

    private static HttpServer server(Pki pki, ApiServerSettings settings) {
        if (settings.plain()) return HttpServer.plain(settings.limits());
        return HttpServer.secure(settings.limits(), pki.serverContext());
    }

    public int port() {
        return http.port();
    }

    public String url() {
        return (plain ? "http" : "https") + "://" + host + ":" + port();
    }

    /** A kubeconfig for somebody who has a token. */
    public String kubeconfig(String user, String token) {
        return Kubeconfig.withToken(url(), plain ? List.of() : pki.serverAuthorities(), user, token);
    }

    /** A way to the server for clients in this process that have a token. */
    public Transport transport(String token) {
        return core.transport(token);
    }

    /** A way to the server for parts of this process: each is who it is made for, and may what that user may. */
    public Transport transport(User user) {
        return core.transport(user);
    }

    /** How the components of the control plane are; parts of this process say so themselves. */
    public ComponentChecks components() {
        return core.components();
    }

    public Pki pki() {
        return pki;
    }

    /**
     * The first step of an end that nobody notices: {@code /readyz} fails, everything else is answered as before. Load balancers and
     * clients get the time to choose another server before {@link #close}.
     */
    public void beginShutdown() {
        core.api().beginShutdown();
    }

    /** No new connections, watches end in order, running requests are answered; then all the rest ends. */
    @Override
    public void close() {
        beginShutdown();
        ownService.leave();
        http.drain(core.api()::endStreams, LONGEST_DRAIN);
        ownService.close();
        registration.close();
        flowObjects.close();
        repair.close();
        if (policyStatus != null) policyStatus.close();
        compactor.close();
        events.close();
        core.closeCaches();
        http.close();
        core.close();
    }
}
