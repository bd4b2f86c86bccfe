package dev.plimsoll.nodeagent.simulated.servers;

import dev.plimsoll.nodeagent.simulated.files.FileEntry;
import dev.plimsoll.nodeagent.simulated.files.FileProblemException;
import dev.plimsoll.nodeagent.simulated.files.FileTree;
import java.util.Map;

/**
 * Serves the files below a folder of a container.
 *
 * @param root the folder
 */
public record SiteService(FileTree files, String root) implements SimulatedHttpService {
    @Override
    public HttpReply answer(HttpRequest request) {
        var path = FileTree.absolute("/", root + FileTree.absolute("/", request.path()));
        var entry = files.find(path);
        if (entry.isEmpty()) return HttpReply.notFound();
        if (entry.get() instanceof FileEntry.Directory) {
            var index = FileTree.absolute(path, "index.html");
            if (files.find(index).isPresent()) return content(index);
            var page = new StringBuilder("<pre>\n");
            for (var name : files.names(path))
                page.append("<a href=\"")
                        .append(name)
                        .append("\">")
                        .append(name)
                        .append("</a>\n");
            return HttpReply.of(200, "text/html; charset=utf-8", page + "</pre>\n");
        }
        return content(path);
    }

    private HttpReply content(String path) {
        try {
            var type = path.endsWith(".html") ? "text/html; charset=utf-8" : "text/plain; charset=utf-8";
            return new HttpReply(200, Map.of("Content-Type", type), files.read(path));
        } catch (FileProblemException e) {
            return HttpReply.text(500, e.getMessage() + "\n");
        }
    }
}
