package dev.plimsoll.integration;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Pods in short, as JSON. Amounts are texts such as {@code cpu=500m,memory=64Mi}; an empty one stands for nothing said. */
final class PodJson {
    private PodJson() {}

    static String amounts(String text) {
        if (text.isEmpty()) return "{}";
        return Stream.of(text.split(",", -1))
                .map(each -> each.split("=", 2))
                .map(pair -> "\"" + pair[0] + "\":\"" + pair[1] + "\"")
                .collect(Collectors.joining(",", "{", "}"));
    }

    static String resources(String requests, String limits) {
        var parts = new ArrayList<String>();
        if (!requests.isEmpty()) parts.add("\"requests\":" + amounts(requests));
        if (!limits.isEmpty()) parts.add("\"limits\":" + amounts(limits));
        return "{" + String.join(",", parts) + "}";
    }

    /** @param more members that follow, each with a comma before it */
    static String container(String name, String requests, String limits, String more) {
        var own = requests.isEmpty() && limits.isEmpty() ? "" : ",\"resources\":" + resources(requests, limits);
        return "{\"name\":\"" + name + "\",\"image\":\"i\"" + own + more + "}";
    }

    static String container(String name, String requests, String limits) {
        return container(name, requests, limits, "");
    }

    static String sidecar(String name, String requests, String limits) {
        return container(name, requests, limits, ",\"restartPolicy\":\"Always\"");
    }

    /** A pod with pod-level resources, unless both are empty. */
    static String spec(String requests, String limits, String... containers) {
        return spec(requests, limits, List.of(), List.of(containers));
    }

    static String spec(String requests, String limits, List<String> initContainers, List<String> containers) {
        var podLevel =
                requests.isEmpty() && limits.isEmpty() ? "" : "\"resources\":" + resources(requests, limits) + ",";
        var init = initContainers.isEmpty() ? "" : "\"initContainers\":[" + String.join(",", initContainers) + "],";
        return "{\"terminationGracePeriodSeconds\":0," + podLevel + init + "\"containers\":["
                + String.join(",", containers) + "]}";
    }

    static String pod(String name, String spec) {
        return "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"namespace\":\"default\",\"name\":\"" + name
                + "\"},\"spec\":" + spec + "}";
    }

    /** {@code requests / limits}, both sorted by name. */
    static String text(JsonNode resources) {
        return sorted(resources.path("requests")) + " / " + sorted(resources.path("limits"));
    }

    static String sorted(JsonNode amounts) {
        var sorted = new TreeMap<String, String>();
        amounts.properties()
                .forEach(each -> sorted.put(each.getKey(), each.getValue().asText()));
        return sorted.entrySet().stream()
                .map(each -> each.getKey() + "=" + each.getValue())
                .collect(Collectors.joining(","));
    }
}
