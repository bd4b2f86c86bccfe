package dev.plimsoll.integration.controllers;

/** Manifests of workloads. */
final class Workloads {
    private Workloads() {}

    static String template(String app, String image) {
        return """
                {"metadata":{"labels":{"app":"%s"}},
                 "spec":{"terminationGracePeriodSeconds":0,
                  "containers":[{"name":"c","image":"%s","resources":{"requests":{"cpu":"100m"},"limits":{"cpu":"1"}}}]}}""".formatted(app, image);
    }

    static String replicated(String name, int replicas, String more) {
        return """
                {"metadata":{"name":"%s"},"spec":{"replicas":%d,"selector":{"matchLabels":{"app":"%s"}},%s"template":%s}}""".formatted(name, replicas, name, more, template(name, "i:1"));
    }

    static String image(String image) {
        return "{\"spec\":{\"template\":{\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"" + image
                + "\",\"resources\":{\"requests\":{\"cpu\":\"100m\"},\"limits\":{\"cpu\":\"1\"}}}]}}}}";
    }
}
