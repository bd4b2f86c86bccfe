package dev.plimsoll.apiserver;

import dev.plimsoll.apiserver.admission.plugins.Plugins;
import dev.plimsoll.apiserver.admission.pods.ServiceAccountStep;
import dev.plimsoll.apiserver.admission.policy.Policies;
import dev.plimsoll.apiserver.aggregation.Aggregation;
import dev.plimsoll.apiserver.audit.AuditLog;
import dev.plimsoll.apiserver.authentication.Authentication;
import dev.plimsoll.apiserver.authentication.BootstrapTokens;
import dev.plimsoll.apiserver.authentication.BoundObjects;
import dev.plimsoll.apiserver.authentication.ServiceAccountTokens;
import dev.plimsoll.apiserver.authorization.Authorization;
import dev.plimsoll.apiserver.authorization.NodeAuthorizer;
import dev.plimsoll.apiserver.authorization.NodeGraph;
import dev.plimsoll.apiserver.authorization.RoleIndex;
import dev.plimsoll.apiserver.capacity.CapacityGuard;
import dev.plimsoll.apiserver.capacity.NodeLoads;
import dev.plimsoll.apiserver.components.ComponentChecks;
import dev.plimsoll.apiserver.components.ComponentStatuses;
import dev.plimsoll.apiserver.customresources.Definitions;
import dev.plimsoll.apiserver.customresources.conversion.ConversionWebhooks;
import dev.plimsoll.apiserver.decoding.BodyDecoder;
import dev.plimsoll.apiserver.flowcontrol.FlowController;
import dev.plimsoll.apiserver.http.Api;
import dev.plimsoll.apiserver.http.IssuerDiscovery;
import dev.plimsoll.apiserver.http.ResourceRoutes;
import dev.plimsoll.apiserver.http.ServerPages;
import dev.plimsoll.apiserver.http.StoreChecks;
import dev.plimsoll.apiserver.inprocess.InProcessTransport;
import dev.plimsoll.apiserver.inprocess.RecentDocuments;
import dev.plimsoll.apiserver.metrics.ServerMetrics;
import dev.plimsoll.apiserver.nodes.NodeConnections;
import dev.plimsoll.apiserver.nodes.PodLogs;
import dev.plimsoll.apiserver.nodes.PodRelay;
import dev.plimsoll.apiserver.proxy.ConnectAdmission;
import dev.plimsoll.apiserver.proxy.PodStreams;
import dev.plimsoll.apiserver.proxy.ProxyHandler;
import dev.plimsoll.apiserver.quota.QuotaLedger;
import dev.plimsoll.apiserver.quota.QuotaStatus;
import dev.plimsoll.apiserver.quota.QuotaUsage;
import dev.plimsoll.apiserver.quota.Recalculation;
import dev.plimsoll.apiserver.request.RequestObserver;
import dev.plimsoll.apiserver.services.ServiceAllocator;
import dev.plimsoll.apiserver.storage.Registry;
import dev.plimsoll.apiserver.storage.StoredObject;
import dev.plimsoll.apiserver.tls.Pki;
import dev.plimsoll.apiserver.verbs.BindingHandler;
import dev.plimsoll.apiserver.verbs.ClusterRoleAggregation;
import dev.plimsoll.apiserver.verbs.CreateHandler;
import dev.plimsoll.apiserver.verbs.DeleteHandler;
import dev.plimsoll.apiserver.verbs.Engine;
import dev.plimsoll.apiserver.verbs.EvictionHandler;
import dev.plimsoll.apiserver.verbs.GeneratedNames;
import dev.plimsoll.apiserver.verbs.GetHandler;
import dev.plimsoll.apiserver.verbs.ListSelection;
import dev.plimsoll.apiserver.verbs.PatchHandler;
import dev.plimsoll.apiserver.verbs.ReviewHandler;
import dev.plimsoll.apiserver.verbs.ScaleHandler;
import dev.plimsoll.apiserver.verbs.ServerApply;
import dev.plimsoll.apiserver.verbs.StatusOwnership;
import dev.plimsoll.apiserver.verbs.TokenRequests;
import dev.plimsoll.apiserver.verbs.UpdateHandler;
import dev.plimsoll.apiserver.verbs.WatchHandler;
import dev.plimsoll.apiserver.webhooks.WebhookClient;
import dev.plimsoll.apiserver.webhooks.WebhookTransport;
import dev.plimsoll.apiserver.webhooks.Webhooks;
import dev.plimsoll.client.Transport;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.codec.schema.Schema;
import dev.plimsoll.core.demand.EffectiveDemand;
import dev.plimsoll.kinds.builtin.Kinds;
import dev.plimsoll.kinds.builtin.Strategies;
import dev.plimsoll.kinds.documents.ServiceAccountVolume;
import dev.plimsoll.kinds.flowcontrol.FlowControlDocuments;
import dev.plimsoll.objects.access.User;
import dev.plimsoll.store.Store;
import java.util.ArrayList;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The API server behind its port: verbs, admission, quota, registry and watch caches, on a store that stays open when the server is
 * closed. {@link ApiServer} adds the port and what needs one; simulations do without.
 */
