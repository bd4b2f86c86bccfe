package dev.plimsoll.nodeagent.simulated.clients;

import dev.plimsoll.nodeagent.simulated.servers.HttpClient;
import dev.plimsoll.streams.ResponseHead;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** {@code wget}, as busybox has it. */
public final class WgetCommand {
    private static final Set<String> VALUED =
            Set.of("O", "output-document", "T", "timeout", "t", "tries", "post-data", "header", "U", "user-agent", "P");
    private static final Duration LONGEST = Duration.ofMinutes(2);
    private static final int MOST_REDIRECTS = 10;

    private WgetCommand() {}

    public static int run(ClientConsole console) throws IOException {
        var options = ClientOptions.of(console.arguments(), VALUED);
        if (options.operands().isEmpty()) return console.fail(1, "wget: missing URL");
        var text = options.operands().getFirst();
        try {
            var url = URI.create(text.contains("://") ? text : "http://" + text);
            if (url.getHost() == null) return console.fail(1, "wget: bad address '" + text + "'");
            return fetch(console, options, url);
        } catch (IllegalArgumentException _) {
            return console.fail(1, "wget: bad address '" + text + "'");
        }
    }

    private static int fetch(ClientConsole console, ClientOptions options, URI url) throws IOException {
        try {
            var answer = answered(console, options, url);
            var status = answer.head().status();
            if (status >= 400) return console.fail(1, "wget: server returned error: HTTP/1.1 " + status);
            if (options.has("spider")) return 0;
            var path = url.getPath() == null ? "" : url.getPath();
            var last = path.substring(path.lastIndexOf('/') + 1);
            var file = options.value("O", "output-document").orElse(last.isEmpty() ? "index.html" : last);
            console.save(file, answer.body());
            return 0;
        } catch (UnknownHostException _) {
            return console.fail(1, "wget: bad address '" + url.getHost() + "'");
        } catch (ConnectException _) {
            return console.fail(1, "wget: can't connect to remote host (" + url.getHost() + "): Connection refused");
        } catch (IOException e) {
            return console.fail(1, "wget: download timed out: " + e.getMessage());
        }
    }

    private static HttpClient.Answer answered(ClientConsole console, ClientOptions options, URI first)
            throws IOException {
        var client = new HttpClient(console.network());
        var data = options.value("post-data");
        var fields = new ArrayList<ResponseHead.Field>();
        fields.add(new ResponseHead.Field(
                "User-Agent", options.value("U", "user-agent").orElse("Wget")));
        if (data.isPresent()) fields.add(new ResponseHead.Field("Content-Type", "application/x-www-form-urlencoded"));
        for (var header : options.all("header")) {
            var parts = List.of(header.split(":", 2));
            if (parts.size() == 2)
                fields.add(new ResponseHead.Field(parts.getFirst(), parts.get(1).strip()));
        }
        var url = first;
        for (var redirects = 0; ; redirects++) {
            var answer = client.send(
                    data.isPresent() ? "POST" : "GET",
                    url,
                    fields,
                    data.orElse("").getBytes(StandardCharsets.UTF_8),
                    options.seconds(LONGEST, "T", "timeout"));
            var location = answer.head().find("location");
            if (answer.head().status() / 100 != 3 || location.isEmpty() || redirects == MOST_REDIRECTS) return answer;
            url = url.resolve(location.get());
        }
    }
}
