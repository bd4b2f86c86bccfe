package dev.plimsoll.apiserver.customresources;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.storage.Registry;
import dev.plimsoll.client.pace.ComponentThreads;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.builtin.Kinds;
import dev.plimsoll.kinds.definition.ConversionClient;
import dev.plimsoll.kinds.definition.CustomKinds;
import dev.plimsoll.kinds.definition.Definition;
import dev.plimsoll.kinds.definition.DefinitionStatus;
import dev.plimsoll.kinds.definition.NameDecision;
import dev.plimsoll.kinds.documents.DocumentMetadata;
import dev.plimsoll.kinds.refusal.RefusedException;
import dev.plimsoll.kinds.refusal.StatusObject;
import dev.plimsoll.objects.access.User;
import dev.plimsoll.store.StoreException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * Decides about definitions: gives them their names, has their kinds served, and empties them before they go. Every server of a
 * store does so; whose write comes first counts.
 */
public final class Definitions implements AutoCloseable {
    private static final Duration TURN = Duration.ofMinutes(5);
    /** Objects that wait for somebody else's finalizers are looked at again so soon. */
    private static final Duration NEXT_LOOK = Duration.ofMillis(200);

    private static final Duration PAUSE = Duration.ofMillis(500);
    /** How long a client that wrote a definition may have to wait for what becomes of it. */
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private static final User SERVER = new User("system:apiserver", "", List.of(User.MASTERS));

    private final Registry registry;
    private final Kind kind;
    private final DefinitionIndex book;
    private final ObjectDeletion deleting;
    private final CustomKinds custom;
    private final InstantSource clock;
    private final Consumer<Throwable> troubles;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition turned = lock.newCondition();
    private long decided;
    private final Thread loop;

    public Definitions(
            Registry registry,
            Kinds kinds,
            ObjectDeletion deleting,
            ConversionClient conversions,
            InstantSource clock,
            Consumer<Throwable> troubles) {
        this.registry = registry;
        this.kind = kinds.named("apiextensions.k8s.io", "CustomResourceDefinition");
        this.deleting = deleting;
        this.custom = new CustomKinds(conversions);
        this.clock = clock;
        this.troubles = troubles;
        this.book = new DefinitionIndex(kinds, custom, registry::retire);
        registry.observe(kind, book);
        this.loop = ComponentThreads.named("definitions").start(this::run);
    }

    /** Sees to it that the kinds of all definitions are served that anybody wrote up to now. */
    public void refresh() {
        registry.awaitObserved(kind, registry.revision());
    }

    /** After a write, waits a little until it is decided what becomes of it. Kinds other than definitions need no decision. */
    public void settle(Kind written) {
        if (!written.equals(kind)) return;
        var wanted = registry.ownRevision(kind);
        var deadline = System.nanoTime() + PATIENCE.toNanos();
        lock.lock();
        try {
            while (decided < wanted) {
                var left = deadline - System.nanoTime();
                if (left <= 0) return;
                turned.awaitNanos(left);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
    }

    private void run() {
        while (!Thread.currentThread().isInterrupted() && !registry.isClosed()) {
            try (var cursor = registry.follow(kind, "", 0).cursor()) {
                while (!cursor.isEnded()) cursor.next(runOnce() ? TURN : NEXT_LOOK);
            } catch (InterruptedException _) {
                return;
            } catch (StoreException | RefusedException e) {
                if (registry.isClosed()) return;
                troubles.accept(e);
                if (!registry.pause(PAUSE)) return;
            }
        }
    }

    /** Decides about each; false if one of them is not done with. */
    private boolean runOnce() {
        var settled = true;
        var seen = registry.recent(kind, "").revision();
        for (var definition : book.all()) {
            if (definition.beingDeleted()) settled &= ended(definition);
            else decide(definition);
            registry.awaitOwnWrites(kind); // what one was given, the next cannot have
        }
        lock.lock();
        try {
            decided = Math.max(decided, seen);
            turned.signalAll();
        } finally {
            lock.unlock();
        }
        return settled;
    }

    private void decide(Definition definition) {
        var names = book.isBuiltIn(definition)
                ? NameDecision.whole(definition.wanted())
                : NameDecision.of(definition, book.all(), book.builtIn());
        if (names.isWhole() && names.accepted().equals(definition.accepted()) && definition.isServed()) return;
        change(definition, document -> {
            if (book.isBuiltIn(definition))
                DefinitionStatus.decideBuiltIn(document, definition.wanted(), clock.instant());
            else DefinitionStatus.decide(document, names, clock.instant());
            return document;
        });
    }

    /** Whether the definition has nothing to wait for any more. */
    private boolean ended(Definition definition) {
        if (!definition.awaitsCleanup()) return true;
        if (book.isBuiltIn(definition)) {
            return release(
                    definition, "OverlappingBuiltInResource", "instances overlap with built-in resources in storage");
        }
        if (!definition.isEstablished())
            return release(definition, "NeverEstablished", "resource was never established");
        var objects = custom.stored(definition);
        if (registry.count(objects, "") == 0) {
            return release(definition, "InstanceDeletionCompleted", "removed all instances");
        }
        ending(definition, "InstanceDeletionInProgress", "CustomResource deletion is in progress");
        try {
            deleting.deleteEvery(objects, SERVER);
        } catch (RefusedException e) {
            var why = StatusObject.message(StatusObject.of(e.refusal()));
            ending(definition, "InstanceDeletionFailed", "could not issue all deletes: " + why);
            return false;
        }
        if (registry.count(objects, "") > 0) return false;
        return release(definition, "InstanceDeletionCompleted", "removed all instances");
    }

    private void ending(Definition definition, String reason, String message) {
        change(definition, document -> {
            DefinitionStatus.terminating(document, true, reason, message, clock.instant());
            return document;
        });
    }

    private boolean release(Definition definition, String reason, String message) {
        change(definition, document -> {
            DefinitionStatus.release(document, reason, message, clock.instant());
            return document;
        });
        return true;
    }

    /** Writes what is made of a definition, if it is something else than it was. Overtaken means that it comes by here again. */
    private void change(Definition definition, UnaryOperator<ObjectNode> edit) {
        var current = registry.find(kind, "", definition.name());
        if (current.isEmpty()) return;
        var stored = current.get().tree();
        if (!DocumentMetadata.of(stored).uid().equals(definition.uid())) return;
        var next = edit.apply(stored.deepCopy());
        if (next.equals(stored)) return;
        var meta = DocumentMetadata.of(next);
        if (meta.isBeingDeleted() && meta.finalizers().isEmpty()) registry.delete(current.get(), next);
        else registry.replace(current.get(), next);
    }

    @Override
    public void close() {
        loop.interrupt();
    }
}
