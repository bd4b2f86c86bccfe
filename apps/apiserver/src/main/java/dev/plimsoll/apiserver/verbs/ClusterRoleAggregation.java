package dev.plimsoll.apiserver.verbs;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.storage.Registry;
import dev.plimsoll.client.pace.ComponentThreads;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.builtin.Kinds;
import dev.plimsoll.kinds.documents.DocumentMetadata;
import dev.plimsoll.kinds.rbac.AggregatedRules;
import dev.plimsoll.kinds.rbac.RoleRef;
import dev.plimsoll.kinds.refusal.RefusedException;
import dev.plimsoll.store.StoreException;
import java.time.Duration;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Writes into roles that are put together of others which rules they have, for everybody who reads them. Authorization does not wait
 * for it. Every server of a store does so; what one has written, the next finds as it should be.
 */
public final class ClusterRoleAggregation implements AutoCloseable {
    private static final String MANAGER = "clusterrole-aggregation-controller";
    private static final Duration TURN = Duration.ofMinutes(5);
    private static final Duration PAUSE = Duration.ofMillis(500);

    private final Registry registry;
    private final Kind kind;
    private final ServerApply writing;
    private final Consumer<Throwable> troubles;
    private final Thread loop;

    /** Begins; {@code troubles} is told of failures, which are tried again. */
    public ClusterRoleAggregation(Registry registry, Kinds kinds, PatchHandler patching, Consumer<Throwable> troubles) {
        this.registry = registry;
        this.kind = kinds.named(RoleRef.GROUP, "ClusterRole");
        this.writing = new ServerApply(patching, kind, "", MANAGER);
        this.troubles = troubles;
        this.loop = ComponentThreads.named("clusterrole-aggregation").start(this::run);
    }

    private void run() {
        while (!Thread.currentThread().isInterrupted() && !registry.isClosed()) {
            try (var cursor = registry.follow(kind, "", 0).cursor()) {
                aggregate();
                while (!cursor.isEnded()) {
                    cursor.next(TURN);
                    aggregate();
                }
            } catch (InterruptedException _) {
                return;
            } catch (StoreException | RefusedException e) {
                if (registry.isClosed()) return;
                troubles.accept(e);
                if (!registry.pause(PAUSE)) return;
            }
        }
    }

    /** What is written here comes by as a change, so that roles put together of this one have their turn. */
    private void aggregate() {
        var roles = new TreeMap<String, ObjectNode>();
        for (var candidate : registry.latest(kind, "").objects()) {
            var tree = candidate.object().tree();
            roles.put(DocumentMetadata.of(tree).name(), tree);
        }
        for (var name : roles.keySet()) {
            AggregatedRules.change(name, roles).ifPresent(change -> writing.apply(name, change));
        }
    }

    @Override
    public void close() {
        loop.interrupt();
    }
}
