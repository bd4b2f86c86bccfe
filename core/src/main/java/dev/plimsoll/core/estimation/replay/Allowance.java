package dev.plimsoll.core.estimation.replay;

import dev.plimsoll.core.demand.PodDemand;
import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceAmounts;
import java.util.Arrays;
import java.util.stream.Stream;

/** What a pod may have and what is kept for it, as plain numbers: it is asked for every sample. */
final class Allowance {
    /** No limit. */
    static final long UNLIMITED = Long.MAX_VALUE;

    final long[] cpuLimits;
    final long[] memoryLimits;
    final long[] memoryRequests;
    final long podCpuLimit;
    final long podMemoryLimit;
    /** Memory that the pod level itself requests, 0 where it does not. */
    final long podMemoryRequest;

    final long cpuRequest;
    final long memoryRequest;
    /** The most that the pod as a whole can ever have. */
    final long mostCpu;

    final long mostMemory;

    Allowance(PodSpec spec, ContainerNames names) {
        var count = names.count();
        cpuLimits = new long[count];
        memoryLimits = new long[count];
        memoryRequests = new long[count];
        Arrays.fill(cpuLimits, UNLIMITED);
        Arrays.fill(memoryLimits, UNLIMITED);
        Stream.concat(spec.containers().stream(), spec.initContainers().stream().filter(Container::restartsAlways))
                .forEach(container -> {
                    var number = names.number(container.name());
                    var resources = container.resources();
                    cpuLimits[number] = limit(Compute.CPU, resources.limits());
                    memoryLimits[number] = limit(Compute.MEMORY, resources.limits());
                    memoryRequests[number] = Compute.MEMORY.unitsOf(resources.requests());
                });
        podCpuLimit = limit(Compute.CPU, spec.resources().limits());
        podMemoryLimit = limit(Compute.MEMORY, spec.resources().limits());
        podMemoryRequest = Compute.MEMORY.unitsOf(spec.resources().requests());
        var requests = PodDemand.AS_WRITTEN.requests(spec);
        cpuRequest = Compute.CPU.unitsOf(requests);
        memoryRequest = Compute.MEMORY.unitsOf(requests);
        mostCpu = most(podCpuLimit, cpuLimits);
        mostMemory = most(podMemoryLimit, memoryLimits);
    }

    private static long limit(Compute compute, ResourceAmounts limits) {
        return compute.set(limits).orElse(UNLIMITED);
    }

    private static long most(long whole, long[] limits) {
        var sum = 0L;
        for (var limit : limits) {
            if (limit == UNLIMITED) return whole;
            sum += limit;
        }
        return Math.min(whole, sum);
    }

    /** Whether the containers hold more memory than they may have under these limits: a node waits with such a change. */
    boolean isBelow(long[] memory) {
        var sum = 0L;
        for (var i = 0; i < memory.length; i++) {
            if (memory[i] > memoryLimits[i]) return true;
            sum += memory[i];
        }
        return sum > podMemoryLimit;
    }
}
