package dev.plimsoll.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.aggregation.Availability;
import dev.plimsoll.apiserver.storage.Registry.Written;
import dev.plimsoll.apiserver.storage.StoredObject;
import dev.plimsoll.apiserver.verbs.Engine;
import dev.plimsoll.kinds.GroupPriority;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.refusal.RefusedException;
import dev.plimsoll.store.StoreException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * An APIService for each group version that this server answers for. Those of its own kinds are made and mended when a server starts,
 * those of definitions as definitions come and go. An object without the label is somebody else's and stays as it is.
 */
final class ApiServiceRegistration implements AutoCloseable {
    private static final String LABEL = "kube-aggregator.kubernetes.io/automanaged";
    private static final String ON_START = "onstart";
    private static final String ALWAYS = "true";
    /** Nobody registers the registration itself. */
    private static final String OWN_GROUP = "apiregistration.k8s.io";
    /** Answered here unless somebody installs another server for it, whose APIService has the same name: so it is not labelled. */
    private static final String METRICS_GROUP = "metrics.k8s.io";

    private static final Duration PERIOD = Duration.ofSeconds(60);
    private static final int ATTEMPTS = 5;

    private final Engine engine;
    private final BootstrapObjects objects;
    private final RequestHeaderConfig config;
    private final Runnable refresh;
    private final Consumer<Throwable> troubles;
    private final Kind kind;
    private final Semaphore changes = new Semaphore(0);
    private final Thread loop;

    /** When an object is mended. */
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
        this.troubles = troubles;
        this.kind = engine.kinds().named(OWN_GROUP, "APIService");
        this.loop = Thread.ofVirtual().name("apiservice-registration").unstarted(this::run);
    }

    /** Makes what is missing, and keeps it. */
    void start() {
        reconcile(Round.START);
        engine.kinds().onChange(changes::release);
        engine.registry().onRemoval((removed, _) -> {
            if (removed.equals(kind)) changes.release();
        });
        loop.start();
    }

    private void run() {
        try {
            while (!engine.registry().isClosed()) {
                if (changes.tryAcquire(PERIOD.toMillis(), TimeUnit.MILLISECONDS)) changes.drainPermits();
                if (!engine.registry().isClosed()) reconcile(Round.LATER);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /** A store that cannot answer now is asked again at the next turn. */
    private void reconcile(Round round) {
        try {
            config.ensure();
            refresh.run();
            var wanted = wanted();
            for (var object : engine.registry().latest(kind, "").objects()) {
                var stored = object.object();
                var label = label(stored.tree());
                var next = wanted.remove(
                        stored.tree().path("metadata").path("name").asText());
                if (!isKept(label, round)) continue;
                if (next == null) engine.registry().delete(stored);
                else mend(stored, next);
            }
            BootstrapObjects.together(wanted.values(), each -> {
                if (round == Round.START || label(each).equals(ALWAYS)) objects.store(kind, each);
            });
        } catch (StoreException | RefusedException trouble) {
            if (!engine.registry().isClosed()) troubles.accept(trouble);
        }
    }

    private static boolean isKept(String label, Round round) {
        return switch (round) {
            case START -> label.equals(ALWAYS) || label.equals(ON_START);
            case LATER -> label.equals(ALWAYS);
        };
    }

    private static String label(JsonNode document) {
        return document.path("metadata").path("labels").path(LABEL).asText();
    }

    private Map<String, ObjectNode> wanted() {
        var wanted = new LinkedHashMap<String, ObjectNode>();
        for (var apiVersion : engine.kinds().apiVersions()) {
            var served = engine.kinds().of(apiVersion);
            if (served.isEmpty() || served.getFirst().group().equals(OWN_GROUP)) continue;
            var first = served.getFirst();
            wanted.put(first.version() + "." + first.group(), document(first));
        }
        return wanted;
    }

    private ObjectNode document(Kind served) {
        var sent = JsonNodeFactory.instance.objectNode();
        var metadata = sent.putObject("metadata").put("name", served.version() + "." + served.group());
        if (!served.group().equals(METRICS_GROUP)) {
            metadata.putObject("labels").put(LABEL, served.extension() == null ? ON_START : ALWAYS);
        }
        var spec = sent.putObject("spec");
        if (!served.group().isEmpty()) spec.put("group", served.group());
        spec.put("version", served.version())
                .put("groupPriorityMinimum", GroupPriority.ofGroup(served.group()))
                .put("versionPriority", GroupPriority.ofVersion(served.apiVersion()));
        var document = objects.decoded(kind, sent);
        engine.strategies().of(kind).prepareNew(document);
        Availability.local().show(document, engine.clock().instant());
        return document;
    }

    private void mend(StoredObject first, ObjectNode wanted) {
        var stored = first;
        for (var attempt = 0; attempt < ATTEMPTS; attempt++) {
            var next = stored.tree().deepCopy();
            next.withObject("/metadata/labels").put(LABEL, label(wanted));
            next.set("spec", wanted.path("spec"));
            if (next.equals(stored.tree())) return;
            if (!(engine.registry().replace(stored, next) instanceof Written.Overtaken(var current))) return;
            stored = current;
        }
    }

    @Override
    public void close() {
        loop.interrupt();
    }
}
