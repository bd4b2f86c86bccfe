package dev.plimsoll.e2e;

/** Texts of pods. */
final class Specs {
    static final String WAIT = "trap \"exit 0\" TERM; sleep 1000000 & wait";

    private Specs() {}

    /** A pod with resources of its own. */
    static String podLevel(String resources, String... containers) {
        return "{\"resources\":" + resources + ",\"containers\":[" + String.join(",", containers) + "]}";
    }

    static String pod(String... containers) {
        return "{\"containers\":[" + String.join(",", containers) + "]}";
    }

    static String container(String name, String resources) {
        return container(name, WAIT, resources, "");
    }

    /**
     * A pod with more fields.
     *
     * @param more without a comma before the first
     */
    static String with(String pod, String more) {
        return pod.substring(0, pod.length() - 1) + "," + more + "}";
    }

    /**
     * One of busybox.
     *
     * @param more fields, each after a comma
     */
    static String container(String name, String script, String resources, String more) {
        return """
                {"name":"%s","image":"localhost/busybox:e2e","command":["sh","-c","%s"],"resources":%s%s}""".formatted(name, script.replace("\"", "\\\""), resources, more);
    }

    static final String NONE = "{}";

    static String both(String requests, String limits) {
        return "{\"requests\":" + amounts(requests) + ",\"limits\":" + amounts(limits) + "}";
    }

    /** The same as request and as limit. */
    static String exactly(String amounts) {
        return both(amounts, amounts);
    }

    /** {@code 500m 64Mi} as cpu and memory. */
    private static String amounts(String text) {
        var parts = text.split(" ", -1);
        return "{\"cpu\":\"" + parts[0] + "\",\"memory\":\"" + parts[1] + "\"}";
    }

    /** The part of a container that a resize names. */
    static String resized(String name, String resources) {
        return "{\"name\":\"" + name + "\",\"resources\":" + resources + "}";
    }
}
