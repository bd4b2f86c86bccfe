package dev.plimsoll.nodeagent.simulated.behaviour;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Tags of images. A simulated node finds every image but those whose tag says that there is none, so that anybody can see what a rollout
 * does that hangs.
 */
final class ImageTag {
    /** Such as {@code 404}, {@code non-existent}, {@code doesNotExist}, {@code not_found} and {@code no-such-tag}, and nothing beside. */
    private static final Pattern ABSENT = Pattern.compile(
            "404|(non|not|does-?not|doesnt)-?exist(s|ent|ing)?|not-?found|no-?such-?(tag|image|version)");

    private ImageTag() {}

    static boolean saysThatItIsNotThere(String image) {
        if (image.contains("@")) return false;
        var colon = image.indexOf(':', image.lastIndexOf('/') + 1);
        if (colon < 0) return false;
        var tag = image.substring(colon + 1)
                .toLowerCase(Locale.ROOT)
                .replace('_', '-')
                .replace('.', '-');
        return ABSENT.matcher(tag).matches();
    }
}
