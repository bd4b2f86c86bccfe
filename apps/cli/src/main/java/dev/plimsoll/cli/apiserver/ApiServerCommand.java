package dev.plimsoll.cli.apiserver;

import dev.plimsoll.apiserver.ApiServer;
import dev.plimsoll.apiserver.ApiServerSettings;
import dev.plimsoll.apiserver.audit.AuditFile;
import dev.plimsoll.apiserver.authentication.LoginOptions;
import dev.plimsoll.apiserver.limits.RequestLimits;
import dev.plimsoll.apiserver.tls.AuthorityRecord;
import dev.plimsoll.apiserver.tls.Pki;
import dev.plimsoll.apiserver.transport.ListenPort;
import dev.plimsoll.cli.console.Console;
import dev.plimsoll.cli.console.DurationConverter;
import dev.plimsoll.cli.console.ExitCode;
import dev.plimsoll.cli.console.FeatureGatesOption;
import dev.plimsoll.cli.console.Service;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.files.FileModes;
import dev.plimsoll.files.PrivateFiles;
import dev.plimsoll.objects.access.User;
import dev.plimsoll.store.Store;
import dev.plimsoll.store.StoreException;
import dev.plimsoll.store.embedded.EmbeddedStore;
import dev.plimsoll.store.embedded.log.EmbeddedOptions;
import dev.plimsoll.store.memory.MemoryStore;
import dev.plimsoll.tls.Pem;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code plimsoll apiserver}: a Kubernetes API server of our own. */
@Command(
        name = "apiserver",
        description = {
            "Serve the Kubernetes API.",
            "",
            "Objects are kept in a folder (--data), in etcd (--etcd) or not at all (--ephemeral). The server makes its own",
            "certificates; --kubeconfig writes what kubectl needs."
        })
public final class ApiServerCommand implements Callable<Integer> {
    private final Console console;
    private final PrintWriter out;

    @Option(names = "--host", paramLabel = "ADDRESS", description = "Where to listen.", defaultValue = "127.0.0.1")
    private String host = "127.0.0.1";

    @Option(
            names = "--port",
            paramLabel = "PORT",
            description = "0 takes any that is free (default: 6443, or any if that is taken).")
    private @Nullable Integer port;

    @Option(names = "--ephemeral", description = "Keep everything in memory.")
    private boolean ephemeral;

    @Option(names = "--data", paramLabel = "DIR", description = "Keep objects and certificates in this folder.")
    private @Nullable Path data;

    @Mixin
    private EtcdFlags etcd = new EtcdFlags();

    @Option(
            names = "--new-ca",
            description = {
                "Make a new certificate authority in the data folder, which must have none. Kubeconfigs, certificates and service",
                "account tokens made with an earlier one end."
            })
    private boolean newAuthority;

    @Option(names = "--admin-token", paramLabel = "TOKEN", description = "A bearer token that may do everything.")
    private @Nullable String adminToken;

    @Option(names = "--kubeconfig", paramLabel = "FILE", description = "Write a kubeconfig for the admin token.")
    private @Nullable Path kubeconfig;

    @Option(names = "--plain-http", description = "HTTP without TLS; only on this machine, for tests.")
    private boolean plain;

    @Option(
            names = "--max-requests-inflight",
            paramLabel = "N",
            description = "Reads that are answered at one time, watches excepted; 0 is no bound.",
            defaultValue = "400")
    private int readsInFlight = 400;

    @Option(
            names = "--max-mutating-requests-inflight",
            paramLabel = "N",
            description = "Writes that are answered at one time; 0 is no bound.",
            defaultValue = "200")
    private int writesInFlight = 200;

    @Option(
            names = "--max-request-bytes",
            paramLabel = "BYTES",
            description = "What the body of a request may have.",
            defaultValue = "3145728")
    private int requestBytes = 3 << 20;

    @Option(
            names = "--max-requests-per-second",
            paramLabel = "N",
            description = "Requests of each user in a second, masters excepted; 0 is no bound.",
            defaultValue = "0")
    private int requestsPerSecond;

    @Option(
            names = "--request-timeout",
            paramLabel = "DURATION",
            description = "How long a request may take, watches and logs excepted.",
            converter = DurationConverter.class,
            defaultValue = "60s")
    private Duration requestTime = RequestLimits.DEFAULT.requestTime();

    @Option(
            names = "--shutdown-delay-duration",
            paramLabel = "DURATION",
            description = {
                "How long /readyz fails before the server ends, so that load balancers and clients choose another one first.",
                "All requests are answered in this time (default: ${DEFAULT-VALUE})."
            },
            converter = DurationConverter.class,
            defaultValue = "0s")
    private Duration shutdownDelay = Duration.ZERO;

    @Option(
            names = "--max-connections",
            paramLabel = "N",
            description = "Open connections of all clients; 0 is no bound.",
            defaultValue = "10000")
    private int connections = RequestLimits.Clients.DEFAULT.connections();

