package dev.plimsoll.apiserver;

import dev.plimsoll.apiserver.admission.Plugins;
import dev.plimsoll.apiserver.audit.AuditLog;
import dev.plimsoll.apiserver.capacity.CapacityGuard;
import dev.plimsoll.apiserver.capacity.NodeLoads;
import dev.plimsoll.apiserver.definitions.Definitions;
import dev.plimsoll.apiserver.documents.Decoder;
import dev.plimsoll.apiserver.documents.Meta;
import dev.plimsoll.apiserver.http.Api;
import dev.plimsoll.apiserver.http.HttpServer;
import dev.plimsoll.apiserver.http.Pages;
import dev.plimsoll.apiserver.http.RequestObserver;
import dev.plimsoll.apiserver.http.Resources;
import dev.plimsoll.apiserver.identity.Authentication;
import dev.plimsoll.apiserver.identity.Authorization;
import dev.plimsoll.apiserver.identity.NodeAuthorizer;
import dev.plimsoll.apiserver.identity.RoleBook;
import dev.plimsoll.apiserver.identity.ServiceAccountTokens;
import dev.plimsoll.apiserver.inprocess.InProcessTransport;
import dev.plimsoll.apiserver.kinds.Kinds;
import dev.plimsoll.apiserver.metrics.ServerMetrics;
import dev.plimsoll.apiserver.nodes.NodeConnections;
import dev.plimsoll.apiserver.nodes.PodLogs;
import dev.plimsoll.apiserver.quota.QuotaLedger;
import dev.plimsoll.apiserver.quota.QuotaStatus;
import dev.plimsoll.apiserver.quota.QuotaUsage;
import dev.plimsoll.apiserver.quota.Recalculation;
import dev.plimsoll.apiserver.storage.Compactor;
import dev.plimsoll.apiserver.storage.EventSweeper;
import dev.plimsoll.apiserver.storage.Registry;
import dev.plimsoll.apiserver.strategy.Strategies;
import dev.plimsoll.apiserver.tls.Pki;
import dev.plimsoll.apiserver.verbs.Binding;
import dev.plimsoll.apiserver.verbs.Changing;
import dev.plimsoll.apiserver.verbs.Creating;
import dev.plimsoll.apiserver.verbs.Deleting;
import dev.plimsoll.apiserver.verbs.Engine;
import dev.plimsoll.apiserver.verbs.Evicting;
import dev.plimsoll.apiserver.verbs.Names;
import dev.plimsoll.apiserver.verbs.Patching;
import dev.plimsoll.apiserver.verbs.Reading;
import dev.plimsoll.apiserver.verbs.Reviews;
import dev.plimsoll.apiserver.verbs.Scaling;
import dev.plimsoll.apiserver.verbs.Selection;
import dev.plimsoll.apiserver.verbs.Watching;
import dev.plimsoll.apiserver.webhooks.Webhooks;
import dev.plimsoll.client.Transport;
import dev.plimsoll.codec.schema.Schema;
import dev.plimsoll.core.demand.EffectiveDemand;
import dev.plimsoll.store.Store;
import dev.plimsoll.store.StoreException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A running API server on a store, which stays open when the server is closed. */
public final class ApiServer implements AutoCloseable {
    /** As long as upstream keeps history. */
    private static final Duration COMPACTION_INTERVAL = Duration.ofMinutes(5);

    private final Registry registry;
    private final QuotaStatus quotaStatus;
    private final Definitions definitions;
    private final Compactor compactor;
    private final Webhooks webhooks;
    private final NodeConnections nodes;
    private final EventSweeper events;
    private final @Nullable AuditLog audit;
    private final Api api;
    private final HttpServer http;
    private final Pki pki;
    private final boolean plain;
    private final String host;

    private ApiServer(
            Registry registry,
            QuotaStatus quotaStatus,
            Definitions definitions,
            Compactor compactor,
            Webhooks webhooks,
            NodeConnections nodes,
            EventSweeper events,
            @Nullable AuditLog audit,
            Api api,
            HttpServer http,
            Pki pki,
            Settings settings) {
        this.registry = registry;
        this.quotaStatus = quotaStatus;
        this.definitions = definitions;
        this.compactor = compactor;
        this.webhooks = webhooks;
        this.nodes = nodes;
        this.events = events;
        this.audit = audit;
        this.api = api;
        this.http = http;
        this.pki = pki;
        this.plain = settings.plain();
        this.host = settings.host();
    }

