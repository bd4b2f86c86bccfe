package dev.plimsoll.cri;

import java.util.List;

/** An image that the runtime has. */
public record Image(String id, List<String> tags, List<String> digests, long bytes, boolean pinned) {
    public Image {
        tags = List.copyOf(tags);
        digests = List.copyOf(digests);
    }
}