    @Option(
            names = "--max-watches-per-user",
            paramLabel = "N",
            description = "Open watches and logs of each user, masters excepted; 0 is no bound.",
            defaultValue = "5000")
    private int watchesPerUser = RequestLimits.Clients.DEFAULT.streamsPerUser();

    @Option(
            names = "--http2-max-streams-per-connection",
            paramLabel = "N",
            description = "Requests at one time on one HTTP/2 connection.",
            defaultValue = "250")
    private int streamsPerConnection = RequestLimits.Clients.DEFAULT.streamsPerConnection();

    @Option(names = "--audit-log", paramLabel = "FILE", description = "Write one line for each request into this file.")
    private @Nullable Path auditLog;

    @Option(
            names = "--audit-log-maxsize",
            paramLabel = "MB",
            description = "When the file has so many megabytes, the next is begun.",
            defaultValue = "100")
    private int auditMegabytes = 100;

    @Option(
            names = "--audit-log-maxbackup",
            paramLabel = "N",
            description = "How many full files are kept.",
            defaultValue = "10")
    private int auditBackups = 10;

    @Option(
            names = "--event-ttl",
            paramLabel = "DURATION",
            description = "How long events are kept, such as 30m or 1h.",
            converter = DurationConverter.class,
            defaultValue = "1h")
    private Duration eventTtl = Duration.ofHours(1);

    @Option(
            names = "--etcd-compaction-interval",
            paramLabel = "DURATION",
            defaultValue = "5m",
            converter = DurationConverter.class,
            description = {
                "For how long history is kept, at least, in etcd or in the folder: watches can be resumed from there on",
                "(default: ${DEFAULT-VALUE}). 0s leaves it to somebody else."
            })
    private Duration compactionInterval = ApiServerSettings.Extras.COMPACTION_INTERVAL;

    @Option(
            names = "--kubelet-certificate-authority",
            paramLabel = "FILE",
            description = "Believe what nodes serve (logs) only with certificates that these authorities signed.")
    private @Nullable Path kubeletAuthorities;

    @Option(
            names = "--enable-bootstrap-token-auth",
            paramLabel = "BOOL",
            arity = "0..1",
            fallbackValue = "true",
            defaultValue = "false",
            description =
                    "Take tokens in secrets of type bootstrap.kubernetes.io/token, with which machines ask for their first certificate (default: ${DEFAULT-VALUE}).")
    private boolean bootstrapTokens;

    @Mixin
    private final FeatureGatesOption gates = new FeatureGatesOption();

    @Mixin
    private final CertificateFlags certificates = new CertificateFlags();

    @Mixin
    private final AccessFlags access = new AccessFlags();

    @Mixin
    private final ServiceAccountFlags serviceAccounts = new ServiceAccountFlags();

    @Mixin
    private final ServiceNetworkFlags serviceNetwork = new ServiceNetworkFlags();

    public ApiServerCommand(Console console, PrintWriter out) {
        this.console = console;
        this.out = out;
    }

    @Override
    public Integer call() throws InterruptedException {
        if ((ephemeral ? 1 : 0) + (data == null ? 0 : 1) + (etcd.endpoints().isEmpty() ? 0 : 1) == 0) {
            return console.unreadable(
                    "nothing says where objects are kept: give one of --data DIR, --etcd URL and --ephemeral");
        }
        if (!etcd.problem().isEmpty()) return console.unreadable(etcd.problem());
        if (!certificates.problem().isEmpty()) return console.unreadable(certificates.problem());
        if (ephemeral && !etcd.endpoints().isEmpty())
            return console.unreadable("--ephemeral and --etcd exclude each other; leave out one of the two");
        return gates.read(console, accepted -> serve(accepted));
    }

