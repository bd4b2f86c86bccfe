package dev.plimsoll.nodeagent.simulated;

import dev.plimsoll.core.cgroups.CpuScale;
import dev.plimsoll.core.demand.PodDemand;
import dev.plimsoll.core.demand.PodQos;
import dev.plimsoll.core.demand.QosClass;
import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.ContainerDetails.VolumeMount;
import dev.plimsoll.core.model.PodDetails;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.nodeagent.simulated.behaviour.SimulatedImage;
import dev.plimsoll.nodeagent.simulated.files.FileEntry;
import dev.plimsoll.nodeagent.simulated.files.FileProblemException;
import dev.plimsoll.nodeagent.simulated.files.FileSource;
import dev.plimsoll.nodeagent.simulated.files.FileTree;
import dev.plimsoll.nodeagent.simulated.files.GeneratedFiles;
import dev.plimsoll.nodeagent.simulated.files.HostFiles;
import dev.plimsoll.nodeagent.simulated.files.LazyFiles;
import dev.plimsoll.nodeagent.simulated.files.MemoryFiles;
import dev.plimsoll.nodeagent.simulated.files.PartOfFiles;
import dev.plimsoll.nodeagent.volumes.HostsFile;
import dev.plimsoll.nodeagent.volumes.PayloadFile;
import dev.plimsoll.objects.pod.HostAlias;
import dev.plimsoll.objects.pod.PodObject;
import dev.plimsoll.objects.pod.spec.ContainerObject;
import dev.plimsoll.objects.pod.spec.PodVolume;
import dev.plimsoll.objects.pod.spec.RunAs;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** All that a program in a simulated container sees: its own files, the kernel's, and its volumes. */
final class ContainerFiles {
    private static final String CGROUPS = "/sys/fs/cgroup";
    private static final String CLUSTER_DOMAIN = "cluster.local";
    /** Kinds of volumes that are made of API objects. */
    private final SimulatedRuntime runtime;

    private final SimulatedMachine machine;
    private final CgroupFiles cgroups;
    private final Supplier<Instant> now;

    ContainerFiles(SimulatedRuntime runtime, SimulatedMachine machine, CgroupFiles cgroups, Supplier<Instant> now) {
        this.now = now;
        this.runtime = runtime;
        this.machine = machine;
        this.cgroups = cgroups;
    }

    /**
     * What was found out of the API before.
     *
     * @param podOrNull null where there is no API to ask, or it does not answer
     * @param payloads files of volumes that are made of API objects, by volume and path; asks the API each time
     * @param claims the path of the node that a claim is bound to
     */
    record Known(
            @Nullable PodObject podOrNull,
            Supplier<Map<String, Map<String, PayloadFile>>> payloads,
            Function<String, Optional<String>> claims) {
        static final Known NOTHING = new Known(null, Map::of, _ -> Optional.empty());

        ContainerObject container(String name) {
            return podOrNull == null
                    ? ContainerObject.UNKNOWN
                    : podOrNull.container(name).orElse(ContainerObject.UNKNOWN);
        }

        List<HostAlias> hostAliases() {
            return podOrNull == null ? List.of() : podOrNull.hostAliases();
        }

        List<PodVolume> volumes() {
            return podOrNull == null ? List.of() : podOrNull.volumes();
        }

        @Nullable
        Long fsGroupOrNull() {
            return podOrNull == null ? null : podOrNull.securityContext().fsGroupOrNull();
        }

        Map<String, String> sysctls() {
            return podOrNull == null ? Map.of() : podOrNull.securityContext().sysctls();
        }

        /** Whose processes run in a container. */
        RunAs user(String name) {
            var own = container(name).securityContext().user();
            return podOrNull == null ? own : own.or(podOrNull.securityContext().user());
        }
    }