public final class ApiServerCore implements AutoCloseable {
    private final Registry registry;
    private final Engine engine;
    private final BootstrapObjects bootstrap;
    private final ServerMetrics metrics;
    private final QuotaStatus quotaStatus;
    private final Definitions definitions;
    private final ClusterRoleAggregation aggregation;
    private final WebhookClient webhooks;
    private final NodeConnections nodes;
    private final ProxyHandler proxies;
    private final Aggregation aggregated;
    private final FlowController flows;
    private final PatchHandler patching;
    private final ComponentChecks components;
    private final @Nullable AuditLog audit;
    private final Api api;
    private final RecentDocuments recentDocuments = new RecentDocuments();
    private final AtomicReference<String> url;

    private ApiServerCore(
            Engine engine,
            BootstrapObjects bootstrap,
            ServerMetrics metrics,
            QuotaStatus quotaStatus,
            Definitions definitions,
            ClusterRoleAggregation aggregation,
            WebhookClient webhooks,
            NodeConnections nodes,
            ProxyHandler proxies,
            Aggregation aggregated,
            FlowController flows,
            PatchHandler patching,
            ComponentChecks components,
            @Nullable AuditLog audit,
            Api api,
            AtomicReference<String> url) {
        this.registry = engine.registry();
        this.engine = engine;
        this.bootstrap = bootstrap;
        this.metrics = metrics;
        this.quotaStatus = quotaStatus;
        this.definitions = definitions;
        this.aggregation = aggregation;
        this.webhooks = webhooks;
        this.nodes = nodes;
        this.proxies = proxies;
        this.aggregated = aggregated;
        this.flows = flows;
        this.patching = patching;
        this.components = components;
        this.audit = audit;
        this.api = api;
        this.url = url;
    }

    /**
     * Wires everything together.
     *
     * @param time by which the server waits for its store
     * @param defects told of every exception that is our mistake
     */
    public static ApiServerCore start(
            Store store, Pki pki, ApiServerSettings settings, Time time, Consumer<Throwable> defects) {
        return start(store, pki, settings, time, defects, WebhookTransport.https());
    }

