package dev.plimsoll.controllers.loop;

import dev.plimsoll.client.cache.Index;
import dev.plimsoll.controllers.objects.Meta;
import dev.plimsoll.controllers.objects.PodView;
import dev.plimsoll.controllers.objects.Workload;
import java.util.List;
import java.util.Set;

/** How objects are found in the caches. */
public final class Indexes {
    /** By the uid of the controller. */
    public static final Index<PodView> PODS_BY_CONTROLLER = new Index<>("controller", pod -> controller(pod.meta()));
    /** By namespace; those that nobody controls. */
    public static final Index<PodView> ORPHANED_PODS = new Index<>("orphans", pod -> orphan(pod.meta()));

    public static final Index<PodView> PODS_BY_NAMESPACE =
            new Index<>("namespace", pod -> Set.of(pod.name().namespace()));
    public static final Index<PodView> PODS_BY_NODE =
            new Index<>("node", pod -> pod.node().isEmpty() ? Set.of() : Set.of(pod.node()));
    public static final Index<Workload> BY_CONTROLLER = new Index<>("controller", each -> controller(each.meta()));
    public static final Index<Workload> ORPHANS = new Index<>("orphans", each -> orphan(each.meta()));
    public static final Index<Workload> BY_NAMESPACE =
            new Index<>("namespace", each -> Set.of(each.name().namespace()));

    static final List<Index<PodView>> OF_PODS =
            List.of(PODS_BY_CONTROLLER, ORPHANED_PODS, PODS_BY_NAMESPACE, PODS_BY_NODE);
    static final List<Index<Workload>> OF_WORKLOADS = List.of(BY_CONTROLLER, ORPHANS, BY_NAMESPACE);

    private Indexes() {}

    private static Set<String> controller(Meta meta) {
        return meta.controller().map(owner -> Set.of(owner.uid())).orElse(Set.of());
    }

    private static Set<String> orphan(Meta meta) {
        return meta.controller().isPresent() ? Set.of() : Set.of(meta.namespace());
    }
}
