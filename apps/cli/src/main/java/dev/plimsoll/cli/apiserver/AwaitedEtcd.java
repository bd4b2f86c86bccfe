package dev.plimsoll.cli.apiserver;

import dev.plimsoll.store.Store;
import dev.plimsoll.store.StoreException;
import dev.plimsoll.store.StoreProblem;
import dev.plimsoll.store.etcd.EtcdOptions;
import dev.plimsoll.store.etcd.EtcdStore;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** The store in etcd, opened as soon as a member answers: programs of a cluster are started in any order. */
final class AwaitedEtcd {
    /** How long one attempt may take, so that what is waited for is said soon. */
    private static final Duration ATTEMPT = Duration.ofSeconds(2);

    private static final long PAUSE_MILLIS = 500;

    private AwaitedEtcd() {}

    /**
     * What trying again does not help against, such as a wrong certificate, is thrown.
     *
     * @param told hears once what is waited for and why
     * @return empty if the latch opened first
     */
    static Optional<Store> open(EtcdOptions options, CountDownLatch stop, Consumer<String> told)
            throws InterruptedException {
        for (var attempts = 1; ; attempts++) {
            try (var _ = EtcdStore.open(options.withPatience(ATTEMPT))) {
                return Optional.of(EtcdStore.open(options));
            } catch (StoreException e) {
                if (e.problem() != StoreProblem.UNAVAILABLE) throw e;
                if (attempts == 1) told.accept("waiting for etcd at " + addresses(options) + ": " + e.getMessage());
            }
            if (stop.await(PAUSE_MILLIS, TimeUnit.MILLISECONDS)) return Optional.empty();
        }
    }

    private static String addresses(EtcdOptions options) {
        return options.endpoints().stream().map(URI::toString).collect(Collectors.joining(", "));
    }
}
