package dev.plimsoll.nodeagent.staticpods;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Where a node has pods from, beside the API.
 *
 * @param folderOrNull with a pod in each file
 * @param addressOrNull answers with pods
 */
public record StaticPodSources(
        @Nullable Path folderOrNull, @Nullable ManifestAddress addressOrNull) {
    public static final StaticPodSources NONE = new StaticPodSources(null, null);

    /** A folder alone, or nothing. */
    public static StaticPodSources of(@Nullable Path folderOrNull) {
        return folderOrNull == null ? NONE : new StaticPodSources(folderOrNull, null);
    }
}
