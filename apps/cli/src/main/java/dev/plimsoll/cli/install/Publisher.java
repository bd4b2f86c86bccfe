package dev.plimsoll.cli.install;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;

/**
 * Who publishes the libraries, and where. Maven Central asks for it in every POM. The source tree says nothing of it, so it is put into the POMs
 * that others inherit from.
 */
final class Publisher {
    private static final String AFTER = "</licenses>\n";
    private static final String INHERITED = "<parent>";

    @Option(
            names = "--project-url",
            paramLabel = "URL",
            required = true,
            description = "Address of the project, for the POMs. Maven Central asks for it, --developer and --scm-url.")
    private String url = "";

    @Option(
            names = "--scm-url",
            paramLabel = "URL",
            required = true,
            description = "Address of the Git repository, for the POMs.")
    private String scm = "";

    @Option(
            names = "--developer",
            paramLabel = "NAME",
            required = true,
            description = "Who develops it, for the POMs; more than one if given again.")
    private List<String> developers = List.of();

    /** Puts it into the POMs of a repository that inherit from none, and says how many they were. */
    int complete(Path repository) throws IOException {
        var count = 0;
        for (var pom : poms(repository)) {
            var text = Files.readString(pom);
            if (text.contains(INHERITED) || text.contains("<scm")) continue;
            var at = text.indexOf(AFTER);
            if (at < 0) throw new IOException(pom + " names no licence; name one in the POM of the source tree");
            var end = at + AFTER.length();
            Files.writeString(pom, text.substring(0, end) + elements() + text.substring(end));
            RepositoryChecksums.write(pom);
            count++;
        }
        return count;
    }

    private static List<Path> poms(Path repository) throws IOException {
        try (var files = Files.walk(repository)) {
            return files.filter(file -> file.toString().endsWith(".pom"))
                    .sorted()
                    .toList();
        }
    }

    private String elements() {
        var text = new StringBuilder("  <url>" + escaped(url) + "</url>\n  <developers>\n");
        for (var developer : developers)
            text.append("    <developer>\n      <name>")
                    .append(escaped(developer))
                    .append("</name>\n    </developer>\n");
        return text.append("""
                  </developers>
                  <scm child.scm.connection.inherit.append.path="false" child.scm.url.inherit.append.path="false">
                    <connection>scm:git:%1$s</connection>
                    <url>%1$s</url>
                  </scm>
                """.formatted(escaped(scm))).toString();
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
