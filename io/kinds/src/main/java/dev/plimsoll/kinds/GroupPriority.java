package dev.plimsoll.kinds;

import java.util.Map;

/** In which order clients are told of groups and their versions: the higher first. */
public final class GroupPriority {
    private static final int CUSTOM_GROUP = 1000;
    private static final int CUSTOM_VERSION = 100;
    /** What metrics-server asks for; whoever installs it replaces what this server says. */
    private static final int METRICS_GROUP = 100;

    private static final Map<String, Integer> GROUPS = Map.ofEntries(
            Map.entry("", 18_000),
            // Above all that others may register.
            Map.entry("apiregistration.k8s.io", 20_000),
            Map.entry("apps", 17_800),
            Map.entry("events.k8s.io", 17_750),
            Map.entry("authentication.k8s.io", 17_700),
            Map.entry("authorization.k8s.io", 17_600),
            Map.entry("autoscaling", 17_500),
            Map.entry("batch", 17_400),
            Map.entry("certificates.k8s.io", 17_300),
            Map.entry("networking.k8s.io", 17_200),
            Map.entry("policy", 17_100),
            Map.entry("rbac.authorization.k8s.io", 17_000),
            Map.entry("storage.k8s.io", 16_800),
            Map.entry("admissionregistration.k8s.io", 16_700),
            Map.entry("apiextensions.k8s.io", 16_700),
            Map.entry("scheduling.k8s.io", 16_600),
            Map.entry("coordination.k8s.io", 16_500),
            Map.entry("node.k8s.io", 16_300),
            Map.entry("discovery.k8s.io", 16_200),
            Map.entry("resource.k8s.io", 16_200),
            Map.entry("flowcontrol.apiserver.k8s.io", 16_100),
            Map.entry("storagemigration.k8s.io", 16_000),
            Map.entry("metrics.k8s.io", METRICS_GROUP));

    private GroupPriority() {}

    public static int ofGroup(String group) {
        return GROUPS.getOrDefault(group, CUSTOM_GROUP);
    }

    /** Of a version of this server, such as {@code apps/v1}. */
    public static int ofVersion(String apiVersion) {
        return switch (apiVersion) {
            case "v1" -> 1;
            case "autoscaling/v2" -> 30;
            case "flowcontrol.apiserver.k8s.io/v1" -> 21;
            default -> {
                var slash = apiVersion.indexOf('/');
                var isListed = GROUPS.containsKey(apiVersion.substring(0, Math.max(0, slash)))
                        && !apiVersion.startsWith("metrics.k8s.io/");
                if (!isListed) yield CUSTOM_VERSION;
                if (apiVersion.contains("alpha")) yield 1;
                yield apiVersion.contains("beta") ? 9 : 15;
            }
        };
    }
}
