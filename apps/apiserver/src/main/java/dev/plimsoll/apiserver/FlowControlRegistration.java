package dev.plimsoll.apiserver;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.storage.IndexedObject;
import dev.plimsoll.apiserver.storage.KindCache;
import dev.plimsoll.apiserver.storage.ObjectKey;
import dev.plimsoll.apiserver.storage.ParallelWrites;
import dev.plimsoll.apiserver.storage.StoredChange;
import dev.plimsoll.apiserver.storage.StoredObject;
import dev.plimsoll.apiserver.verbs.Engine;
import dev.plimsoll.apiserver.verbs.ServerApply;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.bootstrap.FlowControlUpkeep;
import dev.plimsoll.kinds.documents.DocumentMetadata;
import dev.plimsoll.kinds.flowcontrol.FlowControlDocuments;
import dev.plimsoll.objects.TypeMeta;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.function.Consumer;

/**
 * Keeps the flow schemas and priority levels that every cluster has, and writes into the status of each schema whether its level is
 * there. What the mandatory ones say cannot be changed; the others are kept as long as their annotation wants it.
 */
final class FlowControlRegistration implements AutoCloseable {
    /** In whose name the status is written. */
    static final String MANAGER = "api-priority-and-fairness-config-consumer-v1";

    private static final String GROUP = "flowcontrol.apiserver.k8s.io";
    private static final Duration PERIOD = Duration.ofSeconds(60);

    private final Engine engine;
    private final BootstrapObjects objects;
    private final FlowControlDocuments documents;
    private final ServerApply statuses;
    private final Kind schemas;
    private final Kind levels;
    private final UpkeepLoop loop;

    FlowControlRegistration(
            Engine engine,
            BootstrapObjects objects,
            FlowControlDocuments documents,
            ServerApply statuses,
            Consumer<Throwable> troubles) {
        this.engine = engine;
        this.objects = objects;
        this.documents = documents;
        this.statuses = statuses;
        this.schemas = engine.kinds().named(GROUP, "FlowSchema");
        this.levels = engine.kinds().named(GROUP, "PriorityLevelConfiguration");
        this.loop = new UpkeepLoop(
                "flow-control-objects",
                engine,
                PERIOD,
                () -> {
                    ensure();
                    judge();
                },
                troubles);
    }

    /** Wakes it whenever one of the objects changes; to be put in place before any is read. */
    static KindCache.Observer waking(Runnable wake) {
        return new KindCache.Observer() {
            @Override
            public void loaded(Collection<IndexedObject> loaded) {
                wake.run();
            }

            @Override
            public void changed(StoredChange change) {
                wake.run();
            }
        };
    }

    /** Makes what is missing, and keeps it. */
    void start() {
        engine.registry().observe(schemas, waking(loop::wake));
        engine.registry().observe(levels, waking(loop::wake));
        loop.attempt(this::ensure);
        // Nobody is told of objects that nobody reads: from here on they are in force.
        engine.registry().awaitOwnWrites(schemas);
        engine.registry().awaitOwnWrites(levels);
        loop.start();
        loop.wake();
    }

    private void ensure() {
        var known = new HashMap<String, StoredObject>();
        for (var kind : List.of(levels, schemas)) {
            for (var object : engine.registry().latest(kind, "").objects())
                known.put(object.object().key(), object.object());
        }
        ParallelWrites.each("bootstrap", documents.all(), document -> {
            var kind = TypeMeta.of(document).kind().equals(schemas.name()) ? schemas : levels;
            var wanted = objects.decoded(kind, FlowControlUpkeep.kept(document));
            var key = ObjectKey.of(kind, "", DocumentMetadata.of(wanted).name());
            var stored = known.get(key);
            // Most of the time all is as it should be.
            if (stored == null || !isAsWanted(stored, wanted))
                objects.keep(kind, wanted, before -> corrected(before, wanted));
        });
    }

    private static boolean isAsWanted(StoredObject stored, ObjectNode wanted) {
        return corrected(stored.tree(), wanted).equals(stored.tree());
    }

    private static ObjectNode corrected(ObjectNode before, ObjectNode wanted) {
        return FlowControlUpkeep.corrected(before, wanted, FlowControlDocuments.isMandatory(before));
    }

    private void judge() {
        var known = new HashSet<String>();
        for (var level : engine.registry().latest(levels, "").objects())
            known.add(DocumentMetadata.of(level.object().tree()).name());
        for (var object : engine.registry().latest(schemas, "").objects()) {
            var schema = object.object().tree();
            FlowControlUpkeep.statusChange(
                            schema,
                            known.contains(FlowControlUpkeep.levelOf(schema)),
                            engine.clock().instant())
                    .ifPresent(
                            change -> statuses.apply(DocumentMetadata.of(schema).name(), change));
        }
    }

    @Override
    public void close() {
        loop.close();
    }
}
