package dev.plimsoll.cli.node;

import dev.plimsoll.nodeagent.staticpods.ManifestAddress;
import dev.plimsoll.nodeagent.staticpods.StaticPodSources;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where a node has pods from, beside the API. */
final class StaticPodOptions {
    @Option(
            names = "--pod-manifest-path",
            paramLabel = "DIR",
            description = {
                "Run the pods that are in this folder, one in each file (YAML or JSON): static pods. They need no API server, which",
                "shows copies of them, and go with their files. Several simulated nodes run each of them."
            })
    private @Nullable Path folder;

    @Option(
            names = "--manifest-url",
            paramLabel = "URL",
            description = {
                "Run the pods that this address answers with, a Pod or a list of them (YAML or JSON): static pods. It is asked every",
                "20 s; while it does not answer, the pods run on."
            })
    private String address = "";

    @Option(
            names = "--manifest-url-header",
            paramLabel = "NAME:VALUE",
            split = ",",
            description = "Send this header with each request to --manifest-url; may be repeated.")
    private List<String> headers = new ArrayList<>();

    StaticPodSources sources(List<String> problems) {
        if (address.isEmpty()) {
            if (!headers.isEmpty()) problems.add("--manifest-url-header is about --manifest-url; give that too");
            return StaticPodSources.of(folder);
        }
        var sent = headers(problems);
        try {
            var uri = URI.create(address);
            var isHttp = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
            if (isHttp && uri.getHost() != null) return new StaticPodSources(folder, new ManifestAddress(uri, sent));
        } catch (IllegalArgumentException _) {
            // told below
        }
        problems.add("--manifest-url " + address + ": expected an address such as https://config.example/pods.yaml");
        return StaticPodSources.of(folder);
    }

    private Map<String, List<String>> headers(List<String> problems) {
        var sent = new TreeMap<String, List<String>>();
        for (var header : headers) {
            var colon = header.indexOf(':');
            if (colon < 1) problems.add("--manifest-url-header " + header + ": expected a header such as X-Team:web");
            else
                sent.computeIfAbsent(header.substring(0, colon).strip(), _ -> new ArrayList<>())
                        .add(header.substring(colon + 1).strip());
        }
        return sent;
    }
}
