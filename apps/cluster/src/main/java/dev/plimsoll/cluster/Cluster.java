package dev.plimsoll.cluster;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.ApiServer;
import dev.plimsoll.apiserver.ApiServerSettings;
import dev.plimsoll.apiserver.authentication.LoginOptions;
import dev.plimsoll.apiserver.authentication.ServiceAccountOptions;
import dev.plimsoll.apiserver.components.ComponentChecks;
import dev.plimsoll.apiserver.limits.RequestLimits;
import dev.plimsoll.apiserver.request.ApiReply;
import dev.plimsoll.apiserver.request.ApiRequest;
import dev.plimsoll.apiserver.tls.AuthorityRecord;
import dev.plimsoll.apiserver.tls.Pki;
import dev.plimsoll.apiserver.webhooks.WebhookTransport;
import dev.plimsoll.autoscaler.Autoscaler;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectSelection;
import dev.plimsoll.client.Page;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.ResourceList;
import dev.plimsoll.client.Transport;
import dev.plimsoll.client.pace.TokenBucket;
import dev.plimsoll.controllers.ControllerSettings;
import dev.plimsoll.controllers.Controllers;
import dev.plimsoll.controllers.certificates.SigningAuthority;
import dev.plimsoll.controllers.storage.HostPathProvisioner;
import dev.plimsoll.files.FileModes;
import dev.plimsoll.files.PrivateFiles;
import dev.plimsoll.nodeagent.NodeAgent;
import dev.plimsoll.nodeagent.http.NodeServer;
import dev.plimsoll.nodeagent.simulated.SimulatedRuntime;
import dev.plimsoll.objects.access.User;
import dev.plimsoll.objects.storage.StorageClassDraft;
import dev.plimsoll.runtime.Concurrent;
import dev.plimsoll.runtime.ProgramContext;
import dev.plimsoll.runtime.http.HealthCheck;
import dev.plimsoll.runtime.http.ServingTls;
import dev.plimsoll.scheduler.Scheduler;
import dev.plimsoll.scheduler.http.SchedulerPages;
import dev.plimsoll.store.Store;
import dev.plimsoll.store.embedded.EmbeddedStore;
import dev.plimsoll.store.embedded.StoreTransfer;
import dev.plimsoll.store.embedded.log.EmbeddedOptions;
import dev.plimsoll.store.etcd.EtcdStore;
import dev.plimsoll.store.memory.MemoryStore;
import dev.plimsoll.tls.Pem;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import javax.net.ssl.KeyManager;
import org.jspecify.annotations.Nullable;

/**
 * API server, scheduler, controllers, autoscaler and nodes, simulated ones and this machine, in one process. The parts talk to the API server as they would from
 * elsewhere, only without a network between them; clients reach it over TLS.
 */
public final class Cluster implements AutoCloseable {
    private static final String ADMIN = "kubernetes-admin";
    private static final String STORAGE_CLASS = "standard";
    private static final Duration LOOK_AGAIN = Duration.ofMillis(2);

    private final Deque<AutoCloseable> parts = new ArrayDeque<>();
    private final ClusterPlan plan;
    private final ClusterLog journal;
    private final String adminToken;
    private final ApiServer server;
    private final Scheduler scheduler;
    private final Controllers controllers;
    private final NodeProcess process;
    private volatile SimulatedGroups nodes;
    private final @Nullable RealNodePart realNode;
    private final NodeFiles checkpoints;
    private final LocalWebhooks webhooks = new LocalWebhooks(WebhookTransport.https());

    /** Starts a cluster. When this returns the API is served, the nodes are registered and pods are placed. */
    public static Cluster start(ClusterPlan plan, ClusterLog journal) throws IOException, InterruptedException {
        return start(plan, journal, UnaryOperator.identity());
    }

    /**
     * The same, with something around what clients ask over the network: to make it go wrong in tests.
     *
     * @param around makes what answers requests from what would answer them
     */
    public static Cluster start(
            ClusterPlan plan, ClusterLog journal, UnaryOperator<Function<ApiRequest, ApiReply>> around)
            throws IOException, InterruptedException {
        var cluster = new Cluster(plan, journal, around);
        try {
            cluster.awaitReady();
            return cluster;
        } catch (InterruptedException | RuntimeException | Error e) {
            cluster.close();
            throw e;
        }
    }

