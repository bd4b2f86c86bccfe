package dev.plimsoll.testkit.clients;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A wait for what the fabric8 client addresses. Its informer tells each change; conditions run on the thread of the test, so that they may call the
 * client, which its own threads cannot.
 */
public final class Fabric8Wait<T extends HasMetadata> {
    private final Resource<T> resource;
    private final Duration patience;
    private final UnaryOperator<String> report;

    /**
     * A wait that is given up after so long.
     *
     * @param report makes of an object, as JSON, what people are shown of it when a wait was in vain
     */
    public Fabric8Wait(Resource<T> resource, Duration patience, UnaryOperator<String> report) {
        this.resource = resource;
        this.patience = patience;
        this.report = report;
    }

    /** The object as soon as it is as it should be. One that is deleted meanwhile fails at once. */
    @SuppressWarnings("FutureReturnValueIgnored") // what it does is all that is wanted
    public T until(Predicate<? super T> condition) {
        var changes = new LinkedBlockingQueue<Supplier<Optional<T>>>();
        var watched = resource.informOnCondition(found -> {
            var first = found.stream().findFirst();
            changes.add(() -> first);
            return false;
        });
        watched.whenComplete((found, failure) -> {
            if (failure != null && !watched.isCancelled())
                changes.add(() -> {
                    throw new IllegalStateException("the object cannot be watched: " + failure.getMessage(), failure);
                });
        });
        try {
            return until(condition, changes);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("stopped while it was waited for an object", e);
        } finally {
            watched.cancel(true);
        }
    }

    private T until(Predicate<? super T> condition, BlockingQueue<Supplier<Optional<T>>> changes)
            throws InterruptedException {
        var begun = System.nanoTime();
        @Nullable T last = null;
        while (true) {
            var change = changes.poll(patience.toNanos() - (System.nanoTime() - begun), TimeUnit.NANOSECONDS);
            if (change == null) throw inVain(last);
            var now = change.get().orElse(null);
            if (now != null && condition.test(now)) return now;
            if (now == null && last != null)
                throw new AssertionError(name(last) + " was deleted while it was waited for. It was:\n" + shown(last));
            last = now;
        }
    }

    private AssertionError inVain(@Nullable T last) {
        var within = " within " + patience.toSeconds() + " s";
        return new AssertionError(
                last == null
                        ? "there was no such object" + within + ": " + Fabric8.name(resource)
                        : name(last) + " did not become as expected" + within + "; there is now this:\n" + shown(last));
    }

    private static String name(HasMetadata object) {
        var metadata = object.getMetadata();
        var namespace = metadata.getNamespace();
        return object.getKind() + " " + (namespace == null ? "" : namespace + "/") + metadata.getName();
    }

    private String shown(HasMetadata object) {
        return report.apply(Serialization.asJson(object));
    }
}
