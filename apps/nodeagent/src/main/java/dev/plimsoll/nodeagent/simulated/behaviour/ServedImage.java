package dev.plimsoll.nodeagent.simulated.behaviour;

import dev.plimsoll.core.model.Container;
import dev.plimsoll.nodeagent.simulated.servers.AgnhostServers;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A web server of a well-known image, which serves files of its own at port 80.
 *
 * @param root the folder of the files, without the first slash; empty for the root itself
 * @param files by their names
 */
public record ServedImage(String root, Map<String, String> files) {
    public static final int PORT = 80;
    private static final Pattern NAME = Pattern.compile("(?:.*/)?([a-z0-9-]+)(?::[^/]*)?(?:@.*)?");
    private static final Map<String, ServedImage> IMAGES = Map.of(
            "nginx",
            page("usr/share/nginx/html", "<html><body><h1>Welcome to nginx!</h1></body></html>\n"),
            "httpd",
            page("usr/local/apache2/htdocs", "<html><body><h1>It works!</h1></body></html>\n"),
            "nautilus",
            new ServedImage("", Map.of("data.json", "{\"image\": \"nautilus.jpg\"}\n")),
            "kitten",
            new ServedImage("", Map.of("data.json", "{\"image\": \"kitten.jpg\"}\n")));

    public ServedImage {
        files = Map.copyOf(files);
    }

    /** Where a file is, without the first slash. */
    public String path(String name) {
        return root.isEmpty() ? name : root + "/" + name;
    }

    private static ServedImage page(String root, String text) {
        return new ServedImage(root, Map.of("index.html", text));
    }

    /** What the image of a container serves, if it is known and nothing else is run in it. */
    public static Optional<ServedImage> of(Container container) {
        if (!container.details().command().isEmpty()) return Optional.empty();
        return ofName(container.image());
    }

    /** What an image serves, whatever is run in it. */
    public static Optional<ServedImage> ofName(String image) {
        var name = NAME.matcher(image);
        return name.matches() ? Optional.ofNullable(IMAGES.get(name.group(1))) : Optional.empty();
    }

    /** Whether a container runs one of the servers of {@code agnhost}. */
    public static boolean isAgnhostServer(Container container) {
        var words = ImageEntrypoint.command(container);
        return words.size() > 1
                && words.getFirst().matches("(.*/)?agnhost(-2)?")
                && AgnhostServers.isKnown(words.get(1));
    }
}
