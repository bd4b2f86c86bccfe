package dev.plimsoll.kinds.strategy.pod;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Sources of volumes that are on their way out, or gone. */
public final class VolumeWarnings {
    private static final Map<String, String> OUTDATED = Map.of(
            "gitRepo", "deprecated in v1.11, and disabled by default in v1.33+",
            "photonPersistentDisk", "deprecated in v1.11, non-functional in v1.16+",
            "scaleIO", "deprecated in v1.16, non-functional in v1.22+",
            "flocker", "deprecated in v1.22, non-functional in v1.25+",
            "quobyte", "deprecated in v1.22, non-functional in v1.25+",
            "storageos", "deprecated in v1.22, non-functional in v1.25+",
            "glusterfs", "deprecated in v1.25, non-functional in v1.26+",
            "cephfs", "deprecated in v1.28, non-functional in v1.31+",
            "rbd", "deprecated in v1.28, non-functional in v1.31+");

    private VolumeWarnings() {}

    static void of(JsonNode volumes, String path, List<String> warnings) {
        for (var i = 0; i < volumes.size(); i++) {
            var place = path + "[" + i + "]";
            warnings.addAll(ofSource(volumes.get(i), place));
            var claim = volumes.get(i)
                    .path("ephemeral")
                    .path("volumeClaimTemplate")
                    .path("spec")
                    .path("resources");
            for (var list : List.of("requests", "limits")) {
                warnings.addAll(PodWarnings.fractional(
                        place + ".ephemeral.volumeClaimTemplate.spec.resources." + list + "[storage]",
                        claim.path(list).path("storage")));
            }
        }
    }

    /** Of what a volume comes from; that of a pod, or one of the cluster. */
    public static List<String> ofSource(JsonNode volume, String place) {
        var warnings = new ArrayList<String>();
        for (var source : volume.properties()) {
            var said = OUTDATED.get(source.getKey());
            if (said == null) continue;
            var shown = source.getKey().equals("storageos") ? "storageOS" : source.getKey();
            warnings.add(place + "." + shown + ": " + said);
        }
        return warnings;
    }
}
