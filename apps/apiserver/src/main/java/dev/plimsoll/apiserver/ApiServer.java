package dev.plimsoll.apiserver;

import dev.plimsoll.apiserver.admission.Plugins;
import dev.plimsoll.apiserver.admission.ServiceAccountStep;
import dev.plimsoll.apiserver.admission.ServiceAccountVolume;
import dev.plimsoll.apiserver.admission.policy.Policies;
import dev.plimsoll.apiserver.admission.policy.PolicyStatus;
import dev.plimsoll.apiserver.aggregation.Aggregation;
import dev.plimsoll.apiserver.audit.AuditLog;
import dev.plimsoll.apiserver.authentication.Authentication;
import dev.plimsoll.apiserver.authentication.BoundObjects;
import dev.plimsoll.apiserver.authentication.ServiceAccountTokens;
import dev.plimsoll.apiserver.authorization.Authorization;
import dev.plimsoll.apiserver.authorization.NodeAuthorizer;
import dev.plimsoll.apiserver.authorization.NodeGraph;
import dev.plimsoll.apiserver.authorization.RoleIndex;
import dev.plimsoll.apiserver.capacity.CapacityGuard;
import dev.plimsoll.apiserver.capacity.NodeLoads;
import dev.plimsoll.apiserver.customresources.Definitions;
import dev.plimsoll.apiserver.customresources.conversion.ConversionWebhooks;
import dev.plimsoll.apiserver.decoding.BodyDecoder;
import dev.plimsoll.apiserver.flowcontrol.FlowControlDocuments;
import dev.plimsoll.apiserver.flowcontrol.FlowController;
import dev.plimsoll.apiserver.http.Api;
import dev.plimsoll.apiserver.http.IssuerDiscovery;
import dev.plimsoll.apiserver.http.ResourceRoutes;
import dev.plimsoll.apiserver.http.ServerPages;
import dev.plimsoll.apiserver.http.StoreChecks;
import dev.plimsoll.apiserver.identity.User;
import dev.plimsoll.apiserver.inprocess.InProcessTransport;
import dev.plimsoll.apiserver.kinds.Kinds;
import dev.plimsoll.apiserver.metrics.ServerMetrics;
import dev.plimsoll.apiserver.nodes.NodeConnections;
import dev.plimsoll.apiserver.nodes.PodLogs;
import dev.plimsoll.apiserver.proxy.PodStreams;
import dev.plimsoll.apiserver.proxy.ProxyHandler;
import dev.plimsoll.apiserver.quota.QuotaLedger;
import dev.plimsoll.apiserver.quota.QuotaStatus;
import dev.plimsoll.apiserver.quota.QuotaUsage;
import dev.plimsoll.apiserver.quota.Recalculation;
import dev.plimsoll.apiserver.request.RequestObserver;
import dev.plimsoll.apiserver.services.AllocationRepair;
import dev.plimsoll.apiserver.services.ServiceAllocator;
import dev.plimsoll.apiserver.storage.Compactor;
import dev.plimsoll.apiserver.storage.EventSweeper;
import dev.plimsoll.apiserver.storage.Registry;
import dev.plimsoll.apiserver.storage.StoredObject;
import dev.plimsoll.apiserver.strategy.Strategies;
import dev.plimsoll.apiserver.tls.Pki;
import dev.plimsoll.apiserver.transport.HttpServer;
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
import dev.plimsoll.apiserver.webhooks.Webhooks;
import dev.plimsoll.client.Transport;
import dev.plimsoll.codec.schema.Schema;
import dev.plimsoll.core.demand.EffectiveDemand;
import dev.plimsoll.store.Store;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A running API server on a store, which stays open when the server is closed. */
public final class ApiServer implements AutoCloseable {
    /** As long as upstream keeps history. */
    private static final Duration COMPACTION_INTERVAL = Duration.ofMinutes(5);

