package dev.plimsoll.core.validation;

import dev.plimsoll.core.model.PodDetails.Volume;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rule 13: of volumes a resize may change nothing but the size of those in memory. */
final class ResizedVolumes {
    private static final String PATH = "spec.volumes";

    private ResizedVolumes() {}

    static void check(List<Volume> stored, List<Volume> resized, List<FieldError> errors) {
        if (stored.size() != resized.size()) {
            errors.add(FieldError.forbidden(PATH, "volumes may not be added or removed on resize"));
            return;
        }
        for (var i = 0; i < stored.size(); i++) {
            if (stored.get(i).equals(resized.get(i))) continue;
            var problem = problem(stored.get(i), resized.get(i));
            if (problem != null) errors.add(FieldError.forbidden(PATH + "[" + i + "]", problem));
        }
    }

    private static @Nullable String problem(Volume stored, Volume resized) {
        if (!stored.name().equals(resized.name())) return "volumes may not be renamed or reordered on resize";
        var before = stored.emptyDirOrNull();
        var after = resized.emptyDirOrNull();
        if (before == null
                || after == null
                || !stored.sources().equals(resized.sources())
                || !stored.rest().equals(resized.rest())
                || !before.medium().equals(after.medium()))
            return "only sizeLimit of memory-backed emptyDir volumes is mutable on resize";
        if (!before.isInMemory()) return "sizeLimit is only mutable for memory-backed emptyDir volumes";
        var isAddedOrRemoved = (before.sizeLimitOrNull() == null) != (after.sizeLimitOrNull() == null);
        return isAddedOrRemoved ? "adding or removing sizeLimit on an existing volume is not allowed" : null;
    }
}
