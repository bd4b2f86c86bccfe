package dev.plimsoll.apiserver.quota;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.documents.Views;
import dev.plimsoll.apiserver.kinds.Kind;
import dev.plimsoll.apiserver.kinds.Kinds;
import dev.plimsoll.apiserver.refusal.RefusedException;
import dev.plimsoll.apiserver.storage.Candidate;
import dev.plimsoll.apiserver.storage.Change;
import dev.plimsoll.apiserver.storage.Registry;
import dev.plimsoll.codec.view.PodWriter;
import dev.plimsoll.core.admission.quota.PodUsage;
import dev.plimsoll.core.admission.quota.QuotaAdmission;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.model.ResourceQuota;
import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.store.StoreException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.TreeMap;

/**
 * Follows quotas and pods, and writes what is enforced and what is in use. Admission charges new pods by itself; this brings
 * the figures down again when pods end or shrink, and up when a node allocated more than was charged.
 */
public final class QuotaStatus implements AutoCloseable {
    private static final Duration TURN = Duration.ofMinutes(5);
    private static final Duration PAUSE = Duration.ofMillis(500);

    private final Registry registry;
    private final Kind quotas;
    private final Kind pods;
    private final PodUsage usage;
    private final QuotaAdmission scopes;
    private final InstantSource clock;
    private final Thread quotaFollower;
    private final Thread podFollower;

    public QuotaStatus(Registry registry, Kinds kinds, FeatureGates gates, InstantSource clock) {
        this.registry = registry;
        this.quotas = kinds.named("", "ResourceQuota");
        this.pods = kinds.named("", "Pod");
        this.usage = PodUsage.under(gates);
        this.scopes = QuotaAdmission.under(gates);
        this.clock = clock;
        this.quotaFollower = Thread.ofVirtual().name("quota-objects").start(() -> follow(quotas));
        this.podFollower = Thread.ofVirtual().name("quota-pods").start(() -> follow(pods));
    }

    private void follow(Kind kind) {
        while (!Thread.currentThread().isInterrupted()) {
            try (var cursor = registry.follow(kind, "", 0).cursor()) {
                all();
                while (!cursor.isEnded()) {
                    var change = cursor.next(TURN);
                    if (change.isEmpty()) all();
                    else if (isLimited(kind, change.get()) && concerns(kind, change.get())) {
                        namespace(namespaceOf(change.get()));
                    }
                }
                if (registry.isClosed()) return;
            } catch (InterruptedException _) {
                return;
            } catch (StoreException | RefusedException _) {
                if (registry.isClosed() || !pause()) return;
            }
        }
    }

    /** Gives a broken store some time; false if the server stops meanwhile. */
    private static boolean pause() {
        try {
            Thread.sleep(PAUSE);
            return true;
        } catch (InterruptedException _) {
            return false;
        }
    }

    private static String namespaceOf(Change change) {
        var end = change.key().lastIndexOf('/');
        return change.key().substring(change.key().lastIndexOf('/', end - 1) + 1, end);
    }

    /** Most namespaces have no quota, and then nothing need be known of their pods. */
    private boolean isLimited(Kind kind, Change change) {
        return kind.equals(quotas)
                || !registry.recent(quotas, namespaceOf(change)).objects().isEmpty();
    }

    /** A new pod was charged by admission; counting it here again could undo the charge of one that is on its way. */
    private static boolean concerns(Kind kind, Change change) {
        var now = change.now();
        var before = change.before();
        if (kind.is("", "ResourceQuota")) return now != null;
        if (before == null) return false;
        return now == null || !status(now).equals(status(before));
    }

    private static Object status(Candidate candidate) {
        var tree = candidate.object().tree();
        var status = tree.path("status");
        var relevant = tree.objectNode();
        relevant.set("phase", status.path("phase"));
        relevant.set("containers", status.path("containerStatuses"));
        relevant.set("init", status.path("initContainerStatuses"));
        relevant.set("resources", status.path("resources"));
        relevant.set("allocated", status.path("allocatedResources"));
        relevant.set("deletion", tree.path("metadata").path("deletionTimestamp"));
        relevant.set("deadline", tree.path("spec").path("activeDeadlineSeconds"));
        return relevant;
    }

    private void all() {
        registry.recent(quotas, "").objects().stream()
                .map(quota -> quota.fields().getOrDefault("metadata.namespace", ""))
                .distinct()
                .forEach(this::namespace);
    }

    private void namespace(String namespace) {
        for (var quota : registry.recent(quotas, namespace).objects()) {
            var stored = quota.object();
            var tree = stored.tree();
            var view = Views.resourceQuota(tree);
            var used = used(view, namespace);
            if (view.enforced().equals(view.hard()) && view.used().equals(used)) continue;
            var status = tree.get("status") instanceof ObjectNode known ? known : tree.putObject("status");
            status.set("hard", PodWriter.amounts(status, view.hard()));
            status.set("used", PodWriter.amounts(status, used));
            // Overtaken means that a newer state is on its way here.
            registry.replace(stored, tree);
        }
    }

    private ResourceAmounts used(ResourceQuota quota, String namespace) {
        var total = new TreeMap<ResourceName, Quantity>();
        for (var name : quota.hard().names()) total.put(name, Quantity.ZERO);
        for (var candidate : registry.recent(pods, namespace).objects()) {
            Pod pod = Views.pod(candidate.object().tree());
            if (!scopes.counts(quota, pod)) continue;
            var charge = usage.of(pod, clock.instant());
            total.replaceAll((name, sum) -> sum.plus(charge.amount(name)));
        }
        return ResourceAmounts.of(total);
    }

    @Override
    public void close() {
        quotaFollower.interrupt();
        podFollower.interrupt();
    }
}