    /** @param variables of the container */
    FileTree of(
            SimulatedPod pod,
            SimulatedContainer container,
            Container spec,
            Known known,
            Map<String, String> variables) {
        var tree = new FileTree();
        var own = known.container(spec.name());
        var isReadOnly = own.securityContext().readOnlyRootFilesystem();
        tree.mount(new FileTree.Mount(
                "/",
                "overlay",
                "overlay",
                isReadOnly ? "ro,relatime" : "rw,relatime",
                new PartOfFiles(container.root(() -> SimulatedImage.files(spec.image())), "", isReadOnly),
                0));
        var cgroup = new GeneratedFiles();
        synchronized (runtime) {
            cgroups.container(cgroup, "", container);
        }
        tree.mount(new FileTree.Mount(CGROUPS, "cgroup", "cgroup2", "ro,nosuid,nodev,noexec,relatime", cgroup, 0));
        tree.mount(new FileTree.Mount(
                "/proc", "proc", "proc", "rw,nosuid,nodev,noexec,relatime", proc(container, tree, known), 0));
        tree.mount(new FileTree.Mount("/dev", "tmpfs", "tmpfs", "rw,nosuid", devices(), 64 << 20));
        tree.mount(new FileTree.Mount("/etc/hostname", "overlay", "ext4", "rw", line(hostname(pod)), 0));
        tree.mount(new FileTree.Mount(
                HostsFile.PATH,
                "/dev/vda1",
                "ext4",
                "rw",
                new GeneratedFiles()
                        .put("", 0_644, () -> hosts(pod, known.hostAliases()).getBytes(StandardCharsets.UTF_8)),
                0));
        tree.mount(new FileTree.Mount(
                "/etc/resolv.conf",
                "/dev/vda1",
                "ext4",
                "rw",
                new GeneratedFiles().put("", 0_644, () -> resolver(pod, known).getBytes(StandardCharsets.UTF_8)),
                0));
        var message = own.terminationMessagePath();
        if (!message.isEmpty())
            tree.mount(new FileTree.Mount(
                    FileTree.absolute("/", message),
                    "/dev/vda1",
                    "ext4",
                    "rw,relatime",
                    container.message().file(),
                    0));
        for (var mount : spec.details().volumeMounts()) volume(tree, pod, mount, known, variables);
        return tree;
    }

    private static String resolver(SimulatedPod pod, Known known) {
        var asked = pod.pod;
        var found = known.podOrNull();
        return asked == null || found == null ? "" : ResolverFile.of(asked, found.dnsConfig(), CLUSTER_DOMAIN);
    }

    private String hosts(SimulatedPod pod, List<HostAlias> aliases) {
        var known = pod.pod;
        if (known == null) return "";
        var details = known.spec().details();
        if (details.hostNetwork()) return HostsFile.onHostNetwork(HostFiles.HOSTS, aliases);
        var names = HostsFile.Names.of(
                details, known.metadata().name(), known.metadata().namespace(), CLUSTER_DOMAIN);
        return HostsFile.of(pod.ip, names, aliases);
    }

    static String hostname(SimulatedPod pod) {
        var known = pod.pod;
        if (known != null && !known.spec().details().hostname().isEmpty())
            return known.spec().details().hostname();
        return pod.name.substring(pod.name.indexOf('/') + 1);
    }

    private static FileSource line(String text) {
        return new GeneratedFiles().put("", 0_644, () -> (text + "\n").getBytes(StandardCharsets.UTF_8));
    }

    private static FileSource devices() {
        var files = new MemoryFiles(() -> 0);
        for (var name : Set.of("null", "zero", "random", "urandom", "stdout", "stderr", "tty"))
            files.put(name, new FileEntry.Device(0_666, name.equals("zero") || name.endsWith("random")));
        return files;
    }

