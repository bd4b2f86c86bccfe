package dev.plimsoll.objects.kubelet;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.codec.view.PodWriter;
import dev.plimsoll.core.cgroups.CpuScale;
import dev.plimsoll.core.model.ResourceRequirements;
import dev.plimsoll.core.resize.resources.Actuated;
import dev.plimsoll.core.resize.resources.Allocated;
import dev.plimsoll.core.resize.resources.PodLimits;
import dev.plimsoll.objects.tree.DraftNode;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A pod as its node has it: what was granted, what was written last, and the CPUs that containers have for themselves. A page of ours: the API has
 * nothing of the kind, and kubelets have no such page.
 */
public final class ActuatedPodDraft {
    static final String ALLOCATED = "allocated";
    static final String ACTUATED = "actuated";
    static final String CONTAINERS = "containers";
    static final String CPUS = "cpus";
    static final String CGROUP = "cgroup";

    private final DraftNode root = DraftNode.empty();

    /** @param cpus of containers that have some for themselves, by name */
    public ActuatedPodDraft(
            String namespace,
            String name,
            String uid,
            Allocated allocated,
            Actuated actuated,
            Map<String, String> cpus) {
        root.put("kind", "ActuatedPod").put("apiVersion", "plimsoll.dev/v1");
        root.object("metadata").put("namespace", namespace).put("name", name).put("uid", uid);
        var whole = root.object("pod");
        resources(whole, ALLOCATED, allocated.resources().podLevel());
        resources(whole, ACTUATED, actuated.resources().podLevel());
        cgroup(whole, actuated.podOrNull());
        var containers = root.list(CONTAINERS);
        allocated.resources().containers().forEach((container, granted) -> {
            var entry = containers.addObject().put("name", container);
            resources(entry, ALLOCATED, granted);
            if (actuated.knows(container)) resources(entry, ACTUATED, actuated.container(container));
            entry.putUnlessEmpty(CPUS, cpus.getOrDefault(container, ""));
        });
    }

    private static void resources(DraftNode owner, String name, ResourceRequirements told) {
        if (!told.isDeclared()) return;
        var entry = owner.newObject(name);
        entry.set("requests", PodWriter.amounts(entry.node(), told.requests()));
        entry.set("limits", PodWriter.amounts(entry.node(), told.limits()));
    }

    private static void cgroup(DraftNode owner, @Nullable PodLimits written) {
        if (written == null) return;
        owner.newObject(CGROUP)
                .put("cpu.weight", written.cpuWeight())
                .put(
                        "cpu.max",
                        CpuScale.cpuMax(
                                written.cpuQuota() == PodLimits.UNLIMITED ? CpuScale.NO_QUOTA : written.cpuQuota(),
                                CpuScale.PERIOD))
                .put(
                        "memory.max",
                        written.memoryLimit() == PodLimits.UNLIMITED ? "max" : String.valueOf(written.memoryLimit()));
    }

    public ObjectNode document() {
        return root.node();
    }
}