    private Cluster(ClusterPlan plan, ClusterLog journal, UnaryOperator<Function<ApiRequest, ApiReply>> around)
            throws IOException {
        this.plan = plan;
        this.journal = journal;
        try {
            var folder = plan.storage().folderOrNull();
            if (folder != null) closeToOthers(folder);
            this.checkpoints = new NodeFiles(folder);
            this.adminToken = plan.adminToken().isEmpty() ? AdminToken.in(folder) : plan.adminToken();
            // Certificates are judged by the clock of the machine. They come before the store: with a store, one
            // without is lost.
            var made = Concurrent.of("certificates", () -> certificates(folder));
            ApiServer.load();
            var pki = step("certificates", made::get);
            var store = step("store", () -> opened(plan.storage()));
            parts.push(store);
            claim(store, pki, folder);
            this.server = step(
                    "API server",
                    () -> ApiServer.start(
                            store,
                            pki,
                            settings(),
                            problem -> journal.defect("API server", problem),
                            around,
                            webhooks.transport()));
            parts.push(server);
            this.scheduler = new Scheduler(
                    client(ComponentUser.SCHEDULER, "kube-scheduler"),
                    dev.plimsoll.scheduler.SchedulerSettings.ALONE
                            .withGates(plan.gates())
                            .withNumaAlignment(),
                    new ProgramContext(plan.time(), new SecureRandom(), Listeners.of("scheduler", journal)));
            parts.push(scheduler);
            scheduler.start();
            server.components().runsHere(ComponentChecks.SCHEDULER, SchedulerPages.health(scheduler));
            this.controllers = new Controllers(
                    server.transport(ComponentUser.CONTROLLERS),
                    ControllerSettings.DEFAULT
                            .with(plan.gates())
                            .withRootCertificates(Pem.of(pki.authority().certificate()))
                            .with(SigningAuthority.with(pki.authority().issuer()))
                            .with(SecretTokenSigner.with(pki.accountKeys())),
                    new ProgramContext(plan.time(), new SecureRandom(), Listeners.of("", journal)));
            parts.push(controllers);
            controllers.start();
            server.components()
                    .runsHere(
                            ComponentChecks.CONTROLLER_MANAGER,
                            HealthCheck.of(controllers::isAtWork, "the caches are not filled yet"));
            this.process = () -> nodes(pki);
            this.nodes = step("nodes", process::begin);
            parts.push(() -> nodes.close());
            var wanted = plan.realNodeOrNull();
            this.realNode = wanted == null ? null : step("this machine", () -> realNode(wanted, pki));
            if (realNode != null) parts.push(realNode);
            if (plan.autoscalerSpeed() > 0) autoscale(pki);
        } catch (IOException | RuntimeException | Error e) {
            close(); // a library that is missing is an Error
            throw e;
        }
    }

    private void autoscale(Pki pki) {
        var autoscaler = AutoscalerPart.of(
                new Autoscaler.Clients(
                        client(ComponentUser.RECOMMENDER, "vpa-recommender"),
                        client(ComponentUser.UPDATER, "vpa-updater"),
                        client(ComponentUser.ADMISSION, "vpa-admission-controller")),
                pki,
                webhooks::listen,
                plan.autoscalerSpeed(),
                new ProgramContext(plan.time(), new SecureRandom(), Listeners.of("autoscaler", journal)));
        parts.push(autoscaler);
        autoscaler.start();
    }

    private interface Making<T> {
        T make() throws IOException;
    }

    private <T> T step(String what, Making<T> making) throws IOException {
        var began = System.nanoTime();
        var made = making.make();
        journal.step(what, Duration.ofNanos(System.nanoTime() - began));
        return made;
    }

    private static Pki certificates(@Nullable Path folder) {
        if (folder == null) return Pki.inMemory(Instant.now());
        return Pki.in(folder.resolve("pki"), Files.exists(folder.resolve("store")), InstantSource.system());
    }

    private static void claim(Store store, Pki pki, @Nullable Path folder) throws IOException {
        if (StoreTransfer.isCutOff(store)) throw new IOException(StoreTransfer.CUT_OFF);
        var claim = folder == null ? AuthorityRecord.Claim.PASSING : AuthorityRecord.Claim.KEPT;
        var problem = new AuthorityRecord(store).problem(pki.authority().certificate(), claim);
        if (problem.isPresent()) throw new IOException(problem.get());
    }

    /** What earlier versions left open to others; pods and volumes have the modes that their containers need. */
    private void closeToOthers(Path folder) throws IOException {
        PrivateFiles.createDirectories(folder);
        FileModes.mend(folder, path -> path.endsWith("pods") || path.endsWith("volumes"))
                .forEach(journal::tell);
    }

    private Store opened(Storage storage) {
        return switch (storage) {
            case Storage.Memory() -> new MemoryStore();
            case Storage.Folder(var path) ->
                EmbeddedStore.open(path.resolve("store"), EmbeddedOptions.SERVER, journal::tell);
            case Storage.Etcd(var options, var _) -> EtcdStore.open(options);
        };
    }

    private ApiServerSettings settings() {
        return new ApiServerSettings(
                plan.host(),
                plan.port(),
                false,
                Map.of(adminToken, new User(ADMIN, "", List.of(User.MASTERS))),
                plan.gates(),
                plan.time()::instant,
                new SecureRandom(),
                () -> UUID.randomUUID().toString(),
                new ApiServerSettings.Extras(RequestLimits.DEFAULT, plan.auditFiles(), plan.eventTtl())
                        .with(
                                plan.access().completesPods()
                                        ? ServiceAccountOptions.DEFAULT.completingPods()
                                        : ServiceAccountOptions.DEFAULT)
                        .with(plan.services())
                        .checkingPolicies()
                        .with(LoginOptions.DEFAULT
                                .withAnonymous(plan.access().anonymous())
                                .withBootstrapTokens()));
    }