    private GeneratedFiles proc(SimulatedContainer container, FileTree tree, Known known) {
        var files = new GeneratedFiles();
        files.line("sys/kernel/shm_rmid_forced", () -> "0");
        known.sysctls().forEach((name, value) -> files.line("sys/" + name.replace('.', '/'), () -> value));
        for (var process : Set.of("1", "self")) {
            files.line(process + "/oom_score_adj", () -> String.valueOf(container.oomScoreAdj()));
            files.line(process + "/cgroup", () -> "0::/");
            files.line(
                    process + "/status",
                    () -> "Name:\tsh\nState:\tS (sleeping)\nCpus_allowed_list:\t" + cgroups.cpus(container));
        }
        files.line("meminfo", () -> "MemTotal:       " + machine.memoryBytes() / 1024 + " kB");
        files.line("cpuinfo", () -> {
            var text = new StringBuilder();
            for (var i = 0; i < machine.cpus(); i++)
                text.append(i == 0 ? "" : "\n\n").append("processor\t: ").append(i);
            return text.toString();
        });
        files.line("mounts", () -> {
            var text = new StringBuilder();
            for (var mount : tree.mounts())
                text.append(mount.device())
                        .append(' ')
                        .append(mount.at())
                        .append(' ')
                        .append(mount.type())
                        .append(' ')
                        .append(mount.options())
                        .append(" 0 0\n");
            return text.toString().stripTrailing();
        });
        files.line("version", () -> "Linux version 0.1.0-plimsoll (simulated)");
        return files;
    }

    private void volume(
            FileTree tree, SimulatedPod pod, VolumeMount mount, Known known, Map<String, String> variables) {
        var subPath = mount.subPathExpr().isEmpty()
                ? mount.subPath()
                : VariableReferences.expanded(mount.subPathExpr(), variables);
        for (var volume : known.volumes()) {
            if (volume.name().equals(mount.name())) tree.mount(mounted(pod, mount, subPath, volume, known));
        }
    }

    private FileTree.Mount mounted(SimulatedPod pod, VolumeMount mount, String subPath, PodVolume volume, Known known) {
        var name = volume.name();
        var at = FileTree.absolute("/", mount.mountPath());
        return switch (volume.source()) {
            case PodVolume.Source.Payload _ -> {
                var files = new LazyFiles(
                        () -> payload(known.payloads().get().getOrDefault(name, Map.of()), known.fsGroupOrNull()), now);
                yield new FileTree.Mount(at, "tmpfs", "tmpfs", "ro,relatime", new PartOfFiles(files, subPath, true), 0);
            }
            case PodVolume.Source.HostPath(var path, var _) ->
                hostPath(at, FileTree.absolute("/", path), subPath, mount.readOnly());
            case PodVolume.Source.EmptyDir(var medium) ->
                own(pod, at, mount, subPath, medium.equals(PodDetails.EmptyDir.MEMORY));
            case PodVolume.Source.Claim(var claim, var isReadOnly) ->
                known.claims()
                        .apply(claim)
                        .map(path ->
                                hostPath(at, FileTree.absolute("/", path), subPath, mount.readOnly() || isReadOnly))
                        .orElseGet(() -> own(pod, at, mount, subPath, false));
            case PodVolume.Source.Image(var reference, var _) ->
                new FileTree.Mount(
                        at,
                        "overlay",
                        "overlay",
                        "ro,noexec,relatime",
                        new PartOfFiles(SimulatedImage.files(reference), subPath, true),
                        0);
            case PodVolume.Source.Other _ -> own(pod, at, mount, subPath, false);
        };
    }

    /** A volume that is as the pod left it. */
    private FileTree.Mount own(SimulatedPod pod, String at, VolumeMount mount, String subPath, boolean isMemory) {
        return new FileTree.Mount(
                at,
                isMemory ? "tmpfs" : "/dev/vda1",
                isMemory ? "tmpfs" : "ext4",
                mount.readOnly() ? "ro,relatime" : "rw,relatime",
                part(pod.volume(mount.name(), machine.memoryBytes()), subPath, mount.readOnly()),
                pod.volumeSize(mount.name(), machine.memoryBytes()));
    }

