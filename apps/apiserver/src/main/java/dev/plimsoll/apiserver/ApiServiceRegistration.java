package dev.plimsoll.apiserver;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.storage.ParallelWrites;
import dev.plimsoll.apiserver.storage.Registry.Written;
import dev.plimsoll.apiserver.storage.StoredObject;
import dev.plimsoll.apiserver.verbs.Engine;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.discovery.Availability;
import dev.plimsoll.kinds.discovery.OwnApiService;
import dev.plimsoll.kinds.documents.DocumentMetadata;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * An APIService for each group version that this server answers for. Those of its own kinds are made and mended when a server starts,
 * those of definitions as definitions come and go. An object without the label is somebody else's and stays as it is.
 */
final class ApiServiceRegistration implements AutoCloseable {
    /** Nobody registers the registration itself. */
    private static final String OWN_GROUP = "apiregistration.k8s.io";

    private static final Duration PERIOD = Duration.ofSeconds(60);
    private static final int ATTEMPTS = 5;

    private final Engine engine;
    private final BootstrapObjects objects;
    private final RequestHeaderConfig config;
    private final Runnable refresh;
    private final Kind kind;
    private final UpkeepLoop loop;

    /** When an object is corrected. */
    private enum Round {
        START,
        LATER
    }

    /** @param refresh brings the kinds up to date that definitions make */
    ApiServiceRegistration(
            Engine engine,
            BootstrapObjects objects,
            RequestHeaderConfig config,
            Runnable refresh,
            Consumer<Throwable> troubles) {
        this.engine = engine;
        this.objects = objects;
        this.config = config;
        this.refresh = refresh;
        this.kind = engine.kinds().named(OWN_GROUP, "APIService");
        this.loop = new UpkeepLoop("apiservice-registration", engine, PERIOD, () -> reconcile(Round.LATER), troubles);
    }

    /** Makes what is missing, and keeps it. */
    void start() {
        loop.attempt(() -> reconcile(Round.START));
        engine.kinds().onChange(loop::wake);
        engine.registry().onRemoval((removed, _) -> {
            if (removed.equals(kind)) loop.wake();
        });
        loop.start();
    }

    private void reconcile(Round round) {
        config.ensure();
        refresh.run();
        var wanted = wanted();
        for (var object : engine.registry().latest(kind, "").objects()) {
            var stored = object.object();
            var document = stored.tree();
            var next = wanted.remove(DocumentMetadata.of(document).name());
            if (!isKept(document, round)) continue;
            if (next == null) engine.registry().delete(stored);
            else correct(stored, next);
        }
        ParallelWrites.each("bootstrap", wanted.values(), each -> {
            if (round == Round.START || isKept(each, round)) objects.store(kind, each);
        });
    }

    private static boolean isKept(ObjectNode document, Round round) {
        return switch (OwnApiService.upkeep(document)) {
            case ALWAYS -> true;
            case ON_START -> round == Round.START;
            case NEVER -> false;
        };
    }

    private Map<String, ObjectNode> wanted() {
        var wanted = new LinkedHashMap<String, ObjectNode>();
        for (var apiVersion : engine.kinds().apiVersions()) {
            var served = engine.kinds().of(apiVersion);
            if (served.isEmpty() || served.getFirst().group().equals(OWN_GROUP)) continue;
            wanted.put(OwnApiService.name(served.getFirst()), document(served.getFirst()));
        }
        return wanted;
    }

    private ObjectNode document(Kind served) {
        var document = objects.decoded(kind, OwnApiService.of(served));
        engine.strategies().of(kind).prepareNew(document);
        Availability.local().show(document, engine.clock().instant());
        return document;
    }

    private void correct(StoredObject first, ObjectNode wanted) {
        var stored = first;
        for (var attempt = 0; attempt < ATTEMPTS; attempt++) {
            var next = OwnApiService.corrected(stored.tree(), wanted);
            if (next.equals(stored.tree())) return;
            if (!(engine.registry().replace(stored, next) instanceof Written.Overtaken(var current))) return;
            stored = current;
        }
    }

    @Override
    public void close() {
        loop.close();
    }
}
