package dev.plimsoll.kinds.strategy.pod;

import java.util.Locale;
import java.util.regex.Pattern;

/** How the name of an image is read: {@code [HOST[:PORT]/]PATH[:TAG][@DIGEST]}. */
final class ImageName {
    private static final int LONGEST = 255;
    private static final String USUAL_HOST = "docker.io/";
    private static final String USUAL_FOLDER = "library/";
    private static final Pattern PATH =
            Pattern.compile("[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*+(?:/[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*+)*+");
    private static final Pattern HOST = Pattern.compile("[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?(?::[0-9]+)?");
    /** Names that are told from identifiers of images by not looking like one. */
    private static final Pattern IDENTIFIER = Pattern.compile("[a-f0-9]{64}");

    private ImageName() {}

    /** Whether the newest image is meant: no tag and no digest, or that tag. A name that cannot be read means no particular image. */
    static boolean isLatest(String image) {
        if (image.isEmpty() || image.contains("@")) return false;
        var slash = image.indexOf('/');
        var first = slash < 0 ? "" : image.substring(0, slash);
        var isHost = first.contains(".")
                || first.contains(":")
                || first.equals("localhost")
                || !first.toLowerCase(Locale.ROOT).equals(first);
        var rest = isHost ? image.substring(slash + 1) : image;
        var colon = rest.indexOf(':');
        if (colon >= 0 && !rest.substring(colon + 1).equals("latest"))
            return false; // as most are: nothing has to be matched
        if (IDENTIFIER.matcher(image).matches()) return false;
        if (isHost && !HOST.matcher(first).matches()) return false;
        var path = colon < 0 ? rest : rest.substring(0, colon);
        return isShort(isHost ? first + "/" : "", path) && PATH.matcher(path).matches();
    }

    /** The name is measured in full: with the registry and the folder that are meant where none is given. */
    private static boolean isShort(String host, String path) {
        var folder = host.isEmpty() && path.indexOf('/') < 0 ? USUAL_FOLDER : "";
        var registry = host.isEmpty() ? USUAL_HOST : host;
        return registry.length() + folder.length() + path.length() <= LONGEST;
    }
}