    private int serve(FeatureGates accepted) throws InterruptedException {
        if (readsInFlight < 0 || writesInFlight < 0 || requestBytes < 1 || requestsPerSecond < 0) {
            return console.unreadable(
                    "--max-requests-inflight, --max-mutating-requests-inflight and --max-requests-per-second: must be at least 0;"
                            + " --max-request-bytes: must be at least 1");
        }
        if (connections < 0 || watchesPerUser < 0 || streamsPerConnection < 1 || !requestTime.isPositive()) {
            return console.unreadable(
                    "--max-connections and --max-watches-per-user: must be at least 0; --request-timeout and"
                            + " --http2-max-streams-per-connection: must be more than 0");
        }
        if (shutdownDelay.isNegative())
            return console.unreadable("--shutdown-delay-duration: must be at least 0s, such as 10s");
        if (auditMegabytes < 1 || auditBackups < 0)
            return console.unreadable("--audit-log-maxsize: must be at least 1, and --audit-log-maxbackup at least 0");
        if (!eventTtl.isPositive()) return console.unreadable("--event-ttl: must be more than nothing, such as 1h");
        var limits = new RequestLimits(
                readsInFlight,
                writesInFlight,
                requestBytes,
                RequestLimits.DEFAULT.idle(),
                requestsPerSecond,
                requestTime,
                RequestLimits.Clients.DEFAULT
                        .withConnections(connections)
                        .withStreams(watchesPerUser, streamsPerConnection));
        var audit = auditLog == null
                ? List.<AuditFile>of()
                : List.of(new AuditFile(auditLog, auditMegabytes * 1_000_000L, auditBackups));
        var token = adminToken == null ? randomToken() : adminToken;
        return Service.run(stop -> {
            try {
                mendModes(audit);
                // Certificates come before the store: with a store, an authority that is missing is lost.
                var pki = pki();
                var store = store(stop);
                if (store.isEmpty()) return ExitCode.OK;
                var settings = settings(accepted, token, extras(limits, audit));
                return serve(new ServerStore(pki, store.get()), settings, token, stop);
            } catch (StoreException | IOException | IllegalStateException | IllegalArgumentException e) {
                return console.unreadable(String.valueOf(e.getMessage()));
            }
        });
    }

    private int serve(ServerStore stored, ApiServerSettings settings, String token, CountDownLatch stop)
            throws IOException, InterruptedException {
        var claim = data == null
                ? AuthorityRecord.Claim.PASSING
                : newAuthority ? AuthorityRecord.Claim.REPLACING : AuthorityRecord.Claim.KEPT;
        try (stored;
                var server = ApiServer.start(
                        stored.claimed(claim), serviceAccounts.applied(stored.pki()), settings, this::defect)) {
            if (kubeconfig != null) SecretFile.write(kubeconfig, server.kubeconfig("kubernetes-admin", token));
            if (kubeconfig == null && adminToken == null) {
                console.log().problem("nobody can log in as admin: give --kubeconfig FILE or --admin-token TOKEN");
            }
            console.log().say(out, "serving on " + server.url());
            stop.await();
            console.log().say(out, "shutting down");
            server.beginShutdown();
            Thread.sleep(shutdownDelay);
            return ExitCode.OK;
        }
    }

    private ApiServerSettings.Extras extras(RequestLimits limits, List<AuditFile> audit) throws IOException {
        var asked = access.options();
        return new ApiServerSettings.Extras(limits, audit, eventTtl, kubeletAuthorities())
                .with(serviceAccounts.options(asked.completesPods()))
                .with(serviceNetwork.network())
                .withCompactionInterval(compactionInterval)
                .with(new LoginOptions(asked.anonymous(), bootstrapTokens));
    }

    private ApiServerSettings settings(FeatureGates accepted, String token, ApiServerSettings.Extras extras)
            throws IOException {
        return new ApiServerSettings(
                host,
                port == null ? ListenPort.USUAL : port,
                plain,
                Map.of(token, new User("kubernetes-admin", "", List.of(User.MASTERS))),
                accepted,
                InstantSource.system(),
                new SecureRandom(),
                () -> UUID.randomUUID().toString(),
                extras);
    }

    private List<X509Certificate> kubeletAuthorities() throws IOException {
        if (kubeletAuthorities == null) return List.of();
        try {
            return Pem.certificates(Files.readString(kubeletAuthorities));
        } catch (GeneralSecurityException e) {
            throw new IOException(
                    kubeletAuthorities + " holds no certificates: " + e.getMessage()
                            + "; name another file with --kubelet-certificate-authority",
                    e);
        }
    }

    /** Empty if the process was told to end before etcd answered. */
    private Optional<Store> store(CountDownLatch stop) throws InterruptedException {
        if (!etcd.endpoints().isEmpty()) return AwaitedEtcd.open(etcd.options(), stop, console.log()::problem);
        if (ephemeral || data == null) return Optional.of(new MemoryStore());
        return Optional.of(EmbeddedStore.open(data.resolve("store"), EmbeddedOptions.SERVER, console.log()::problem));
    }

    /** What others could read until now, they cannot from here on. */
    private void mendModes(List<AuditFile> audit) throws IOException {
        if (data != null) FileModes.mend(PrivateFiles.createDirectories(data)).forEach(console.log()::problem);
        for (var file : audit) file.mendModes().forEach(console.log()::problem);
    }

    private Pki pki() throws IOException {
        return certificates.applied(made(), console.log()::problem);
    }

    private Pki made() {
        if (data == null) return Pki.inMemory(Instant.now());
        var folder = data.resolve("pki");
        if (newAuthority) Pki.create(folder, Instant.now());
        return Pki.in(folder, Files.exists(data.resolve("store")), InstantSource.system());
    }

    private static String randomToken() {
        var bytes = new byte[24];
        new SecureRandom().nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    private void defect(Throwable problem) {
        console.log().defect("", problem);
    }
}
