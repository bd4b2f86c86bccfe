package dev.plimsoll.apiserver.aggregation;

import dev.plimsoll.apiserver.aggregation.ApiService.Backend;
import dev.plimsoll.apiserver.storage.IndexedObject;
import dev.plimsoll.apiserver.storage.KindCache;
import dev.plimsoll.apiserver.storage.Registry;
import dev.plimsoll.apiserver.storage.Registry.Written;
import dev.plimsoll.apiserver.storage.StoredChange;
import dev.plimsoll.apiserver.verbs.StatusOwnership;
import dev.plimsoll.client.pace.ComponentThreads;
import dev.plimsoll.core.backoff.ExponentialBackoff;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.builtin.Kinds;
import dev.plimsoll.kinds.discovery.Availability;
import dev.plimsoll.kinds.refusal.RefusedException;
import dev.plimsoll.store.StoreException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Keeps the condition {@code Available} of APIServices: looks at the service of each and asks the backend, when any of the three changes
 * and now and then. Every server of a store does so; what they write is the same.
 */
final class ApiServiceStatus implements AutoCloseable {
    private static final Duration PERIOD = Duration.ofSeconds(30);
    /** When a backend that cannot be reached is asked again. */
    private static final ExponentialBackoff RETRIES = new ExponentialBackoff(Duration.ofSeconds(1), PERIOD);
    /** What comes in between is looked at together. */
    private static final Duration PAUSE = Duration.ofMillis(100);

    private static final int ATTEMPTS = 5;
    private static final String MANAGER = "kube-apiserver";

    private final Registry registry;
    private final Kind kind;
    private final ApiServiceIndex index;
    private final BackendCatalog catalog;
    private final ServiceCheck services;
    private final DiscoveryCheck discovery;
    private final StatusOwnership owners;
    private final InstantSource clock;
    private final Consumer<Throwable> troubles;
    private final Semaphore changes = new Semaphore(1);
    private final Thread loop;

    ApiServiceStatus(
            Registry registry,
            Kinds kinds,
            ApiServiceIndex index,
            BackendCatalog catalog,
            DiscoveryCheck discovery,
            StatusOwnership owners,
            InstantSource clock,
            Consumer<Throwable> troubles) {
        this.registry = registry;
        this.kind = kinds.named("apiregistration.k8s.io", "APIService");
        this.index = index;
        this.catalog = catalog;
        this.services = new ServiceCheck(registry, kinds);
        this.discovery = discovery;
        this.owners = owners;
        this.clock = clock;
        this.troubles = troubles;
        this.loop = ComponentThreads.named("apiservice-status").unstarted(this::run);
    }

    void start() {
        index.onChange(changes::release);
        loop.start();
    }

    /** Tells of services and their endpoints, as long as any backend is behind one. */
    KindCache.Observer ofServices() {
        return new KindCache.Observer() {
            @Override
            public void loaded(Collection<IndexedObject> objects) {
                if (!index.remote().isEmpty()) changes.release();
            }

            @Override
            public void changed(StoredChange change) {
                for (var service : index.remote()) {
                    if (service.backend() instanceof Backend.Remote(var named, var _, var _)
                            && change.key().contains("/" + named.namespace() + "/")) {
                        changes.release();
                        return;
                    }
                }
            }
        };
    }

    private void run() {
        var retry = Duration.ZERO;
        try {
            while (!registry.isClosed()) {
                retry = runOnce() ? Duration.ZERO : RETRIES.next(retry);
                var wait = retry.isZero() ? PERIOD : retry;
                Thread.sleep(PAUSE);
                if (changes.tryAcquire(wait.toMillis(), TimeUnit.MILLISECONDS)) {
                    changes.drainPermits();
                    retry = Duration.ZERO;
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /** Looks at all; false if one of them should be looked at again soon. */
    private boolean runOnce() throws InterruptedException {
        try {
            registry.awaitOwnWrites(kind);
            catalog.retain();
            // Whoever follows nothing hears of nothing.
            if (!index.remote().isEmpty()) services.follow();
            var asked = new ArrayList<Thread>();
            for (var service : index.all()) {
                switch (service.backend()) {
                    case Backend.Local _ -> {
                        if (!service.available()) write(service, Availability.local());
                    }
                    case Backend.Remote remote -> {
                        var found = services.of(remote.service());
                        if (found.isTrue())
                            // Each on its own: one that does not answer must not hold up the others.
                            asked.add(ComponentThreads.named("discovery-check").start(() -> check(service, remote)));
                        else write(service, found);
                    }
                }
            }
            for (var thread : asked) thread.join();
            registry.awaitOwnWrites(kind);
            return index.remote().stream().allMatch(ApiService::available);
        } catch (StoreException | RefusedException e) {
            if (!registry.isClosed()) troubles.accept(e);
            return false;
        }
    }

    private void check(ApiService service, Backend.Remote remote) {
        try {
            write(service, discovery.of(service.registration(), remote));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (StoreException | RefusedException e) {
            if (!registry.isClosed()) troubles.accept(e);
        }
    }

    /** Unless it says so already, or is about somebody else by now: then it comes by here again. */
    private void write(ApiService service, Availability found) {
        for (var attempt = 0; attempt < ATTEMPTS; attempt++) {
            var stored = registry.find(kind, "", service.name());
            if (stored.isEmpty()) return;
            var before = stored.get().tree();
            if (!ApiService.read(before).asksTheSame(service)) return;
            var next = before.deepCopy();
            found.show(next, clock.instant());
            if (next.equals(before)
                    || registry.replace(stored.get(), owners.noted(kind, before, next, MANAGER))
                            instanceof Written.Done) return;
        }
    }

    List<String> unavailable() {
        return index.all().stream()
                .filter(service -> !service.available())
                .map(ApiService::name)
                .toList();
    }

    @Override
    public void close() {
        loop.interrupt();
    }
}
