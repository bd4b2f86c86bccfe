package dev.plimsoll.core.validation.general;

import static dev.plimsoll.core.validation.general.ContainerDraft.mount;
import static dev.plimsoll.core.validation.general.ContainerDraft.mountPart;
import static dev.plimsoll.core.validation.general.PodDraft.containers;
import static dev.plimsoll.core.validation.general.PodDraft.volume;
import static dev.plimsoll.core.validation.general.Row.row;

import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.ContainerDetails.VolumeMount;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class VolumeRulesTest {
    static Stream<Row> volumes() {
        return Stream.of(
                row("a volume without a source is an empty directory", p -> p.volumes = List.of(volume("a"))),
                row("an unknown source is none", p -> p.volumes = List.of(volume("a", "tape", "emptyDir"))),
                row(
                        "a volume has a name",
                        p -> p.volumes = List.of(volume("", "emptyDir")),
                        "spec.volumes[0].name: Required value"),
                row(
                        "the name of a volume is a DNS label",
                        p -> p.volumes = List.of(volume("a.b", "emptyDir")),
                        "spec.volumes[0].name: Invalid value: \"a.b\": must not contain dots"),
                row(
                        "names of volumes differ",
                        p -> p.volumes = List.of(volume("a", "emptyDir"), volume("a", "secret")),
                        "spec.volumes[1].name: Duplicate value: \"a\""),
                row(
                        "a volume with an error does not take its name",
                        p -> p.volumes = List.of(volume("a", "emptyDir", "secret"), volume("a", "secret")),
                        "spec.volumes[0].secret: Forbidden: may not specify more than 1 volume type"),
                row(
                        "a volume has one source, the first in the server's order",
                        p -> p.volumes = List.of(volume("a", "secret", "hostPath", "configMap")),
                        "spec.volumes[0].secret: Forbidden: may not specify more than 1 volume type",
                        "spec.volumes[0].configMap: Forbidden: may not specify more than 1 volume type"),
                row(
                        "two sources are spelled as the server spells them",
                        p -> p.volumes = List.of(volume("a", "emptyDir", "cephfs", "downwardAPI")),
                        "spec.volumes[0].cephFS: Forbidden: may not specify more than 1 volume type",
                        "spec.volumes[0].downwarAPI: Forbidden: may not specify more than 1 volume type"),
                row(
                        "names of resource claims are labels that differ",
                        p -> p.resourceClaims = List.of("gpu", "gpu", "", "GPU"),
                        "spec.resourceClaims[1].name: Duplicate value: \"gpu\"",
                        "spec.resourceClaims[2].name: Required value",
                        "spec.resourceClaims[3].name: Invalid value: \"GPU\": " + Texts.LABEL));
    }

    static Stream<Row> mounts() {
        return Stream.of(
                row("a mount of a volume is fine", mounting(mount("data", "/data"))),
                row(
                        "a mount has a name",
                        mounting(mount("", "/data")),
                        "spec.containers[0].volumeMounts[0].name: Required value",
                        "spec.containers[0].volumeMounts[0].name: Not found: \"\""),
                row(
                        "a mount names a volume",
                        mounting(mount("logs", "/logs")),
                        "spec.containers[0].volumeMounts[0].name: Not found: \"logs\""),
                row(
                        "a volume with an error cannot be mounted",
                        mounting(mount("data", "/data"))
                                .andThen(p -> p.volumes = List.of(volume("data", "nfs", "csi"))),
                        "spec.volumes[0].csi: Forbidden: may not specify more than 1 volume type",
                        "spec.containers[0].volumeMounts[0].name: Not found: \"data\""),
                row(
                        "a mount has a path",
                        mounting(mount("data", "")),
                        "spec.containers[0].volumeMounts[0].mountPath: Required value"),
                row(
                        "paths of mounts differ",
                        mounting(mount("data", "/a"), mount("data", "/a")),
                        "spec.containers[0].volumeMounts[1].mountPath: Invalid value: \"/a\": must be unique"),
                row("a path may be relative and have a colon", mounting(mount("data", "a:b"))),
                row("a sub path goes down", mounting(mountPart("a/..b/c", ""))),
                row(
                        "a sub path is relative",
                        mounting(mountPart("/a", "")),
                        "spec.containers[0].volumeMounts.subPath: Invalid value: \"/a\": must be a relative path"),
                row(
                        "a sub path has no backsteps",
                        mounting(mountPart("/a/..", "")),
                        "spec.containers[0].volumeMounts.subPath: Invalid value: \"/a/..\": must be a relative path",
                        "spec.containers[0].volumeMounts.subPath: Invalid value: \"/a/..\": must not contain '..'"),
                row(
                        "an expression of a sub path has no backsteps",
                        mounting(mountPart("", "../$(A)")),
                        "spec.containers[0].volumeMounts.subPathExpr: Invalid value: \"../$(A)\": must not contain"
                                + " '..'"),
                row(
                        "sub path and expression exclude each other",
                        mounting(mountPart("a", "b")),
                        "spec.containers[0].volumeMounts[0].subPathExpr: Invalid value: \"b\": subPathExpr and subPath"
                                + " are mutually exclusive"));
    }

    private static Consumer<PodDraft> mounting(VolumeMount... mounts) {
        return p -> {
            p.volumes = List.of(volume("data", "emptyDir"));
            p.containers = withMounts(mounts);
        };
    }

    private static List<Container> withMounts(VolumeMount... mounts) {
        return containers(c -> c.mounts = List.of(mounts));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource({"volumes", "mounts"})
    void volumesAndMounts(Row row) {
        row.verify();
    }
}
