package dev.plimsoll.fakes.resize;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a pod asks for; amounts such as {@code cpu=20m,memory=35Mi}. Pod-level amounts are empty where there are none. */
public record AskedResources(String requests, String limits, List<Part> parts) {
    public AskedResources {
        parts = List.copyOf(parts);
    }

    /**
     * One container.
     *
     * @param restarts the resources whose resize restarts it
     */
    public record Part(String name, boolean isSidecar, String requests, String limits, List<String> restarts) {
        public Part {
            restarts = List.copyOf(restarts);
        }

        public long request(String resource) {
            return amount(requests, resource, amount(limits, resource, 0));
        }

        public long limit(String resource) {
            return amount(limits, resource, 0);
        }

        boolean asksForCpu() {
            return amount(requests, "cpu", -1) >= 0 || limit("cpu") > 0;
        }
    }

    public AskedResources withCpu(int times) {
        var more = parts.stream()
                .map(part -> new Part(
                        part.name(),
                        part.isSidecar(),
                        withCpu(part.requests(), times),
                        withCpu(part.limits(), times),
                        part.restarts()))
                .toList();
        return new AskedResources(withCpu(requests, times), withCpu(limits, times), more);
    }

    private static String withCpu(String amounts, int times) {
        if (amounts.isEmpty()) return amounts;
        return Arrays.stream(amounts.split(",", -1))
                .map(each ->
                        each.startsWith("cpu=") ? "cpu=" + times * number(each.substring("cpu=".length())) + "m" : each)
                .collect(Collectors.joining(","));
    }

    public boolean isPodLevel() {
        return !requests.isEmpty() || !limits.isEmpty();
    }

    public long request(String resource) {
        var sum = parts.stream().mapToLong(part -> part.request(resource)).sum();
        return amount(requests, resource, amount(limits, resource, sum));
    }

    /** 0 where nothing bounds the pod. */
    public long limit(String resource) {
        var isBounded = parts.stream().allMatch(part -> part.limit(resource) > 0);
        var sum = parts.stream().mapToLong(part -> part.limit(resource)).sum();
        return amount(limits, resource, isBounded ? sum : 0);
    }

    /** What bounds one container: its own limit, or else the pod's. */
    public long limit(Part part, String resource) {
        return part.limit(resource) > 0 ? part.limit(resource) : amount(limits, resource, 0);
    }

    public boolean isGuaranteed() {
        return Stream.of("cpu", "memory").allMatch(each -> {
            if (isPodLevel()) return limit(each) > 0 && request(each) == limit(each);
            return parts.stream().allMatch(part -> part.limit(each) > 0 && part.request(each) == part.limit(each));
        });
    }

    private static long amount(String amounts, String resource, long otherwise) {
        for (var each : amounts.split(",", -1)) {
            if (each.startsWith(resource + "=")) return number(each.substring(resource.length() + 1));
        }
        return otherwise;
    }

    /** Thousandths of CPUs, or bytes. */
    private static long number(String text) {
        if (text.endsWith("m")) return Long.parseLong(text.substring(0, text.length() - 1));
        if (text.endsWith("Ki")) return Long.parseLong(text.substring(0, text.length() - 2)) << 10;
        if (text.endsWith("Mi")) return Long.parseLong(text.substring(0, text.length() - 2)) << 20;
        return Long.parseLong(text) * 1000;
    }
}
