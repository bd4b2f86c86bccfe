package dev.plimsoll.codec.manifest;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.codec.manifest.problem.ManifestProblem;
import java.util.Locale;
import java.util.Optional;

/**
 * One object of a manifest. It has an {@code apiVersion} and a {@code kind}, both texts that are not empty.
 *
 * @param source the file as the user named it
 * @param index which object of its source this is, counted from 0, after lists are taken apart
 */
public record Manifest(String source, int index, ObjectNode document, Positions positions) {
    public String apiVersion() {
        return document.path(ManifestFields.API_VERSION).textValue();
    }

    public String kind() {
        return document.path(ManifestFields.KIND).textValue();
    }

    /** A name for people, such as {@code deployment/web}; an object may have none yet. */
    public String displayName() {
        var metadata = document.path(ManifestFields.METADATA);
        var name = Optional.ofNullable(metadata.path(ManifestFields.NAME).textValue())
                .or(() -> Optional.ofNullable(
                        metadata.path(ManifestFields.GENERATE_NAME).textValue()))
                .orElse("(unnamed)");
        return kind().toLowerCase(Locale.ROOT) + "/" + name;
    }

    /** A problem with the field at the path, shown where that field stands, or where it is missing from. */
    public ManifestProblem problem(String path, String text) {
        return new ManifestProblem.InText(source, positions.of(path), text);
    }
}