    /** The same, with another way to webhooks. */
    public static ApiServerCore start(
            Store store,
            Pki pki,
            ApiServerSettings settings,
            Time time,
            Consumer<Throwable> defects,
            WebhookTransport webhookTransport) {
        var troubles = TransientErrors.leftOut(defects);
        var kinds = Kinds.bundled();
        var schema = Schema.bundled();
        var clock = settings.clock();
        var metrics = new ServerMetrics();
        var metered = metrics.metered(store);
        var registry = new Registry(metered, ListSelection::fieldsOf, time);
        metrics.show(registry, kinds);
        metrics.show(settings.gates());
        var strategies = new Strategies(
                schema,
                settings.gates(),
                clock,
                settings.extras().services().addresses().family());
        var demand = EffectiveDemand.under(settings.gates(), EffectiveDemand.StatusOverhead.INCLUDED);
        var loads = new NodeLoads(demand);
        registry.observe(kinds.named("", "Pod"), loads);
        registry.onWrite(loads);
        var owners = new StatusOwnership(strategies, clock);
        var aggregated =
                new Aggregation(registry, kinds, pki, settings.limits().requestTime(), owners, clock, troubles);
        metrics.showUnavailable(aggregated::unavailable);
        var flows = new FlowController(
                registry, kinds, settings.limits(), settings.random(), FlowControlDocuments.bundled());
        metrics.show(flows);
        var graph = new NodeGraph(registry, kinds, loads);
        var authorization = new Authorization(new RoleIndex(registry, kinds), new NodeAuthorizer(graph));
        var decoder = new BodyDecoder(strategies);
        var ledger = new QuotaLedger(settings.uids().get(), clock, time::nanos);
        var quotaUsage = new QuotaUsage(settings.gates(), clock);
        var policies = new Policies(registry, kinds, authorization::decide, strategies, decoder);
        var nodes = NodeConnections.of(pki, settings.extras().kubeletAuthorities());
        var client = new WebhookClient(registry, kinds, webhookTransport, new PodRelay(nodes));
        var webhooks = new Webhooks(
                registry, kinds, authorization::decide, decoder, client, settings.uids(), metrics.webhooks());
        var accountOptions = settings.extras().serviceAccounts();
        var names = new GeneratedNames(settings.random());
        var accounts = new ServiceAccountStep(
                registry, kinds, accountOptions, new ServiceAccountVolume(names::generate), clock, settings.uids());
        var engine = new Engine(
                kinds,
                strategies,
                decoder,
                registry,
                Plugins.chain(
                        registry,
                        kinds,
                        settings.gates(),
                        clock,
                        authorization,
                        policies,
                        webhooks,
                        ledger,
                        quotaUsage,
                        accounts),
                clock,
                settings.uids(),
                names,
                new ServiceAllocator(
                        registry, kinds, settings.extras().services(), clock, settings.random(), settings.uids()));
        var guard = new CapacityGuard(registry, kinds, demand, loads);
        var bootstrap = new BootstrapObjects(engine);
        bootstrap.ensure();

        var lookup = boundObjects(registry, kinds);
        var tokens = new ServiceAccountTokens(pki.accountKeys(), accountOptions, clock, lookup);
        var machines = settings.extras().logins().bootstrapTokens()
                ? new BootstrapTokens(lookup, clock)
                : BootstrapTokens.none();
        var authentication = new Authentication(
                settings.tokens(), tokens, machines, settings.extras().logins().anonymous());

        var proxies = new ProxyHandler(registry, kinds, nodes, settings.random());
        var creating = new CreateHandler(engine);
        var changing = new UpdateHandler(engine, guard, creating);
        var deleting = new DeleteHandler(engine);
        var definitions = new Definitions(
                registry, kinds, deleting, new ConversionWebhooks(client, settings.uids()), clock, troubles);
        var patching = new PatchHandler(engine, creating, changing);
        var aggregation = new ClusterRoleAggregation(registry, kinds, patching, troubles);
        var storeChecks = new StoreChecks(store);
        var components =
                new ComponentChecks(registry, kinds, clock, settings.extras().components(), storeChecks::problem);
        var verbs = new ResourceRoutes.Verbs(
                new GetHandler(registry),
                new WatchHandler(registry, settings.random(), metrics::watchEvents),
                creating,
                changing,
                patching,
                deleting,
                new BindingHandler(engine, guard),
                new EvictionHandler(engine, deleting),
                new ScaleHandler(engine, changing),
                new ReviewHandler(authentication, authorization),
                new TokenRequests(engine, tokens),
                new PodLogs(registry, kinds, nodes),
                new PodStreams(registry, kinds, nodes),
                proxies,
                new ConnectAdmission(engine.admission()),
                new ComponentStatuses(components));
        var audit = settings.audit().map(file -> new AuditLog(file, clock, defects));
        audit.ifPresent(log -> metrics.showAuditDrops(log::dropped));
        var observers = new ArrayList<RequestObserver>();
        observers.add(metrics.requests());
        audit.ifPresent(observers::add);
        // Known when the server listens; nobody asks before.
        var url = new AtomicReference<>("");
        var issuer = new IssuerDiscovery(
                accountOptions.issuers().getFirst(), pki.accountKeys().accepted(), url::get);
        var api = new Api(
                kinds,
                definitions,
                authentication,
                authorization,
                new ServerPages(
                        kinds, aggregated.catalog(), definitions::refresh, schema, storeChecks, metrics, issuer),
                new ResourceRoutes(clock, verbs),
                aggregated.proxy(),
                flows,
                defects,
                metrics,
                observers,
                settings.limits(),
                () -> UUID.randomUUID().toString());
        var recalculation = new Recalculation(registry, kinds, quotaUsage, ledger);
        var quotaStatus = new QuotaStatus(registry, kinds, recalculation, troubles);
        ledger.whenSettled(quotaStatus::freed);
        registry.serve();
        return new ApiServerCore(
                engine,
                bootstrap,
                metrics,
                quotaStatus,
                definitions,
                aggregation,
                client,
                nodes,
                proxies,
                aggregated,
                flows,
                patching,
                components,
                audit.orElse(null),
                api,
                url);
    }

