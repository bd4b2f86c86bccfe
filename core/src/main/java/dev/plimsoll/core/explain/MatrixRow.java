package dev.plimsoll.core.explain;

import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceName;
import java.util.stream.Stream;

/**
 * The row of KEP-2837's table that a pod, as written, stands in for one resource: 1 to 4 nothing at pod level, 5 to 8 a limit,
 * 9 to 12 a request, 13 to 16 both; within each, containers with nothing, limits, requests, both.
 */
public record MatrixRow(
        int number, boolean podLimit, boolean podRequest, boolean containerLimit, boolean containerRequest) {

    /** The row of a spec as sent, before any defaulting. */
    public static MatrixRow of(PodSpec sent, ResourceName name) {
        var podLimit = sent.resources().limits().contains(name);
        var podRequest = sent.resources().requests().contains(name);
        var containers = Stream.concat(sent.containers().stream(), sent.initContainers().stream())
                .toList();
        var containerLimit = containers.stream()
                .anyMatch(container -> container.resources().limits().contains(name));
        var containerRequest = containers.stream()
                .anyMatch(container -> container.resources().requests().contains(name));
        var number = 1 + 4 * position(podLimit, podRequest) + position(containerLimit, containerRequest);
        return new MatrixRow(number, podLimit, podRequest, containerLimit, containerRequest);
    }

    private static int position(boolean limit, boolean request) {
        return (limit ? 1 : 0) + (request ? 2 : 0);
    }

    public String sentence() {
        return "pod level: " + words(podLimit, podRequest) + "; containers: " + words(containerLimit, containerRequest);
    }

    private static String words(boolean limit, boolean request) {
        if (limit && request) return "requests and limits";
        if (limit) return "limits";
        return request ? "requests" : "nothing";
    }
}
