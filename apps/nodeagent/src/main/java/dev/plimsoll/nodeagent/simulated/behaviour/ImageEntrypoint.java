package dev.plimsoll.nodeagent.simulated.behaviour;

import dev.plimsoll.core.model.Container;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** What images run by themselves. Of almost all images that is not known here. */
public final class ImageEntrypoint {
    private static final Pattern AGNHOST = Pattern.compile("(.*/)?agnhost(:[^/]*|@.*)?");

    private static final Pattern NO_NEW_PRIVILEGES = Pattern.compile("(.*/)?nonewprivs(:[^/]*|@.*)?");

    /** Images of basic tools, which run a shell: where nobody types it finds nothing to read and ends. */
    private static final Pattern TOOLS = Pattern.compile("(.*/)?(busybox|alpine)(:[^/]*|@.*)?");

    /** Of the test images of Kubernetes those that are made from {@code agnhost}, too. */
    private static final Pattern ALPINE = Pattern.compile("(.*/)?(alpine|kitten|nautilus)(:[^/]*|@.*)?");

    private ImageEntrypoint() {}

    /** Whether an image is the one with the test programs of Kubernetes. */
    public static boolean isAgnhost(String image) {
        return AGNHOST.matcher(image).matches();
    }

    /** Whether an image is known to be made from Alpine Linux. */
    static boolean isAlpine(String image) {
        return isAgnhost(image) || ALPINE.matcher(image).matches();
    }

    /** Whether all that an image has is what the small shell knows: basic tools, or the test programs of Kubernetes. */
    public static boolean isKnown(String image) {
        return isAgnhost(image) || TOOLS.matcher(image).matches();
    }

    /**
     * All words that a container runs: its own command and arguments, with what its image has where it leaves the command open. Empty
     * where nothing is said and the image is not known.
     */
    public static List<String> command(Container container) {
        var words = new ArrayList<>(container.details().command());
        if (words.isEmpty() && isAgnhost(container.image())) {
            words.add("/agnhost");
            if (container.details().args().isEmpty()) words.add("pause");
        }
        if (words.isEmpty() && NO_NEW_PRIVILEGES.matcher(container.image()).matches()) words.add("/nnp");
        if (words.isEmpty() && runsShell(container)) words.add("sh");
        words.addAll(container.details().args());
        return List.copyOf(words);
    }

    /** Arguments alone take the place of the shell, which is a command of these images and no entry point. */
    private static boolean runsShell(Container container) {
        return container.details().args().isEmpty()
                && TOOLS.matcher(container.image()).matches();
    }
}
