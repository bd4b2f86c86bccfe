package dev.plimsoll.fakes.cri;

import dev.plimsoll.core.cgroups.CpuScale;
import dev.plimsoll.cri.v1.LinuxContainerResources;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;

/** A folder in place of the cgroup file system: the files that an OCI runtime would write are written. */
final class FakeCgroups {
    private final Path root;

    FakeCgroups(Path root) {
        this.root = root;
    }

    Path container(String parent, String id) {
        return root.resolve(parent.replaceFirst("^/+", "")).resolve(id);
    }

    void write(Path cgroup, LinuxContainerResources resources) {
        try {
            Files.createDirectories(cgroup);
            if (resources.getCpuShares() > 0) {
                put(cgroup, "cpu.weight", Long.toString(CpuScale.curvedWeight(resources.getCpuShares())));
            }
            if (resources.getCpuQuota() != 0) {
                var period = resources.getCpuPeriod() > 0 ? resources.getCpuPeriod() : CpuScale.PERIOD;
                put(cgroup, "cpu.max", CpuScale.cpuMax(resources.getCpuQuota(), period));
            }
            if (resources.getMemoryLimitInBytes() != 0) {
                var limit = resources.getMemoryLimitInBytes();
                put(cgroup, "memory.max", limit < 0 ? "max" : Long.toString(limit));
            }
            if (!resources.getCpusetCpus().isEmpty()) put(cgroup, "cpuset.cpus", resources.getCpusetCpus());
            if (!resources.getCpusetMems().isEmpty()) put(cgroup, "cpuset.mems", resources.getCpusetMems());
            for (var limit : resources.getHugepageLimitsList()) {
                put(cgroup, "hugetlb." + limit.getPageSize() + ".max", Long.toString(limit.getLimit()));
            }
            for (var entry : resources.getUnifiedMap().entrySet()) put(cgroup, entry.getKey(), entry.getValue());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void put(Path cgroup, String file, String value) throws IOException {
        Files.writeString(cgroup.resolve(file), value + "\n");
    }

    void remove(Path cgroup) {
        if (!Files.isDirectory(cgroup)) return;
        try (var files = Files.walk(cgroup)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) Files.delete(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
