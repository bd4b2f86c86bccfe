package dev.plimsoll.core.validation.general;

import static dev.plimsoll.core.validation.general.Row.row;

import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

// Acceptance of Kubernetes clients: long-names
class MetadataRulesTest {
    static Stream<Row> rows() {
        return Stream.of(
                row("a plain pod is fine", _ -> {}),
                row(
                        "a pod needs a name or a prefix to generate one from",
                        p -> p.name = "",
                        "metadata.name: Required value: name or generateName is required"),
                row("a prefix is enough", p -> {
                    p.name = "";
                    p.generateName = "web-";
                }),
                row(
                        "the name of a pod is a DNS subdomain",
                        p -> p.name = "X_9",
                        "metadata.name: Invalid value: \"X_9\": " + Texts.SUBDOMAIN),
                row("the name of a pod may have dots", p -> p.name = "web.0"),
                row(
                        "the name of a pod has at most 253 bytes",
                        p -> p.name = "a".repeat(254),
                        "metadata.name: Invalid value: \"" + "a".repeat(254)
                                + "\": must be no more than 253 characters"),
                row(
                        "a prefix is a DNS subdomain",
                        p -> p.generateName = "Web-",
                        "metadata.generateName: Invalid value: \"Web-\": " + Texts.SUBDOMAIN),
                row("the character before the final dash of a prefix is not looked at", p -> p.generateName = "web_-"),
                row(
                        "a prefix is more than a dash",
                        p -> p.generateName = "-",
                        "metadata.generateName: Invalid value: \"-\": " + Texts.SUBDOMAIN),
                row("a missing namespace is filled by the request", p -> p.namespace = ""),
                row(
                        "a namespace is a DNS label",
                        p -> p.namespace = "a.b",
                        "metadata.namespace: Invalid value: \"a.b\": must not contain dots"),
                row(
                        "a generation is not negative",
                        p -> p.generation = -1,
                        "metadata.generation: Invalid value: -1: must be greater than or equal to 0"),
                row(
                        "the key of a label is a qualified name",
                        p -> p.labels = Map.of("a b", "x"),
                        "metadata.labels: Invalid value: \"a b\": " + Texts.NAME_PART),
                row(
                        "the value of a label is a word",
                        p -> p.labels = Map.of("example.com/a", "x y"),
                        "metadata.labels: Invalid value: \"x y\": " + Texts.LABEL_VALUE),
                row("the value of a label may be empty", p -> p.labels = Map.of("a", "")),
                row(
                        "labels are reported by key",
                        p -> p.labels = Map.of("b", "-", "a", "_"),
                        "metadata.labels: Invalid value: \"_\": " + Texts.LABEL_VALUE,
                        "metadata.labels: Invalid value: \"-\": " + Texts.LABEL_VALUE),
                row(
                        "the key of an annotation is a qualified name",
                        p -> p.annotations = Map.of("/a", ""),
                        "metadata.annotations: Invalid value: \"/a\": prefix part must be non-empty"),
                row(
                        "the prefix of an annotation's key may have capitals",
                        p -> p.annotations = Map.of("Example.COM/Key", "any text at all")),
                row("a key is lower-cased character by character", p -> p.annotations = Map.of("\u0130", "")),
                row(
                        "annotations have 256 KiB together at most",
                        p -> p.annotations = Map.of("a", "x".repeat(131072), "b", "x".repeat(131071)),
                        "metadata.annotations: Too long: may not be more than 262144 bytes"),
                row(
                        "annotations may have 256 KiB",
                        p -> p.annotations = Map.of("a", "x".repeat(131071), "b", "x".repeat(131071))),
                row(
                        "a mirror pod is on a node",
                        p -> p.annotations = Map.of("kubernetes.io/config.mirror", "hash"),
                        "metadata.annotations[kubernetes.io/config.mirror]: Invalid value: \"hash\": must set"
                                + " spec.nodeName if mirror pod annotation is set"),
                row("a mirror pod on a node is fine", p -> {
                    p.annotations = Map.of("kubernetes.io/config.mirror", "hash");
                    p.nodeName = "node-1";
                }),
                row("the deletion cost may be the lowest integer of 32 bits", p -> p.annotations = cost("-2147483648")),
                row("the deletion cost may have zeros after a minus", p -> p.annotations = cost("-007")),
                row("the deletion cost has 32 bits", p -> p.annotations = cost("2147483648"), costError("2147483648")),
                row("the deletion cost has no leading zeros", p -> p.annotations = cost("08"), costError("08")),
                row("the deletion cost has no plus sign", p -> p.annotations = cost("+1"), costError("+1")),
                row("the deletion cost is not empty", p -> p.annotations = cost(""), costError("")));
    }

    private static Map<String, String> cost(String value) {
        return Map.of("controller.kubernetes.io/pod-deletion-cost", value);
    }

    private static String costError(String value) {
        return "metadata.annotations[controller.kubernetes.io/pod-deletion-cost]: Invalid value: \"" + value
                + "\": must be a 32bit integer";
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void metadata(Row row) {
        row.verify();
    }
}
