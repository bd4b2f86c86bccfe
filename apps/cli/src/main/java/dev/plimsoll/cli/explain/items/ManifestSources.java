package dev.plimsoll.cli.explain.items;

import dev.plimsoll.codec.manifest.Loaded;
import dev.plimsoll.codec.manifest.Manifest;
import dev.plimsoll.codec.manifest.ManifestLoader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The objects in the files, folders and addresses that a user named. What cannot be read is told, and the rest is read all the same.
 *
 * @param problems one line each
 */
public record ManifestSources(List<Manifest> manifests, List<String> problems) {
    private static final List<String> ENDINGS = List.of(".yaml", ".yml", ".json");
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int OK = 200;

    public ManifestSources {
        manifests = List.copyOf(manifests);
        problems = List.copyOf(problems);
    }

    /**
     * Reads them in order.
     *
     * @param recursive whether folders count with all that are in them
     */
    public static ManifestSources read(List<String> names, InputStream input, boolean recursive) {
        var reading = new Collected();
        for (var name : names) {
            if (name.startsWith("https://") || name.startsWith("http://")) reading.address(name);
            else if (!name.isEmpty() && !name.equals("-") && Files.isDirectory(Path.of(name)))
                reading.folder(Path.of(name), recursive);
            else reading.add(reading.loader.load(name, input));
        }
        return new ManifestSources(reading.manifests, reading.problems);
    }

    private static final class Collected {
        private final ManifestLoader loader = new ManifestLoader();
        private final List<Manifest> manifests = new ArrayList<>();
        private final List<String> problems = new ArrayList<>();

        void add(Loaded loaded) {
            switch (loaded) {
                case Loaded.Unreadable unreadable -> problems.add(unreadable.line());
                case Loaded.Documents(var found) -> manifests.addAll(found);
            }
        }

        void folder(Path folder, boolean recursive) {
            try (var files = Files.walk(folder, recursive ? Integer.MAX_VALUE : 1)) {
                var found = files.filter(Collected::isManifest).sorted().toList();
                if (found.isEmpty()) {
                    problems.add(folder + ": no file in it ends in .yaml, .yml or .json; name another"
                            + (recursive ? "" : ", or look into the folders in it with -R"));
                }
                for (var file : found) add(loader.load(file));
            } catch (IOException | UncheckedIOException e) {
                problems.add(folder + ": it cannot be listed: " + e.getMessage() + "; check the path and its rights");
            }
        }

        private static boolean isManifest(Path file) {
            return ENDINGS.stream().anyMatch(file.toString()::endsWith) && Files.isRegularFile(file);
        }

        void address(String address) {
            try (var client = HttpClient.newBuilder()
                    .connectTimeout(PATIENCE)
                    .followRedirects(HttpClient.Redirect.NORMAL)
                    .build()) {
                var request = HttpRequest.newBuilder(URI.create(address))
                        .timeout(PATIENCE)
                        .build();
                var response = client.send(request, HttpResponse.BodyHandlers.ofInputStream());
                try (var body = response.body()) {
                    if (response.statusCode() == OK) add(loader.read(address, body));
                    else
                        problems.add(address + ": the server answered with status " + response.statusCode()
                                + "; check the address");
                }
            } catch (IllegalArgumentException e) {
                problems.add(
                        address + ": no address: " + e.getMessage() + "; write one such as https://host/file.yaml");
            } catch (IOException e) {
                problems.add(address + ": cannot be read: "
                        + (e.getMessage() == null ? "nobody answers there" : e.getMessage())
                        + "; check the address");
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                problems.add(address + ": interrupted");
            }
        }
    }
}
