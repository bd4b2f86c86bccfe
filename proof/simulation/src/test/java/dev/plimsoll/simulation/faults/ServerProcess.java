package dev.plimsoll.simulation.faults;

import dev.plimsoll.apiserver.ApiServerCore;
import dev.plimsoll.apiserver.ApiServerSettings;
import dev.plimsoll.apiserver.authentication.ServiceAccountOptions;
import dev.plimsoll.apiserver.tls.Pki;
import dev.plimsoll.client.ClientRequest;
import dev.plimsoll.client.Reply;
import dev.plimsoll.client.Transport;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.kinds.refusal.RefusedException;
import dev.plimsoll.objects.access.User;
import dev.plimsoll.store.StoreException;
import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One of the API servers, reached as over a network: each request has a thread of the server. */
final class ServerProcess extends Part {
    /** Costly to make, and nobody looks at the keys. */
    static final Pki PKI = Pki.inMemory(SimulatedTime.START);

    private final SharedStore store;
    private final Faults faults;
    private final Supplier<String> uids;
    private final long seed;
    private final SimulatedThreads threads;
    private final BuiltInMistake mistake;
    private final WebhookNetwork webhooks;
    private final Set<Exchange> pending = new LinkedHashSet<>();
    private final Map<User, Transport> ways = new HashMap<>();
    private @Nullable ApiServerCore core;

    ServerProcess(
            String name,
            SimulatedThreads threads,
            SharedStore store,
            Faults faults,
            Supplier<String> uids,
            long seed,
            BuiltInMistake mistake,
            WebhookNetwork webhooks) {
        super(name, threads);
        this.threads = threads;
        this.store = store;
        this.faults = faults;
        this.uids = uids;
        this.seed = seed;
        this.mistake = mistake;
        this.webhooks = webhooks;
    }

    @Override
    void run(SimulatedProcess begun) {
        begun.whenKilled(this::died);
        var settings = new ApiServerSettings(
                "localhost",
                0,
                true,
                Map.of(),
                FeatureGates.DEFAULT,
                begun.time()::instant,
                new Random(seed + starts()),
                uids,
                ApiServerSettings.Extras.DEFAULT.with(ServiceAccountOptions.DEFAULT));
        try {
            core = ApiServerCore.start(
                    new StoreView(store, store.open(begun), begun, faults, mistake),
                    PKI,
                    settings,
                    begun.time(),
                    this::defect,
                    webhooks.transport());
        } catch (StoreException | RefusedException _) {
            begun.end(); // as a server without its store does; somebody starts it again
        }
    }

    private void defect(Throwable problem) {
        for (var cause = problem; cause != null; cause = cause.getCause())
            if (cause instanceof StoreException || cause instanceof RefusedException) return;
        threads.defect(name() + ": " + FaultyCluster.text(problem));
    }

    private void died() {
        core = null;
        ways.clear();
        for (var exchange : List.copyOf(pending)) exchange.broke();
        pending.clear();
    }

    boolean isServing() {
        return isAlive() && core != null;
    }

    /** A request that the server works on. */
    final class Exchange {
        private final Thread client = Thread.currentThread();
        private @Nullable Reply reply;
        private Transport.@Nullable Streamed streamed;
        private @Nullable IOException failure;

        boolean isDone() {
            return reply != null || streamed != null || failure != null;
        }

        private void broke() {
            if (!isDone()) failure = new IOException("connection reset by peer");
            LockSupport.unpark(client);
        }

        private void ended() {
            pending.remove(this);
            LockSupport.unpark(client);
        }

        Reply reply() throws IOException {
            if (failure != null) throw failure;
            if (reply == null) throw new IllegalStateException("not done");
            return reply;
        }

        Transport.Streamed streamed() throws IOException {
            if (failure != null) throw failure;
            if (streamed == null) throw new IllegalStateException("not done");
            return streamed;
        }
    }

    private interface Asked {
        void of(Transport way, Exchange exchange) throws IOException;
    }

    private Exchange begin(User user, Asked asked) throws IOException {
        var serving = core;
        var now = process();
        if (serving == null || now == null || !now.isAlive()) throw new IOException("connection refused");
        var way = ways.computeIfAbsent(user, serving::transport);
        var exchange = new Exchange();
        pending.add(exchange);
        now.start("request", () -> {
            try {
                asked.of(way, exchange);
            } catch (IOException e) {
                exchange.failure = e;
            }
            exchange.ended();
        });
        return exchange;
    }

    Exchange send(User user, ClientRequest request) throws IOException {
        return begin(user, (way, exchange) -> exchange.reply = way.send(request));
    }

    /** Lines are carried by a thread of the server. */
    Exchange open(User user, ClientRequest request, FaultyStream stream) throws IOException {
        return begin(user, (way, exchange) -> {
            switch (way.open(request)) {
                case Transport.Streamed.Answered answered -> exchange.streamed = answered;
                case Transport.Streamed.Opened(var lines) -> {
                    var now = process();
                    if (now == null) throw new IOException("connection reset by peer");
                    stream.carry(lines, now);
                    exchange.streamed = new Transport.Streamed.Opened(stream);
                }
            }
        });
    }
}
