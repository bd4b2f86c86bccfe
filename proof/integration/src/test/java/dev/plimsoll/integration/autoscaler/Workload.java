package dev.plimsoll.integration.autoscaler;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.core.quantity.ParsedQuantity;
import dev.plimsoll.core.quantity.Quantity;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * Two containers that ask for too little, under a Deployment of two pods and a VerticalPodAutoscaler.
 *
 * @param level where resources are asked for
 */
record Workload(Profile profile, Level level, String mode) {
    static final long ASKED_MILLIS = 10;

    /** What the containers do. */
    enum Profile {
        /** More and more memory until it is killed for it. */
        LEAK("constant 120m", "leak 48Mi 16Mi"),
        BURST("burst 60m 900m 1s 3s", "constant 96Mi"),
        IDLE("constant 1m", "constant 8Mi");

        private final String cpu;
        private final String memory;

        Profile(String cpu, String memory) {
            this.cpu = cpu;
            this.memory = memory;
        }
    }

    enum Level {
        CONTAINERS,
        POD,
        BOTH
    }

    String name() {
        return (mode + "-" + profile + "-" + level).toLowerCase(Locale.ROOT);
    }

    ObjectNode deployment() {
        var own = "\"resources\":{\"requests\":{\"cpu\":\"10m\",\"memory\":\"64Mi\"},"
                + "\"limits\":{\"cpu\":\"2\",\"memory\":\"160Mi\"}}";
        var whole = "\"resources\":{\"requests\":{\"cpu\":\"20m\",\"memory\":\"100Mi\"},"
                + "\"limits\":{\"cpu\":\"3\",\"memory\":\"200Mi\"}}";
        return json("""
                {"metadata":{"namespace":"default","name":"%1$s"},"spec":{"replicas":2,
                 "selector":{"matchLabels":{"app":"%1$s"}},"template":{"metadata":{"labels":{"app":"%1$s"},"annotations":{
                  "simulation.plimsoll.dev/cpu.main":"%2$s","simulation.plimsoll.dev/memory.main":"%3$s",
                  "simulation.plimsoll.dev/cpu.side":"constant 5m","simulation.plimsoll.dev/memory.side":"constant 8Mi"}},
                 "spec":{%4$s"containers":[{"name":"main","image":"i"%5$s},{"name":"side","image":"i"}]}}}}""".formatted(
                        name(),
                        profile.cpu,
                        profile.memory,
                        level == Level.CONTAINERS ? "" : whole + ",",
                        level == Level.POD ? "" : "," + own));
    }

    ObjectNode vpa() {
        return json("""
                {"metadata":{"namespace":"default","name":"%1$s"},"spec":{
                 "targetRef":{"apiVersion":"apps/v1","kind":"Deployment","name":"%1$s"},
                 "updatePolicy":{"updateMode":"%2$s"}}}""".formatted(name(), mode));
    }

    /** What a pod asks for in CPU where that is managed first: as a whole, or its first container; thousandths. */
    long asks(ObjectNode pod) {
        var path = level == Level.CONTAINERS ? "/spec/containers/0/resources" : "/spec/resources";
        return millis(pod.at(path + "/requests/cpu").asText());
    }

    /** What it asked for at first. */
    long askedAtFirst() {
        return level == Level.CONTAINERS ? ASKED_MILLIS : 2 * ASKED_MILLIS;
    }

    /** Where the recommendation for that stands. */
    String target() {
        return level == Level.CONTAINERS
                ? "/status/recommendation/containerRecommendations/0/target"
                : "/status/recommendation/podRecommendation/target";
    }

    static long millis(String quantity) {
        return Quantity.parse(quantity) instanceof ParsedQuantity.Parsed(var parsed) ? parsed.milliValue() : -1;
    }

    private static ObjectNode json(String text) {
        return ClientJson.read(text.getBytes(StandardCharsets.UTF_8)).orElseThrow();
    }
}
