package dev.plimsoll.benchmarks.up;

import dev.plimsoll.client.ClientJson;
import dev.plimsoll.client.ClientRequest;
import dev.plimsoll.client.Transport;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;

/** Lists of all pods as kubectl asks for them. */
final class TableReads {
    private static final Map<String, String> AS_TABLE =
            Map.of("accept", "application/json;as=Table;v=v1;g=meta.k8s.io");

    private final Transport transport;

    TableReads(Transport transport) {
        this.transport = transport;
    }

    /** Seconds for one list. */
    double all() throws IOException {
        var began = System.nanoTime();
        read("/api/v1/pods");
        return (System.nanoTime() - began) / 1e9;
    }

    /** Seconds for all pages of 500. */
    double inPages() throws IOException {
        var nanos = 0L;
        var next = "";
        do {
            var began = System.nanoTime();
            var page = read("/api/v1/pods?limit=500" + next);
            nanos += System.nanoTime() - began;
            var token =
                    ClientJson.read(page).orElseThrow().at("/metadata/continue").asText();
            next = token.isEmpty() ? "" : "&continue=" + URLEncoder.encode(token, StandardCharsets.UTF_8);
        } while (!next.isEmpty());
        return nanos / 1e9;
    }

    private byte[] read(String target) throws IOException {
        var reply = transport.send(new ClientRequest("GET", target, AS_TABLE, new byte[0], Duration.ofMinutes(1)));
        if (!reply.isSuccess()) throw new IOException(target + ": status " + reply.status());
        return reply.body();
    }
}
