package dev.plimsoll.codec.view;

import dev.plimsoll.core.model.scheduling.NodeNeeds;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Reads what a pod needs its node to be or to have. */
final class NodeNeedsReader {
    private static final List<String> LISTS = List.of("containers", "initContainers");

    private NodeNeedsReader() {}

    static NodeNeeds needs(Cursor written) {
        var spec = written.heedless();
        var affinity = TermsReader.nodeAffinity(spec.object("affinity").object("nodeAffinity"));
        var context = spec.object("securityContext");
        var sysctls = context.list("sysctls", sysctl -> sysctl.text("name"));
        var usesAppArmor =
                isConfined(context) || hasConfined(spec, "containers") || hasConfined(spec, "initContainers");
        var isStrict = context.text("supplementalGroupsPolicy").equals("Strict");
        var needs = new NodeNeeds(affinity, sysctls, spec.flag("hostIPC"), usesAppArmor, isStrict, features(spec));
        // Nearly all pods need nothing, and there are many pods.
        return needs.equals(NodeNeeds.NONE) ? NodeNeeds.NONE : needs;
    }

    private static boolean hasConfined(Cursor spec, String list) {
        return spec.list(list, container -> isConfined(container.object("securityContext")))
                .contains(true);
    }

    private static boolean isConfined(Cursor context) {
        var type = context.object("appArmorProfile").text("type");
        return !type.isEmpty() && !type.equals("Unconfined");
    }

    /** That the node must declare. */
    static Set<String> features(Cursor spec) {
        var features = new TreeSet<String>();
        for (var list : LISTS) spec.list(list, container -> addFeatures(container, features));
        if (spec.flag("hostNetwork") && spec.has("hostUsers") && !spec.flag("hostUsers")) {
            features.add("UserNamespacesHostNetworkSupport");
        }
        return features;
    }

    private static boolean addFeatures(Cursor container, Set<String> features) {
        var actions = container.list("restartPolicyRules", rule -> rule.text("action"));
        if (actions.contains("RestartAllContainers")) features.add("RestartAllContainersOnContainerExits");
        var mounts = container.list("volumeMounts", mount -> mount.has("bindMountOptions"));
        if (mounts.contains(true)) features.add("VolumeBindMountOptions");
        return true;
    }
}
