package dev.plimsoll.e2e;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;

/** Where the cgroups of pods and containers are in the machine, by whoever makes them there. */
final class CgroupPaths {
    private static final String MOUNT = "/sys/fs/cgroup/";

    private CgroupPaths() {}

    /** That of all pods of a class: {@code burstable} or {@code besteffort}. */
    static String ofClass(String qos) {
        return MOUNT + (Machine.HAS_SYSTEMD ? "kubepods.slice/kubepods-" + qos + ".slice" : "kubepods/" + qos);
    }

    static String cgroup(ObjectNode pod) {
        var qos = pod.at("/status/qosClass").asText().toLowerCase(Locale.ROOT);
        var uid = pod.at("/metadata/uid").asText();
        var isGuaranteed = qos.equals("guaranteed");
        if (!Machine.HAS_SYSTEMD) return (isGuaranteed ? MOUNT + "kubepods" : ofClass(qos)) + "/pod" + uid;
        return (isGuaranteed ? MOUNT + "kubepods.slice/kubepods-" : ofClass(qos) + "/kubepods-" + qos + "-") + "pod"
                + uid.replace('-', '_') + ".slice";
    }

    static String cgroup(ObjectNode pod, String container) {
        var id = RealNode.id(pod, container);
        return cgroup(pod) + "/" + (Machine.HAS_SYSTEMD ? "cri-containerd-" + id + ".scope" : id);
    }

    /** The units that systemd has for a cgroup and those above it; none where it has none. */
    static List<String> units(String cgroup) {
        return Machine.HAS_SYSTEMD ? List.of(cgroup.substring(MOUNT.length()).split("/", -1)) : List.of();
    }
}