    private final Registry registry;
    private final QuotaStatus quotaStatus;
    private final Definitions definitions;
    private final ClusterRoleAggregation aggregation;
    private final @Nullable PolicyStatus policyStatus;
    private final Compactor compactor;
    private final WebhookClient webhooks;
    private final NodeConnections nodes;
    private final ProxyHandler proxies;
    private final Aggregation aggregated;
    private final ApiServiceRegistration registration;
    private final FlowController flows;
    private final FlowControlRegistration flowObjects;
    private final EventSweeper events;
    private final KubernetesService ownService;
    private final AllocationRepair repair;
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
            ClusterRoleAggregation aggregation,
            @Nullable PolicyStatus policyStatus,
            Compactor compactor,
            WebhookClient webhooks,
            NodeConnections nodes,
            ProxyHandler proxies,
            Aggregation aggregated,
            ApiServiceRegistration registration,
            FlowController flows,
            FlowControlRegistration flowObjects,
            EventSweeper events,
            KubernetesService ownService,
            AllocationRepair repair,
            @Nullable AuditLog audit,
            Api api,
            HttpServer http,
            Pki pki,
            ApiServerSettings settings) {
        this.registry = registry;
        this.quotaStatus = quotaStatus;
        this.definitions = definitions;
        this.aggregation = aggregation;
        this.policyStatus = policyStatus;
        this.compactor = compactor;
        this.webhooks = webhooks;
        this.nodes = nodes;
        this.proxies = proxies;
        this.aggregated = aggregated;
        this.registration = registration;
        this.flows = flows;
        this.flowObjects = flowObjects;
        this.events = events;
        this.ownService = ownService;
        this.repair = repair;
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
    public static ApiServer start(Store store, Pki pki, ApiServerSettings settings, Consumer<Throwable> defects) {
        var kinds = Kinds.bundled();
        var schema = Schema.bundled();
        var clock = settings.clock();
        var metrics = new ServerMetrics();
        var metered = metrics.metered(store);
        var registry = new Registry(metered, ListSelection::fieldsOf);
        metrics.show(registry, kinds);
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
        var aggregated = new Aggregation(registry, kinds, pki, settings.limits().requestTime(), owners, clock, defects);
        metrics.showUnavailable(aggregated::unavailable);
        var flowDocuments = FlowControlDocuments.bundled();
        var flows = new FlowController(registry, kinds, settings.limits(), settings.random(), flowDocuments);
        metrics.show(flows);
        var graph = new NodeGraph(registry, kinds.named("", "Pod"), loads);
        var authorization = new Authorization(new RoleIndex(registry, kinds), new NodeAuthorizer(graph));
        var decoder = new BodyDecoder(strategies);
        var ledger = new QuotaLedger(settings.uids().get(), clock);
        var quotaUsage = new QuotaUsage(settings.gates(), clock);
        var policies = new Policies(registry, kinds, authorization::decide, strategies, decoder);
        var client = new WebhookClient(registry, kinds);
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

        var tokens = new ServiceAccountTokens(pki.accountKeys(), accountOptions, clock, boundObjects(registry, kinds));
        var authentication = new Authentication(settings.tokens(), tokens);

        var nodes = NodeConnections.of(pki, settings.extras().kubeletAuthorities());
        var proxies = new ProxyHandler(registry, kinds, nodes, settings.random());
        var creating = new CreateHandler(engine);
        var changing = new UpdateHandler(engine, guard, creating);
        var deleting = new DeleteHandler(engine);
        var definitions = new Definitions(
                registry, kinds, deleting, new ConversionWebhooks(client, settings.uids()), clock, defects);
        var patching = new PatchHandler(engine, creating, changing);
        var aggregation = new ClusterRoleAggregation(registry, kinds, patching, defects);
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
                new ReviewHandler(authentication, authorization, new TokenRequests(engine, tokens)),
                new PodLogs(registry, kinds, nodes),
                new PodStreams(registry, kinds, nodes),
                proxies);
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
                        kinds,
                        aggregated.catalog(),
                        definitions::refresh,
                        schema,
                        new StoreChecks(store),
                        metrics,
                        issuer),
                new ResourceRoutes(clock, verbs),
                aggregated.proxy(),
                flows,
                defects,
                metrics,
                observers,
                settings.limits(),
                () -> UUID.randomUUID().toString());
        var recalculation = new Recalculation(registry, kinds, quotaUsage, ledger);
        var quotaStatus = new QuotaStatus(registry, kinds, recalculation, defects);
        ledger.whenSettled(quotaStatus::freed);
        var eventKinds = List.of(kinds.named("", "Event"));
        var events =
                EventSweeper.started(registry, eventKinds, settings.extras().eventTtl(), defects);
        var policyStatus =
                settings.extras().checksPolicies() ? new PolicyStatus(registry, kinds, strategies, defects) : null;
        var compactor = Compactor.started(store, COMPACTION_INTERVAL, defects);
        var advertised = AdvertisedAddress.of(settings.host());
        var own = InetAddress.ofLiteral(settings.extras().services().addresses().first());
        var registration = new ApiServiceRegistration(
                engine, bootstrap, new RequestHeaderConfig(engine, bootstrap, pki), definitions::refresh, defects);
        registration.start();
        var flowObjects = new FlowControlRegistration(
                engine,
                bootstrap,
                flowDocuments,
                new ServerApply(
                        patching,
                        kinds.named("flowcontrol.apiserver.k8s.io", "FlowSchema"),
                        "status",
                        FlowControlRegistration.MANAGER),
                defects);
        flowObjects.start();
        aggregated.start();
        var http = listen(api, pki.reachedAt(List.of(own, advertised)), settings);
        metrics.show(http, registry);
        var ownService = KubernetesService.started(engine, bootstrap, advertised, http.port(), defects);
        var repair = AllocationRepair.started(registry, engine.services(), clock, defects);
        var server = new ApiServer(
                registry,
                quotaStatus,
                definitions,
                aggregation,
                policyStatus,
                compactor,
                client,
                nodes,
                proxies,
                aggregated,
                registration,
                flows,
                flowObjects,
                events,
                ownService,
                repair,
                audit.orElse(null),
                api,
                http,
                pki,
                settings);
        url.set(server.url());
        return server;
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

    private static HttpServer listen(Api api, Pki pki, ApiServerSettings settings) {
        if (settings.plain()) return HttpServer.plain(settings.host(), settings.port(), settings.limits(), api);
        var tls = pki.server().context(pki.authority().trustManagers());
        return HttpServer.secure(settings.host(), settings.port(), settings.limits(), tls, api);
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

    /** A way to the server for parts of this process: each is who it is made for, and may what that user may. */
    public Transport transport(User user) {
        return new InProcessTransport(api.as(user));
    }

    public Pki pki() {
        return pki;
    }

    @Override
    public void close() {
        ownService.close();
        registration.close();
        flowObjects.close();
        flows.close();
        repair.close();
        if (policyStatus != null) policyStatus.close();
        compactor.close();
        events.close();
        quotaStatus.close();
        definitions.close();
        aggregation.close();
        registry.close();
        http.close();
        webhooks.close();
        nodes.close();
        proxies.close();
        aggregated.close();
        if (audit != null) audit.close();
    }
}