    /** @param addresses at which it serves beside 127.0.0.1, on the same port */
    private static NodeServer served(Pki pki, List<InetAddress> addresses) throws IOException {
        var all = new ArrayList<>(List.of(NodeAddresses.SHARED));
        all.addAll(addresses);
        var own = pki.serving("plimsoll-nodes", List.of("localhost"), all);
        var tls = ServingTls.of(new KeyManager[] {own}, List.of(pki.authority().certificate()));
        return NodeServer.bound(all, tls);
    }

    private RealNodePart realNode(ClusterPlan.RealNode wanted, Pki pki) throws IOException {
        return RealNodePart.start(
                wanted,
                plan.gates(),
                plan.time(),
                client(ComponentUser.node(wanted.options().name()), "kubelet"),
                served(pki, List.of()),
                Listeners.of("", journal));
    }

    private SimulatedGroups nodes(Pki pki) throws IOException {
        var clients = new ConcurrentHashMap<String, ApiClient>();
        var addresses = NodeAddresses.of(
                plan.nodes().stream().mapToInt(NodeGroup::count).sum());
        return SimulatedGroups.start(
                plan,
                client(ComponentUser.SIMULATED_NODES, "simulated-nodes"),
                name -> clients.computeIfAbsent(name, _ -> client(ComponentUser.node(name), "kubelet")),
                served(pki, addresses.own()),
                addresses,
                checkpoints,
                Listeners.of("", journal));
    }

    /** As the simulated nodes begin, for the first time or again. */
    private interface NodeProcess {
        SimulatedGroups begin() throws IOException;
    }

    /**
     * The simulated nodes end and begin again, as a process of their own would that was killed: they find their pods with what they had
     * written down. The other parts go on meanwhile.
     */
    public void restartNodes() throws IOException {
        nodes.close();
        nodes = process.begin();
    }

    /** Kills the agent of a simulated node. Its containers go on, and nobody hears of it any more. */
    public void stopNode(String node) {
        nodes.stop(node);
    }

    /** Starts the agent of a simulated node that was stopped. */
    public void startNode(String node) {
        nodes.start(node);
    }

    private ApiClient client(User user, String agent) {
        return client(server.transport(user), agent);
    }

    private ApiClient client(Transport transport, String agent) {
        var time = plan.time();
        return ApiClient.over(transport, agent + "/plimsoll", TokenBucket.unlimited(time), time);
    }

    private void awaitReady() throws InterruptedException {
        var began = System.nanoTime();
        // A simulated node that refuses to start has said why; the others are waited for.
        var expected = nodes.agents().size() + (realNode == null ? 0 : 1);
        var client = client();
        while (!scheduler.isReady() || !controllers.isAtWork() || registered(client) < expected) {
            if (Thread.interrupted()) throw new InterruptedException();
            LockSupport.parkNanos(LOOK_AGAIN.toNanos());
        }
        storageClass(client);
        journal.step("components started", Duration.ofNanos(System.nanoTime() - began));
    }

    /** As every cluster for one machine has it; one of this name that is there stays as it is. */
    private void storageClass(ApiClient client) {
        var folder = plan.storage().folderOrNull();
        var draft = new StorageClassDraft(STORAGE_CLASS, HostPathProvisioner.NAME).byDefault();
        if (folder != null)
            draft.below(folder.toAbsolutePath().resolve("volumes").toString());
        var outcome = client.create(ApiResource.STORAGE_CLASSES, draft.document());
        var isThere = outcome instanceof RequestResult.Conflict<ObjectNode>(var status) && status.alreadyExists();
        if (!isThere && outcome.done().isEmpty())
            journal.tell("storage class " + STORAGE_CLASS + " could not be made: " + outcome.problem());
    }

    private static int registered(ApiClient client) {
        return switch (client.list(ApiResource.NODES, ObjectSelection.ALL, Page.ALL)) {
            case RequestResult.Done<ResourceList>(var list) -> list.items().size();
            case RequestResult<ResourceList> _ -> 0;
        };
    }

    /** For the one who may do everything, without a network. */
    public ApiClient client() {
        return client(server.transport(adminToken), "plimsoll");
    }

    public ApiServer server() {
        return server;
    }

    public String url() {
        return server.url();
    }

    /** For the one who may do everything, over the network. */
    public String kubeconfig() {
        return server.kubeconfig(ADMIN, adminToken);
    }

    public Map<String, NodeAgent> nodes() {
        var all = new LinkedHashMap<>(nodes.agents());
        if (realNode != null) all.putAll(realNode.agents());
        return all;
    }

    /** The runtime of a node, to make things go wrong in it. */
    public SimulatedRuntime runtime(String node) {
        return nodes.runtime(node);
    }

    /** Ends everything, the last part first. */
    @Override
    public void close() {
        while (!parts.isEmpty()) {
            try {
                parts.pop().close();
            } catch (Exception e) {
                journal.defect("while stopping", e);
            }
        }
    }
}
