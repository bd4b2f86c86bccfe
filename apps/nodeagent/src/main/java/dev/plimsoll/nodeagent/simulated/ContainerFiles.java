package dev.plimsoll.nodeagent.simulated;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.core.cgroups.CpuScale;
import dev.plimsoll.core.demand.PodDemand;
import dev.plimsoll.core.demand.PodQos;
import dev.plimsoll.core.demand.QosClass;
import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.nodeagent.simulated.files.FileEntry;
import dev.plimsoll.nodeagent.simulated.files.FileProblemException;
import dev.plimsoll.nodeagent.simulated.files.FileSource;
import dev.plimsoll.nodeagent.simulated.files.FileTree;
import dev.plimsoll.nodeagent.simulated.files.GeneratedFiles;
import dev.plimsoll.nodeagent.simulated.files.LazyFiles;
import dev.plimsoll.nodeagent.simulated.files.MemoryFiles;
import dev.plimsoll.nodeagent.simulated.files.PartOfFiles;
import dev.plimsoll.nodeagent.simulated.shell.Programs;
import dev.plimsoll.nodeagent.volumes.HostsFile;
import dev.plimsoll.nodeagent.volumes.PayloadFile;
import dev.plimsoll.objects.pod.PodObject;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;

/** All that a program in a simulated container sees: its own files, the kernel's, and its volumes. */
final class ContainerFiles {
    private static final String CGROUPS = "/sys/fs/cgroup";
    private static final String CLUSTER_DOMAIN = "cluster.local";
    /** Kinds of volumes that are made of API objects. */
    private static final Set<String> PAYLOADS = Set.of("configMap", "secret", "downwardAPI", "projected");

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
     * @param document empty where there is no API to ask
     * @param payloads files of volumes that are made of API objects, by volume and path; asks the API each time
     */
    record Known(ObjectNode document, Supplier<Map<String, Map<String, PayloadFile>>> payloads) {
        static final Known NOTHING = new Known(ClientJson.object(), Map::of);
    }

    /** @param variables of the container */
    FileTree of(
            SimulatedPod pod,
            SimulatedContainer container,
            Container spec,
            Known known,
            Map<String, String> variables) {
        var tree = new FileTree();
        var object = new PodObject(known.document());
        var isReadOnly = container(known, spec.name())
                .path("securityContext")
                .path("readOnlyRootFilesystem")
                .asBoolean();
        tree.mount(new FileTree.Mount(
                "/",
                "overlay",
                "overlay",
                isReadOnly ? "ro,relatime" : "rw,relatime",
                new PartOfFiles(container.root(ContainerFiles::fresh), "", isReadOnly),
                0));
        var own = new GeneratedFiles();
        synchronized (runtime) {
            cgroups.container(own, "", container);
        }
        tree.mount(new FileTree.Mount(CGROUPS, "cgroup", "cgroup2", "ro,nosuid,nodev,noexec,relatime", own, 0));
        tree.mount(new FileTree.Mount(
                "/proc", "proc", "proc", "rw,nosuid,nodev,noexec,relatime", proc(container, tree), 0));
        tree.mount(new FileTree.Mount("/dev", "tmpfs", "tmpfs", "rw,nosuid", devices(), 64 << 20));
        tree.mount(new FileTree.Mount("/etc/hostname", "overlay", "ext4", "rw", line(hostname(pod)), 0));
        tree.mount(new FileTree.Mount(
                HostsFile.PATH,
                "/dev/vda1",
                "ext4",
                "rw",
                new GeneratedFiles().put("", 0_644, () -> hosts(pod, object).getBytes(StandardCharsets.UTF_8)),
                0));
        var message = object.terminationMessagePath(spec.name());
        if (!message.isEmpty())
            tree.mount(new FileTree.Mount(
                    FileTree.absolute("/", message),
                    "/dev/vda1",
                    "ext4",
                    "rw,relatime",
                    container.message().file(),
                    0));
        for (var mount : container(known, spec.name()).path("volumeMounts")) volume(tree, pod, mount, known, variables);
        return tree;
    }