    /**
     * Wires everything together and listens.
     *
     * @param defects told of every exception that is our mistake
     */
    public static ApiServer start(Store store, Pki pki, Settings settings, Consumer<Throwable> defects) {
        var kinds = Kinds.bundled();
        var schema = Schema.bundled();
        var clock = settings.clock();
        var metrics = new ServerMetrics();
        var metered = metrics.metered(store);
        var registry = new Registry(metered, Selection::fieldsOf);
        metrics.show(registry, kinds);
        var strategies = new Strategies(kinds, schema, settings.gates(), clock);
        var demand = EffectiveDemand.under(settings.gates(), EffectiveDemand.StatusOverhead.INCLUDED);
        var loads = new NodeLoads(demand);
        registry.observe(kinds.named("", "Pod"), loads);
        registry.onWrite(loads);
        var authorization =
                new Authorization(new RoleBook(registry, kinds), new NodeAuthorizer(registry, kinds, loads));
        var decoder = new Decoder(strategies);
        var ledger = new QuotaLedger(settings.uids().get(), clock);
        var quotaUsage = new QuotaUsage(settings.gates(), clock);
        var webhooks = new Webhooks(registry, kinds, decoder, settings.uids(), metrics.webhooks());
        var engine = new Engine(
                kinds,
                strategies,
                decoder,
                registry,
                Plugins.chain(registry, kinds, settings.gates(), clock, authorization, webhooks, ledger, quotaUsage),
                clock,
                settings.uids(),
                new Names(settings.random()));
        var guard = new CapacityGuard(registry, kinds, demand, loads);
        new FirstObjects(engine).ensure();

        var accounts = kinds.named("", "ServiceAccount");
        var own = pki.authority().own();
        var tokens = new ServiceAccountTokens(
                own.key(),
                own.certificate().getPublicKey(),
                clock,
                (namespace, name) -> registry.find(accounts, namespace, name)
                        .map(account -> Meta.of(account.tree()).uid()));
        var authentication = new Authentication(settings.tokens(), tokens);

        var nodes = NodeConnections.of(pki, settings.extras().kubeletAuthorities());
        var creating = new Creating(engine);
        var changing = new Changing(engine, guard, creating);
        var deleting = new Deleting(engine);
        var definitions = new Definitions(registry, kinds, deleting, clock, defects);
        var verbs = new Resources.Verbs(
                new Reading(registry),
                new Watching(registry, settings.random(), metrics::watchEvents),
                creating,
                changing,
                new Patching(engine, creating, changing),
                deleting,
                new Binding(engine, guard),
                new Evicting(engine, deleting),
                new Scaling(engine, changing),
                new Reviews(authentication, authorization, tokens),
                new PodLogs(registry, kinds, nodes));
        var audit = settings.audit().map(file -> new AuditLog(file, clock, settings.uids(), defects));
        audit.ifPresent(log -> metrics.showAuditDrops(log::dropped));
        var observers = new ArrayList<RequestObserver>();
        observers.add(metrics.requests());
        audit.ifPresent(observers::add);
        var api = new Api(
                kinds,
                definitions,
                authentication,
                authorization,
                new Pages(kinds, definitions::refresh, schema, () -> answers(store), metrics),
                new Resources(clock, verbs),
                defects,
                metrics,
                observers,
                settings.limits());
        var recalculation = new Recalculation(registry, kinds, quotaUsage, ledger);
        var quotaStatus = new QuotaStatus(registry, kinds, recalculation, defects);
        ledger.whenSettled(quotaStatus::freed);
        var eventKinds = List.of(kinds.named("", "Event"));
        var events =
                EventSweeper.started(registry, eventKinds, settings.extras().eventTtl(), defects);
        var compactor = Compactor.started(store, COMPACTION_INTERVAL, defects);
        return new ApiServer(
                registry,
                quotaStatus,
                definitions,
                compactor,
                webhooks,
                nodes,
                events,
                audit.orElse(null),
                api,
                listen(api, pki, settings),
                pki,
                settings);
    }

    private static HttpServer listen(Api api, Pki pki, Settings settings) {
        if (settings.plain()) return HttpServer.plain(settings.host(), settings.port(), settings.limits(), api);
        var tls = pki.server().context(pki.authority().trustManagers());
        return HttpServer.secure(settings.host(), settings.port(), settings.limits(), tls, api);
    }

    private static boolean answers(Store store) {
        try {
            return store.revision() > 0;
        } catch (StoreException _) {
            return false;
        }
    }

    public int port() {
        return http.port();
    }

    public String url() {
        return (plain ? "http" : "https") + "://" + host + ":" + port();
    }

    /** A kubeconfig for somebody who has a token. */
    public String kubeconfig(String user, String token) {
        return Kubeconfig.withToken(url(), plain ? null : pki.authority().certificate(), user, token);
    }

    /** A way to the server for clients in this process that have a token. */
    public Transport transport(String token) {
        return new InProcessTransport(api, token);
    }

    public Pki pki() {
        return pki;
    }

    @Override
    public void close() {
        compactor.close();
        events.close();
        quotaStatus.close();
        definitions.close();
        registry.close();
        http.close();
        webhooks.close();
        nodes.close();
        if (audit != null) audit.close();
    }
}
