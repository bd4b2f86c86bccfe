package dev.plimsoll.nodeagent.mirrorpods;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.DeleteOptions;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.cache.CacheChange;
import dev.plimsoll.client.cache.Handler;
import dev.plimsoll.client.pace.Backoff;
import dev.plimsoll.core.model.ObjectMeta;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.resize.state.StatusReport;
import dev.plimsoll.core.workloads.OwnerReference;
import dev.plimsoll.nodeagent.api.ApiPod;
import dev.plimsoll.nodeagent.context.NodeContext;
import dev.plimsoll.nodeagent.loop.Coalescing;
import dev.plimsoll.nodeagent.shape.NodeShape;
import dev.plimsoll.objects.node.NodeObject;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What the API shows of static pods: a copy of each, which says whose copy it is and which node owns it. A copy that somebody deletes is
 * made again; one of a pod that is no more, or has changed, goes. Nothing that is done to a copy touches the pod.
 */
public final class MirrorPods implements Handler<ApiPod> {
    private static final Duration SHORTEST_PAUSE = Duration.ofSeconds(1);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

    private final ApiClient client;
    private final NodeShape shape;
    private final NodeContext around;
    private final Coalescing<MirrorPods> work;
    /** Used by the one who does the work. */
    private final Backoff backoff;

    private Map<ObjectName, StaticPod> wanted = Map.of();
    /** As the API has them. */
    private final Map<ObjectName, ObjectMeta> mirrors = new HashMap<>();
    /** By the uid of the static pod: what was last to be told. */
    private final Map<String, StatusReport> reports = new HashMap<>();
    /** By the uid of the mirror: what was told. */
    private final Map<String, StatusReport> told = new HashMap<>();

    private boolean hasAll;
    private boolean isSynced;
    private volatile boolean isClosed;

    public MirrorPods(NodeShape shape, NodeContext around) {
        this.client = around.clients().of(shape.name());
        this.shape = shape;
        this.around = around;
        this.backoff = new Backoff(SHORTEST_PAUSE, LONGEST_PAUSE, around.random());
        this.work = new Coalescing<>(around.executor(), MirrorPods::reconcile);
    }

    /**
     * These are to be shown.
     *
     * @param areAll whether no others are: copies of others go
     */
    public void show(Map<ObjectName, StaticPod> pods, boolean areAll) {
        synchronized (this) {
            wanted = Map.copyOf(pods);
            hasAll = areAll;
            var uids = new HashSet<String>();
            pods.values().forEach(pod -> uids.add(pod.uid()));
            reports.keySet().retainAll(uids);
        }
        work.put(this);
    }

    @Override
    public void changed(CacheChange<ApiPod> change) {
        synchronized (this) {
            switch (change) {
                case CacheChange.Added<ApiPod>(var _, var pod) ->
                    mirrors.put(name(pod), pod.pod().metadata());
                case CacheChange.Updated<ApiPod>(var _, var _, var pod) ->
                    mirrors.put(name(pod), pod.pod().metadata());
                case CacheChange.Removed<ApiPod>(var _, var pod) -> {
                    mirrors.remove(name(pod));
                    told.remove(pod.uid());
                    around.statuses().forget(pod.uid());
                }
                case CacheChange.Synced<ApiPod> _ -> isSynced = true;
            }
        }
        work.put(this);
    }

    private static ObjectName name(ApiPod pod) {
        return new ObjectName(
                pod.pod().metadata().namespace(), pod.pod().metadata().name());
    }

    /** The copy of a static pod that the API has now; empty while it has none. */
    public synchronized Optional<ObjectMeta> of(ObjectMeta pod) {
        return Optional.ofNullable(mirrors.get(new ObjectName(pod.namespace(), pod.name())))
                .filter(mirror -> pod.uid().equals(hash(mirror)));
    }

    /** The status of a static pod is that of its mirror; of one that is no longer shown nobody is told. */
    public void publish(ObjectMeta pod, StatusReport status) {
        synchronized (this) {
            if (wanted.values().stream().noneMatch(each -> each.uid().equals(pod.uid()))) return;
            reports.put(pod.uid(), status);
        }
        work.put(this);
    }