    private static BoundObjects.Lookup boundObjects(Registry registry, Kinds kinds) {
        var accounts = kinds.named("", "ServiceAccount");
        var pods = kinds.named("", "Pod");
        var nodes = kinds.named("", "Node");
        var secrets = kinds.named("", "Secret");
        return (kind, namespace, name) -> registry.find(
                        switch (kind) {
                            case SERVICE_ACCOUNT -> accounts;
                            case POD -> pods;
                            case NODE -> nodes;
                            case SECRET -> secrets;
                        },
                        namespace,
                        name)
                .map(StoredObject::tree);
    }

    Api api() {
        return api;
    }

    Engine engine() {
        return engine;
    }

    BootstrapObjects bootstrap() {
        return bootstrap;
    }

    Definitions definitions() {
        return definitions;
    }

    Aggregation aggregated() {
        return aggregated;
    }

    /** Applies statuses of a kind as one of the server's own managers of fields. */
    ServerApply statusApply(String group, String kind, String manager) {
        return new ServerApply(patching, engine.kinds().named(group, kind), "status", manager);
    }

    ComponentChecks components() {
        return components;
    }

    ServerMetrics metrics() {
        return metrics;
    }

    /** Under which clients find the server; known when it listens. */
    void reachedAt(String address) {
        url.set(address);
    }

    /** A way to the server for clients in this process that have a token. */
    public Transport transport(String token) {
        return new InProcessTransport(api, recentDocuments, token);
    }

    /** A way to the server for parts of this process: each is who it is made for, and may what that user may. */
    public Transport transport(User user) {
        return new InProcessTransport(api.as(user), recentDocuments);
    }

    /** Ends what follows the store, and with it all watches. */
    void closeCaches() {
        flows.close();
        quotaStatus.close();
        definitions.close();
        aggregation.close();
        registry.close();
    }

    @Override
    public void close() {
        closeCaches();
        webhooks.close();
        nodes.close();
        proxies.close();
        aggregated.close();
        if (audit != null) audit.close();
    }
}
