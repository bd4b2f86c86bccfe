package dev.plimsoll.codec.manifest;

import dev.plimsoll.codec.manifest.problem.Position;
import dev.plimsoll.codec.manifest.yaml.PositionTree;
import java.util.Optional;

/**
 * Where the fields of one document stand in its text.
 *
 * <p>Paths are those of the API's error messages: {@code spec.containers[0].resources.limits[memory]}. Brackets hold the
 * number of a list entry or the key of a map, dots and slashes included: {@code metadata.annotations[example.com/x]}.
 */
public final class Positions {
    private final PositionTree root;

    Positions(PositionTree root) {
        this.root = root;
    }

    /** The position of that field, or of its nearest parent that is there; the document's start at last. */
    public Position of(String path) {
        var place = root;
        for (var name : ManifestPath.parse(path).names()) {
            var child = place.child(name);
            if (child == null) break;
            place = child;
        }
        return place.position();
    }

    /** The position of exactly that field, if the document has it. */
    public Optional<Position> exactly(String path) {
        var place = root;
        for (var name : ManifestPath.parse(path).names()) {
            var child = place.child(name);
            if (child == null) return Optional.empty();
            place = child;
        }
        return Optional.of(place.position());
    }
}
