package dev.plimsoll.podresources;

import dev.plimsoll.podresources.v1.AllocatableResourcesRequest;
import dev.plimsoll.podresources.v1.AllocatableResourcesResponse;
import dev.plimsoll.podresources.v1.ContainerMemory;
import dev.plimsoll.podresources.v1.ContainerResources;
import dev.plimsoll.podresources.v1.GetPodResourcesRequest;
import dev.plimsoll.podresources.v1.GetPodResourcesResponse;
import dev.plimsoll.podresources.v1.ListPodResourcesRequest;
import dev.plimsoll.podresources.v1.ListPodResourcesResponse;
import dev.plimsoll.podresources.v1.NUMANode;
import dev.plimsoll.podresources.v1.PodResources;
import dev.plimsoll.podresources.v1.PodResourcesListerGrpc;
import dev.plimsoll.podresources.v1.TopologyInfo;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.util.List;

/** Assignments as messages. */
final class Lister extends PodResourcesListerGrpc.PodResourcesListerImplBase {
    private final Assignments assignments;

    Lister(Assignments assignments) {
        this.assignments = assignments;
    }

    @Override
    public void list(ListPodResourcesRequest request, StreamObserver<ListPodResourcesResponse> answer) {
        var response = ListPodResourcesResponse.newBuilder();
        for (var pod : assignments.pods()) response.addPodResources(message(pod));
        answer.onNext(response.build());
        answer.onCompleted();
    }

    @Override
    public void get(GetPodResourcesRequest request, StreamObserver<GetPodResourcesResponse> answer) {
        for (var pod : assignments.pods()) {
            if (!pod.name().equals(request.getPodName()) || !pod.namespace().equals(request.getPodNamespace()))
                continue;
            answer.onNext(GetPodResourcesResponse.newBuilder()
                    .setPodResources(message(pod))
                    .build());
            answer.onCompleted();
            return;
        }
        var why = "pod " + request.getPodName() + " in namespace " + request.getPodNamespace() + " not found";
        answer.onError(Status.NOT_FOUND.withDescription(why).asRuntimeException());
    }

    @Override
    public void getAllocatableResources(
            AllocatableResourcesRequest request, StreamObserver<AllocatableResourcesResponse> answer) {
        var all = assignments.allocatable();
        answer.onNext(AllocatableResourcesResponse.newBuilder()
                .addAllCpuIds(cpus(all))
                .addAllMemory(memory(all))
                .build());
        answer.onCompleted();
    }

    private static PodResources message(Assigned.OfPod pod) {
        var message = PodResources.newBuilder()
                .setName(pod.name())
                .setNamespace(pod.namespace())
                .addAllCpuIds(cpus(pod.whole()))
                .addAllMemory(memory(pod.whole()));
        for (var container : pod.containers()) {
            message.addContainers(ContainerResources.newBuilder()
                    .setName(container.name())
                    .addAllCpuIds(cpus(container.assigned()))
                    .addAllMemory(memory(container.assigned())));
        }
        return message.build();
    }

    private static List<Long> cpus(Assigned assigned) {
        return assigned.cpus().stream().map(Integer::longValue).toList();
    }

    private static List<ContainerMemory> memory(Assigned assigned) {
        return assigned.memory().stream().map(Lister::message).toList();
    }

    private static ContainerMemory message(Assigned.Block block) {
        var topology = TopologyInfo.newBuilder();
        for (var node : block.nodes()) topology.addNodes(NUMANode.newBuilder().setID(node));
        return ContainerMemory.newBuilder()
                .setMemoryType(block.type())
                .setSize(block.bytes())
                .setTopology(topology)
                .build();
    }
}
