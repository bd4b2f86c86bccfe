package dev.plimsoll.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Refusals of pods that leave nothing to share: which resource is named. */
class ManagersReplayTest {
    private static final String LINE = """
            {"id":"x",
             "topology":{"sockets":2,"numaNodesPerSocket":2,"coresPerNumaNode":4,"threadsPerCore":2,"uncoreCachesPerNumaNode":2,
              "memoryBytesPerNumaNode":4294967296,"hugepages2MiPerNumaNode":128},
             "config":{"cpuManagerPolicy":"static","cpuManagerPolicyOptions":{},"reservedCPUs":"0,16","memoryManagerPolicy":"Static",
              "reservedMemory":{"0":"256Mi"},"topologyManagerPolicy":"best-effort","topologyManagerScope":"pod"},
             "ops":[{"op":"admit","admitted":false,"reason":"EmptyPodSharedPoolError",
              "message":"pod rejected, sum of exclusive container RECORDED requests equals pod budget, leaving no memory for shared containers",
              "pod":{"metadata":{"name":"p","namespace":"default","uid":"u"},"spec":{
               "resources":{"limits":{"cpu":"5","memory":"MEMORY","hugepages-2Mi":"64Mi"},"requests":{"cpu":"5","memory":"MEMORY","hugepages-2Mi":"64Mi"}},
               "containers":[{"name":"a","image":"i","resources":{"limits":{"cpu":"1","memory":"1Gi","hugepages-2Mi":"64Mi"},
                "requests":{"cpu":"1","memory":"1Gi","hugepages-2Mi":"64Mi"}}},{"name":"b","image":"i"}]}}}]}""";

    @ParameterizedTest(name = "{0} recorded, memory of the pod {1}: {2}")
    @CsvSource({
        "hugepages-2Mi, 1Gi, Agrees",
        "memory, 1Gi, Diverges",
        "hugepages-2Mi, 2Gi, Agrees",
        "memory, 2Gi, Differs",
        "hugepages-1Gi, 1Gi, Differs"
    })
    void whichResourceIsNamed(String recorded, String memory, String verdict) throws JsonProcessingException {
        var line =
                new ObjectMapper().readTree(LINE.replace("RECORDED", recorded).replace("MEMORY", memory));
        assertThat(new ManagersReplay().replay(line).getClass().getSimpleName()).isEqualTo(verdict);
    }
}