    /** A group that the pod names may read at least. */
    private static FileSource payload(Map<String, PayloadFile> payload, @Nullable Long group) {
        var files = new GeneratedFiles();
        var owner = new FileEntry.Owner(0, group == null ? 0 : group);
        var least = group == null ? 0 : 0_440;
        new TreeMap<>(payload)
                .forEach((path, file) ->
                        files.put(path, new FileEntry.Regular(file.mode() | least, file::content, owner)));
        return files;
    }

    private static FileSource part(MemoryFiles files, String subPath, boolean isReadOnly) {
        if (!subPath.isEmpty()) {
            try {
                if (files.find(subPath).isEmpty()) files.makeDirectories(subPath, 0_755);
            } catch (FileProblemException _) {
                // Then there is nothing at the mount, as the reader will see.
            }
        }
        return new PartOfFiles(files, subPath, isReadOnly);
    }

    private FileTree.Mount hostPath(String at, String path, String subPath, boolean isReadOnly) {
        if (path.equals(CGROUPS) || path.startsWith(CGROUPS + "/")) {
            var below = path.equals(CGROUPS) ? "" : path.substring(CGROUPS.length() + 1);
            return new FileTree.Mount(
                    at,
                    "cgroup2",
                    "cgroup2",
                    "ro,nosuid,nodev,noexec,relatime",
                    new PartOfFiles(node(), FileSource.join(below, subPath).replaceAll("/$", ""), true),
                    0);
        }
        var host = runtime.hostFiles();
        var place = FileSource.join(path.substring(1), subPath).replaceAll("/$", "");
        if (host.find(place).isEmpty()) host.put(place, new FileEntry.Directory(0_755));
        return new FileTree.Mount(
                at, "/dev/vda1", "ext4", isReadOnly ? "ro" : "rw", new PartOfFiles(host, place, isReadOnly), 0);
    }

    /** The whole tree of the node, by the names that a kubelet with the cgroupfs driver gives. */
    private GeneratedFiles node() {
        var files = new GeneratedFiles();
        files.line("cgroup.controllers", () -> "cpuset cpu io memory hugetlb pids");
        var all = new ArrayList<SimulatedPod>();
        var byClass = new EnumMap<QosClass, List<SimulatedPod>>(QosClass.class);
        for (var qos : QosClass.values()) byClass.put(qos, new ArrayList<>());
        var burstable = new long[1];
        var classes = PodQos.under(machine.gates());
        var demand = PodDemand.under(machine.gates());
        runtime.eachPod((uid, pod) -> {
            var spec = pod.pod;
            if (spec == null) return;
            var qos = classes.of(spec.spec());
            all.add(pod);
            byClass.getOrDefault(qos, all).add(pod);
            if (qos == QosClass.BURSTABLE)
                burstable[0] +=
                        demand.requests(spec.spec()).amount(ResourceName.CPU).milliValue();
            var folder = switch (qos) {
                case QosClass.GUARANTEED -> "kubepods/pod";
                case QosClass.BURSTABLE -> "kubepods/burstable/pod";
                case QosClass.BEST_EFFORT -> "kubepods/besteffort/pod";
            };
            cgroups.pod(files, folder + uid, pod);
        });
        cgroups.group(files, "kubepods", CpuScale.shares(machine.podsMilliCpu()), all);
        files.line("kubepods/memory.max", () -> String.valueOf(machine.memoryBytes()));
        cgroups.group(
                files,
                "kubepods/burstable",
                CpuScale.shares(burstable[0]),
                byClass.getOrDefault(QosClass.BURSTABLE, List.of()));
        files.line("kubepods/burstable/memory.max", () -> "max");
        cgroups.group(
                files,
                "kubepods/besteffort",
                CpuScale.MIN_SHARES,
                byClass.getOrDefault(QosClass.BEST_EFFORT, List.of()));
        files.line("kubepods/besteffort/memory.max", () -> "max");
        return files;
    }
}