    private String hosts(SimulatedPod pod, PodObject object) {
        var known = pod.pod;
        if (known == null) return "";
        var details = known.spec().details();
        if (details.hostNetwork()) return HostsFile.onHostNetwork(HostFiles.HOSTS, object.hostAliases());
        var names = HostsFile.Names.of(
                details, known.metadata().name(), known.metadata().namespace(), CLUSTER_DOMAIN);
        return HostsFile.of(pod.ip, names, object.hostAliases());
    }

    static JsonNode container(Known known, String name) {
        for (var list : List.of("containers", "initContainers", "ephemeralContainers")) {
            for (var each : known.document().path("spec").path(list))
                if (each.path("name").asText().equals(name)) return each;
        }
        return ClientJson.object();
    }

    static String hostname(SimulatedPod pod) {
        var known = pod.pod;
        if (known != null && !known.spec().details().hostname().isEmpty())
            return known.spec().details().hostname();
        return pod.name.substring(pod.name.indexOf('/') + 1);
    }

    /** What a small image has. */
    private static MemoryFiles fresh() {
        var files = new MemoryFiles(() -> 16 << 20);
        for (var name : Programs.names()) {
            files.put(
                    "bin/" + name,
                    new FileEntry.Regular(0_755, () -> "simulated\n".getBytes(StandardCharsets.US_ASCII)));
        }
        for (var name : Set.of("tmp", "var/log", "home", "root", "usr/bin", "run", "mnt", "opt")) {
            files.put(name, new FileEntry.Directory(name.equals("tmp") ? 0_1777 : 0_755));
        }
        files.put("etc/os-release", text("NAME=\"Plimsoll simulated container\"\nID=plimsoll\n"));
        files.put("etc/passwd", text("root:x:0:0:root:/root:/bin/sh\n"));
        return files;
    }

    private static FileEntry text(String text) {
        return new FileEntry.Regular(0_644, () -> text.getBytes(StandardCharsets.UTF_8));
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

    private GeneratedFiles proc(SimulatedContainer container, FileTree tree) {
        var files = new GeneratedFiles();
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

    private void volume(FileTree tree, SimulatedPod pod, JsonNode mount, Known known, Map<String, String> variables) {
        var name = mount.path("name").asText();
        var isReadOnly = mount.path("readOnly").asBoolean();
        var at = FileTree.absolute("/", mount.path("mountPath").asText());
        var expression = mount.path("subPathExpr").asText();
        var subPath = expression.isEmpty()
                ? mount.path("subPath").asText()
                : VariableReferences.expanded(expression, variables);
        for (var volume : known.document().path("spec").path("volumes")) {
            if (!volume.path("name").asText().equals(name)) continue;
            if (PAYLOADS.stream().anyMatch(volume::has)) {
                var group =
                        known.document().path("spec").path("securityContext").path("fsGroup");
                var files =
                        new LazyFiles(() -> payload(known.payloads().get().getOrDefault(name, Map.of()), group), now);
                tree.mount(new FileTree.Mount(
                        at, "tmpfs", "tmpfs", "ro,relatime", new PartOfFiles(files, subPath, true), 0));
            } else if (volume.has("hostPath")) {
                tree.mount(hostPath(
                        at,
                        FileTree.absolute(
                                "/", volume.path("hostPath").path("path").asText()),
                        subPath,
                        isReadOnly));
            } else {
                var isMemory = volume.path("emptyDir").path("medium").asText().equals("Memory");
                var size = pod.volumeSize(name, machine.memoryBytes());
                var kind = isMemory ? "tmpfs" : "ext4";
                tree.mount(new FileTree.Mount(
                        at,
                        isMemory ? "tmpfs" : "/dev/vda1",
                        kind,
                        isReadOnly ? "ro,relatime" : "rw,relatime",
                        part(pod.volume(name, machine.memoryBytes()), subPath, isReadOnly),
                        size));
            }
        }
    }

    /** A group that the pod names may read at least. */
    private static FileSource payload(Map<String, PayloadFile> payload, JsonNode group) {
        var files = new GeneratedFiles();
        var owner = new FileEntry.Owner(0, group.asLong());
        var least = group.isMissingNode() ? 0 : 0_440;
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
