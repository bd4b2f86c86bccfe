package dev.plimsoll.controllers.loop;

import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.cache.CacheIndex;
import dev.plimsoll.core.workloads.ControlledPod;
import dev.plimsoll.core.workloads.ObjectMetadata;
import dev.plimsoll.core.workloads.job.PodTally;
import dev.plimsoll.objects.ApiObject;
import java.util.List;
import java.util.Set;

/** How objects are found in the caches. */
public final class Indexes {
    /** By the uid of the controller. */
    public static final CacheIndex<ControlledPod> PODS_BY_CONTROLLER =
            new CacheIndex<>("controller", pod -> controller(pod.meta()));
    /** By namespace; those that nobody controls. */
    public static final CacheIndex<ControlledPod> ORPHANED_PODS =
            new CacheIndex<>("orphans", pod -> orphan(pod.meta()));

    public static final CacheIndex<ControlledPod> PODS_BY_NAMESPACE =
            new CacheIndex<>("namespace", pod -> Set.of(pod.meta().namespace()));
    public static final CacheIndex<ControlledPod> PODS_BY_NODE =
            new CacheIndex<>("node", pod -> pod.node().isEmpty() ? Set.of() : Set.of(pod.node()));
    /**
     * Those with the finalizer of jobs, by namespace and name of their job, whatever its uid. Those without a controller are found under
     * the empty name.
     */
    public static final CacheIndex<ControlledPod> PODS_BY_TRACKING_JOB =
            new CacheIndex<>("tracking-job", Indexes::trackingJob);

    public static final CacheIndex<ApiObject> BY_CONTROLLER =
            new CacheIndex<>("controller", each -> controller(each.metadata()));
    public static final CacheIndex<ApiObject> ORPHANS = new CacheIndex<>("orphans", each -> orphan(each.metadata()));
    public static final CacheIndex<ApiObject> BY_NAMESPACE =
            new CacheIndex<>("namespace", each -> Set.of(each.name().namespace()));

    static final List<CacheIndex<ControlledPod>> OF_PODS =
            List.of(PODS_BY_CONTROLLER, ORPHANED_PODS, PODS_BY_NAMESPACE, PODS_BY_NODE, PODS_BY_TRACKING_JOB);
    static final List<CacheIndex<ApiObject>> OF_OBJECTS = List.of(BY_CONTROLLER, ORPHANS, BY_NAMESPACE);

    private Indexes() {}

    private static Set<String> controller(ObjectMetadata meta) {
        return meta.controller().map(owner -> Set.of(owner.uid())).orElse(Set.of());
    }

    private static Set<String> trackingJob(ControlledPod pod) {
        if (!pod.hasFinalizer(PodTally.FINALIZER)) return Set.of();
        var owner = pod.meta().controller();
        if (owner.isEmpty()) return Set.of(trackingJob(new ObjectName(pod.meta().namespace(), "")));
        return owner.get().kind().equals("Job")
                ? Set.of(trackingJob(
                        new ObjectName(pod.meta().namespace(), owner.get().name())))
                : Set.of();
    }

    /** The key of {@link #PODS_BY_TRACKING_JOB}. */
    public static String trackingJob(ObjectName job) {
        return job.namespace() + "/" + job.name();
    }

    private static Set<String> orphan(ObjectMetadata meta) {
        return meta.controller().isPresent() ? Set.of() : Set.of(meta.namespace());
    }
}
