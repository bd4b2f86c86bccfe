package dev.plimsoll.objects.pod.spec;

import static dev.plimsoll.objects.tree.DocumentFields.has;
import static dev.plimsoll.objects.tree.DocumentFields.integer;
import static dev.plimsoll.objects.tree.DocumentFields.list;
import static dev.plimsoll.objects.tree.DocumentFields.text;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** A volume of a pod, and what it is made of. */
public record PodVolume(String name, Source source) {
    private static final int DEFAULT_MODE = 0_644;

    /** What a volume is made of. */
    public sealed interface Source {
        /** A path of the node; its type is such as {@code DirectoryOrCreate}, and empty where anything may be there. */
        record HostPath(String path, String type) implements Source {}

        /** A folder that lives as long as the pod; its medium is {@code Memory}, or empty for the disk. */
        record EmptyDir(String medium) implements Source {}

        /**
         * Files that are made of objects of the API.
         *
         * @param kind {@code configMap}, {@code secret}, {@code downwardAPI} or {@code projected}
         */
        record Payload(String kind, int defaultMode, List<ProjectedSource> sources) implements Source {
            public Payload {
                sources = List.copyOf(sources);
            }

            /** Whether the files may not be on a disk. */
            public boolean isSecret() {
                return kind.equals("secret") || kind.equals("projected");
            }
        }

        /** What a claim of the pod's namespace is bound to. */
        record Claim(String name, boolean readOnly) implements Source {}

        /**
         * The files of an image, which the runtime mounts.
         *
         * @param pullPolicy empty where nobody said
         */
        record Image(String reference, String pullPolicy) implements Source {}

        /** Something else, with the names of what it is made of. */
        record Other(List<String> kinds) implements Source {
            public Other {
                kinds = List.copyOf(kinds);
            }
        }
    }

    /** Of an item of {@code volumes}. */
    public static PodVolume read(JsonNode node) {
        return new PodVolume(text(node, "name"), source(node));
    }

    private static Source source(JsonNode node) {
        if (has(node, "hostPath"))
            return new Source.HostPath(text(node.path("hostPath"), "path"), text(node.path("hostPath"), "type"));
        if (has(node, "emptyDir")) return new Source.EmptyDir(text(node.path("emptyDir"), "medium"));
        if (has(node, "configMap")) {
            var map = node.path("configMap");
            return payload("configMap", map, List.of(ProjectedSource.configMap(map)));
        }
        if (has(node, "secret")) {
            var secret = node.path("secret");
            return payload("secret", secret, List.of(ProjectedSource.secret(secret)));
        }
        if (has(node, "downwardAPI")) {
            var downward = node.path("downwardAPI");
            return payload("downwardAPI", downward, List.of(ProjectedSource.downwardApi(downward)));
        }
        if (has(node, "projected")) {
            var projected = node.path("projected");
            return payload("projected", projected, list(projected, "sources", ProjectedSource::read));
        }
        if (has(node, "persistentVolumeClaim")) {
            var claim = node.path("persistentVolumeClaim");
            return new Source.Claim(
                    text(claim, "claimName"), claim.path("readOnly").asBoolean());
        }
        if (has(node, "image"))
            return new Source.Image(text(node.path("image"), "reference"), text(node.path("image"), "pullPolicy"));
        var kinds = new ArrayList<String>();
        node.fieldNames().forEachRemaining(kinds::add);
        kinds.remove("name");
        return new Source.Other(kinds);
    }

    private static Source payload(String kind, JsonNode node, List<ProjectedSource> sources) {
        return new Source.Payload(kind, integer(node, "defaultMode", DEFAULT_MODE), sources);
    }
}
