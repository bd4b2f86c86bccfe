package dev.plimsoll.kinds.strategy.pod;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;

/** Sources of volumes that are on their way out, or gone. */
final class VolumeWarnings {
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

    static void of(JsonNode volumes, List<String> warnings) {
        for (var i = 0; i < volumes.size(); i++) {
            for (var source : volumes.get(i).properties()) {
                var said = OUTDATED.get(source.getKey());
                if (said == null) continue;
                var shown = source.getKey().equals("storageos") ? "storageOS" : source.getKey();
                warnings.add("spec.volumes[" + i + "]." + shown + ": " + said);
            }
        }
    }
}
