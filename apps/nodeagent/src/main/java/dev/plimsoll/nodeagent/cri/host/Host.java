package dev.plimsoll.nodeagent.cri.host;

import dev.plimsoll.core.resize.state.NodeAbilities;
import dev.plimsoll.core.topology.machine.Machine;
import dev.plimsoll.linux.SysMachine;
import dev.plimsoll.linux.cgroup.CgroupVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The machine that the node is.
 *
 * @param memoryBytes that the kernel has to give
 * @param swapBytes that it has
 * @param kernel its release
 */
public record Host(
        Machine machine,
        long memoryBytes,
        long swapBytes,
        CgroupVersion cgroups,
        boolean hasAppArmor,
        String kernel,
        String osImage,
        String bootId) {
    private static final String APP_ARMOR = "sys/module/apparmor/parameters/enabled";
    private static final Pattern MEM_TOTAL = Pattern.compile("MemTotal:\\s+(\\d+) kB");
    private static final Pattern SWAP_TOTAL = Pattern.compile("SwapTotal:\\s+(\\d+) kB");
    private static final Pattern PRETTY_NAME = Pattern.compile("PRETTY_NAME=\"?([^\"\n]*)");

    /** What came of looking at it. */
    public sealed interface Found {
        record Known(Host host) implements Found {}

        record Unknown(String why) implements Found {}
    }

    /** Why a node does not start on old cgroups, in the kubelet's words. */
    private static final String REFUSED_SWAP =
            "running with swap on is not supported, please disable swap or set --fail-swap-on flag to false";

    public static final String REFUSED_V1 = "kubelet is configured to not run on a host using cgroup v1. "
            + "cgroup v1 support is unsupported and will be removed in a future release";

    /**
     * Looks at the machine below a root.
     *
     * @param root {@code /}, or a folder with copies of {@code proc}, {@code sys} and {@code etc}
     */
    public static Found read(Path root) {
        try {
            var information = text(root.resolve("proc/meminfo")).orElse("");
            var total = MEM_TOTAL.matcher(information);
            var swap = SWAP_TOTAL.matcher(information);
            if (!total.find()) return new Found.Unknown("/proc/meminfo does not say how much memory there is");
            var memory = Long.parseLong(total.group(1)) * 1024;
            var name = PRETTY_NAME.matcher(text(root.resolve("etc/os-release")).orElse(""));
            return switch (new SysMachine(root.resolve("sys")).read()) {
                case Machine.Described.Refused(var reason) -> new Found.Unknown(reason);
                case Machine.Described.Known(var machine) ->
                    new Found.Known(new Host(
                            machine,
                            memory,
                            swap.find() ? Long.parseLong(swap.group(1)) * 1024 : 0,
                            CgroupVersion.of(root.resolve("sys/fs/cgroup")),
                            text(root.resolve(APP_ARMOR)).orElse("").equals("Y"),
                            text(root.resolve("proc/sys/kernel/osrelease")).orElse(""),
                            name.find() ? name.group(1) : "",
                            text(root.resolve("proc/sys/kernel/random/boot_id")).orElse("")));
            };
        } catch (IOException e) {
            return new Found.Unknown(e.toString());
        }
    }

    private static Optional<String> text(Path file) throws IOException {
        return Files.isReadable(file) ? Optional.of(Files.readString(file).strip()) : Optional.empty();
    }

    /**
     * What it can do for pods.
     *
     * @param swapBehavior {@code NoSwap} or {@code LimitedSwap}
     */
    public NodeAbilities abilities(String swapBehavior) {
        var linux = NodeAbilities.LINUX
                .withSystem("linux", cgroups == CgroupVersion.V2 ? 2 : 1)
                .withSwap(swapBehavior, swapBytes);
        return hasAppArmor ? linux : linux.withoutAppArmor();
    }

    /**
     * Why the node cannot run on this machine; empty if it can.
     *
     * @param failCgroupV1 whether old cgroups are a reason
     * @param failSwapOn whether swap is one
     */
    public Optional<String> refusal(boolean failCgroupV1, boolean failSwapOn) {
        if (failSwapOn && swapBytes > 0) return Optional.of(REFUSED_SWAP);
        return switch (cgroups) {
            case V2 -> Optional.empty();
            case V1, HYBRID -> failCgroupV1 ? Optional.of(REFUSED_V1) : Optional.empty();
            case NONE -> Optional.of("there are no cgroups on this machine: /sys/fs/cgroup is not mounted");
        };
    }
}
