package dev.plimsoll.cri;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An image that the runtime has.
 *
 * @param user whom its processes run as; null where it names a user, or nobody
 * @param userName empty where it has a number, or nobody
 */
public record Image(
        String id,
        List<String> tags,
        List<String> digests,
        long bytes,
        boolean pinned,
        @Nullable Long user,
        String userName) {
    public Image {
        tags = List.copyOf(tags);
        digests = List.copyOf(digests);
    }
}
