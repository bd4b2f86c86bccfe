package dev.plimsoll.core.validation.general;

import dev.plimsoll.core.model.PodDetails.Volume;
import dev.plimsoll.core.validation.syntax.DnsSyntax;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The volumes of a pod. One without a source is an empty directory, by the server's defaults, and so is one whose only
 * source has an unknown name, since unknown fields are dropped.
 */
final class VolumeRules {
    private VolumeRules() {}

    static void check(List<Volume> volumes, FieldPath path, FieldErrors found) {
        var names = new HashSet<String>();
        for (var i = 0; i < volumes.size(); i++) {
            var volume = volumes.get(i);
            var at = path.index(i);
            sources(volume, at, found);
            name(volume.name(), at.child("name"), found);
            if (names.contains(volume.name())) found.duplicate(at.child("name"), volume.name());
            if (isSound(volume)) names.add(volume.name());
        }
    }

    /** The names that a container may mount: a volume with an error of its own is as good as not there. */
    static Set<String> mountable(List<Volume> volumes) {
        var names = new HashSet<String>();
        for (var volume : volumes) {
            if (isSound(volume)) names.add(volume.name());
        }
        return names;
    }

    private static boolean isSound(Volume volume) {
        return !volume.name().isEmpty()
                && DnsSyntax.label(volume.name()).isEmpty()
                && surplusSources(volume).isEmpty()
                && hasPossibleSize(volume);
    }

    private static boolean hasPossibleSize(Volume volume) {
        var emptyDir = volume.emptyDirOrNull();
        var size = emptyDir == null ? null : emptyDir.sizeLimitOrNull();
        return size == null || size.sign() >= 0;
    }

    private static void sources(Volume volume, FieldPath at, FieldErrors found) {
        for (var source : surplusSources(volume)) {
            found.forbidden(at.child(wireName(source)), "may not specify more than 1 volume type");
        }
    }

    private static List<String> surplusSources(Volume volume) {
        if (volume.sources().size() < 2) return List.of();
        return Volume.SOURCES.stream()
                .filter(volume.sources()::contains)
                .skip(1)
                .toList();
    }

    /** Two sources are spelled differently in the server's errors than in manifests. */
    private static String wireName(String source) {
        return switch (source) {
            case "cephfs" -> "cephFS";
            case "downwardAPI" -> "downwarAPI";
            default -> source;
        };
    }

    private static void name(String name, FieldPath at, FieldErrors found) {
        if (name.isEmpty()) found.required(at);
        else found.misspelled(at, name, DnsSyntax.label(name));
    }
}
