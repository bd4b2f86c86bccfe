package dev.plimsoll.testkit.cluster;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.core.quantity.ParsedQuantity;
import dev.plimsoll.core.quantity.Quantity;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Two containers that ask for too little, under a Deployment of two pods and a VerticalPodAutoscaler.
 *
 * @param level where resources are asked for
 */
record AutoscaledWorkload(Profile profile, Level level, Mode mode) {
    /** What the first container does. */
    enum Profile {
        /** More and more memory until it is killed for it. */
        LEAK("constant 120m", "leak 48Mi 256Ki"),
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

    /** Names of modes as objects have them. */
    enum Mode {
        Off,
        Initial,
        Recreate,
        InPlaceOrRecreate,
        InPlace
    }

    /** Every profile at every level in every mode. */
    static List<AutoscaledWorkload> all() {
        var all = new ArrayList<AutoscaledWorkload>();
        for (var profile : Profile.values()) {
            for (var level : Level.values()) {
                for (var mode : Mode.values()) all.add(new AutoscaledWorkload(profile, level, mode));
            }
        }
        return all;
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

    boolean owns(ObjectNode pod) {
        return pod.at("/metadata/labels/app").asText().equals(name());
    }

    /** Whether a pod asks for more CPU than its template, where that is managed first: as a whole, or in its first container. */
    boolean hasMore(ObjectNode pod) {
        var path = level == Level.CONTAINERS ? "/spec/containers/0/resources" : "/spec/resources";
        return millis(pod.at(path + "/requests/cpu").asText()) > asked();
    }

    /** Whether that much is recommended. */
    boolean isRecommended(ObjectNode vpa) {
        var path = level == Level.CONTAINERS
                ? "/status/recommendation/containerRecommendations/0/target/cpu"
                : "/status/recommendation/podRecommendation/target/cpu";
        return millis(vpa.at(path).asText()) > asked();
    }

    private long asked() {
        return level == Level.CONTAINERS ? 10 : 20;
    }

    private static long millis(String quantity) {
        return Quantity.parse(quantity) instanceof ParsedQuantity.Parsed(var parsed) ? parsed.milliValue() : -1;
    }

    static ObjectNode json(String text) {
        return ClientJson.read(text.getBytes(StandardCharsets.UTF_8)).orElseThrow();
    }
}
