package dev.plimsoll.linux.cgroup;

import dev.plimsoll.core.demand.QosClass;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Where the cgroups of pods are. Names are paths below the cgroup mount and begin with a slash, as CRI wants them. */
public final class CgroupNames {
    private static final String SLICE = ".slice";

    private final Driver driver;
    private final List<String> root;

    /** Who makes cgroups, and so how they are named. */
    public enum Driver {
        CGROUPFS,
        SYSTEMD
    }

    /**
     * Names below a root.
     *
     * @param root {@code /} or the kubelet's cgroupRoot, such as {@code /a/b}
     */
    public CgroupNames(Driver driver, String root) {
        this.driver = driver;
        this.root = List.of(root.split("/", -1)).stream()
                .filter(part -> !part.isEmpty())
                .toList();
    }

    /** The cgroup of all pods. */
    public String node() {
        return name(List.of("kubepods"));
    }

    /** The cgroup of a class; Guaranteed pods have none of their own. */
    public String qos(QosClass qos) {
        return name(below(qos));
    }

    public String pod(QosClass qos, String uid) {
        var parts = new ArrayList<>(below(qos));
        parts.add("pod" + uid);
        return name(parts);
    }

    /** The pod whose cgroup has this name; empty for any other cgroup. */
    public Optional<String> uid(String name) {
        var last = name.substring(name.lastIndexOf('/') + 1);
        var found = switch (driver) {
            case CGROUPFS -> last.startsWith("pod") ? last.substring(3) : "";
            case SYSTEMD -> {
                var at = last.indexOf("-pod");
                yield at >= 0 && last.endsWith(SLICE)
                        ? last.substring(at + 4, last.length() - SLICE.length()).replace('_', '-')
                        : "";
            }
        };
        return found.isEmpty() ? Optional.empty() : Optional.of(found);
    }

    private static List<String> below(QosClass qos) {
        return switch (qos) {
            case GUARANTEED -> List.of("kubepods");
            case BURSTABLE -> List.of("kubepods", "burstable");
            case BEST_EFFORT -> List.of("kubepods", "besteffort");
        };
    }

    private String name(List<String> parts) {
        var all = new ArrayList<>(root);
        all.addAll(parts);
        return switch (driver) {
            case CGROUPFS -> "/" + String.join("/", all);
            case SYSTEMD -> slices(all);
        };
    }

    /** Each slice is named after all its parents, so a dash inside a part must not look like one between parts. */
    private static String slices(List<String> parts) {
        var path = new StringBuilder();
        var name = new StringBuilder();
        for (var part : parts) {
            if (!name.isEmpty()) name.append('-');
            name.append(part.replace('-', '_'));
            path.append('/').append(name).append(SLICE);
        }
        return path.toString();
    }

    @Override
    public String toString() {
        return driver.name().toLowerCase(Locale.ROOT) + " " + node();
    }
}