    /** Nothing more is written. */
    public void close() {
        isClosed = true;
    }

    /** One thing that is to be done about a name. */
    private sealed interface Step {
        record Delete(ObjectName name, String uid) implements Step {}

        record Create(StaticPod pod) implements Step {}

        record Publish(ObjectMeta mirror, StatusReport status) implements Step {}
    }

    private void reconcile() {
        var names = new TreeSet<>(Comparator.comparing(ObjectName::toString));
        synchronized (this) {
            if (!isSynced) return;
            names.addAll(wanted.keySet());
            names.addAll(mirrors.keySet());
        }
        var isDone = true;
        for (var name : names) {
            var step = step(name);
            if (step.isPresent() && !isClosed) isDone &= perform(step.get());
        }
        if (isDone) backoff.success();
        else if (!isClosed) around.timers().at(around.time().instant().plus(backoff.failure()), () -> work.put(this));
    }

    private synchronized Optional<Step> step(ObjectName name) {
        var pod = wanted.get(name);
        var mirror = mirrors.get(name);
        if (mirror == null) return Optional.ofNullable(pod).map(Step.Create::new);
        if (pod == null && !hasAll) return Optional.empty();
        if (pod == null || mirror.deletionOrNull() != null || !pod.uid().equals(hash(mirror)))
            return Optional.of(new Step.Delete(name, mirror.uid()));
        var report = reports.get(pod.uid());
        if (report == null || report.equals(told.get(mirror.uid()))) return Optional.empty();
        return Optional.of(new Step.Publish(mirror, report));
    }

    private static @Nullable String hash(ObjectMeta mirror) {
        return mirror.annotations().get(Pod.MIRROR_ANNOTATION);
    }

    private boolean perform(Step step) {
        return switch (step) {
            case Step.Delete(var name, var uid) ->
                settled(name, client.delete(ApiResource.PODS, name, DeleteOptions.atOnce(uid)));
            case Step.Create(var pod) -> create(pod);
            case Step.Publish(var mirror, var status) -> {
                synchronized (this) {
                    told.put(mirror.uid(), status);
                }
                around.statuses().publish(shape.name(), mirror, status, shape.address());
                yield true;
            }
        };
    }

    private boolean create(StaticPod pod) {
        return switch (client.get(ApiResource.NODES, ObjectName.ofCluster(shape.name()))) {
            case RequestResult.Done<ObjectNode>(var node) ->
                settled(pod.name(), client.create(ApiResource.PODS, mirror(pod, new NodeObject(node))));
            // The node is about to register.
            case RequestResult.NotFound<ObjectNode> _,
                    RequestResult.Conflict<ObjectNode> _,
                    RequestResult.Refused<ObjectNode> _,
                    RequestResult.Unreachable<ObjectNode> _ -> false;
        };
    }

    private ObjectNode mirror(StaticPod pod, NodeObject node) {
        var mirror = pod.document().draft();
        mirror.metadata()
                .withoutUid()
                .annotation(Pod.MIRROR_ANNOTATION, pod.uid())
                .onlyOwners(List.of(new OwnerReference("v1", "Node", shape.name(), node.uid(), true, false)));
        return mirror.document();
    }

    /** A mirror that is gone, or there already, is told of by the watch. */
    private boolean settled(ObjectName name, RequestResult<ObjectNode> outcome) {
        return switch (outcome) {
            case RequestResult.Done<ObjectNode> _, RequestResult.NotFound<ObjectNode> _ -> true;
            case RequestResult.Conflict<ObjectNode> _ -> false;
            case RequestResult.Refused<ObjectNode>(var status) -> failed(name, status.message());
            case RequestResult.Unreachable<ObjectNode>(var why) -> failed(name, why);
        };
    }

    private boolean failed(ObjectName name, String why) {
        around.reporter().tell("mirror pod " + name + ": " + why);
        return false;
    }
}
