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
import javax.net.ssl.SSLException;

/** {@code curl}: the options that scripts use most, and its exit codes. */
public final class CurlCommand {
    private static final Set<String> VALUED = Set.of(
            "o",
            "output",
            "w",
            "write-out",
            "m",
            "max-time",
            "connect-timeout",
            "X",
            "request",
            "d",
            "data",
            "data-binary",
            "data-raw",
            "H",
            "header",
            "A",
            "user-agent",
            "retry",
            "retry-delay",
            "retry-max-time",
            "cacert",
            "cert",
            "key",
            "u",
            "user",
            "resolve",
            "interface",
            "e",
            "T");
    private static final Duration LONGEST = Duration.ofMinutes(2);
    private static final int MOST_REDIRECTS = 10;

    private final ClientConsole console;
    private final ClientOptions options;

    private CurlCommand(ClientConsole console) {
        this.console = console;
        this.options = ClientOptions.of(console.arguments(), VALUED);
    }

    public static int run(ClientConsole console) throws IOException {
        var curl = new CurlCommand(console);
        if (curl.options.has("V", "version")) {
            console.line("curl (simulated)");
            return 0;
        }
        if (curl.options.operands().isEmpty()) return console.fail(2, "curl: no URL specified");
        var code = 0;
        for (var url : curl.options.operands()) code = curl.transfer(url);
        return code;
    }

    private int transfer(String text) throws IOException {
        URI url;
        try {
            url = URI.create(text.contains("://") ? text : "http://" + text);
        } catch (IllegalArgumentException e) {
            return fail(3, "URL rejected: " + e.getMessage());
        }
        if (url.getHost() == null) return fail(3, "URL rejected: No host part in the URL");
        var longest = options.seconds(LONGEST, "m", "max-time");
        var begun = System.nanoTime();
        try {
            var answer = answered(url, longest);
            if (options.has("f", "fail") && answer.head().status() >= 400) {
                written(answer.head().status());
                return fail(
                        22, "The requested URL returned error: " + answer.head().status());
            }
            shown(answer);
            written(answer.head().status());
            return 0;
        } catch (UnknownHostException _) {
            written(0);
            return fail(6, "Could not resolve host: " + url.getHost());
        } catch (ConnectException _) {
            written(0);
            return fail(
                    7,
                    "Failed to connect to " + url.getHost() + " port " + port(url)
                            + " after 0 ms: Couldn't connect to server");
        } catch (SSLException e) {
            written(0);
            return fail(35, "TLS connect error: " + e.getMessage());
        } catch (IOException e) {
            written(0);
            if (System.nanoTime() - begun >= longest.toNanos())
                return fail(28, "Operation timed out after " + longest.toMillis() + " milliseconds");
            return fail(52, "Empty reply from server: " + e.getMessage());
        }
    }

    private static int port(URI url) {
        return url.getPort() > 0 ? url.getPort() : "https".equals(url.getScheme()) ? 443 : 80;
    }

    private HttpClient.Answer answered(URI first, Duration longest) throws IOException {
        var client = new HttpClient(console.network());
        var data = String.join("&", options.all("d", "data", "data-binary", "data-raw"));
        var hasData = options.has("d", "data", "data-binary", "data-raw");
        var method = options.value("X", "request").orElse(options.has("I", "head") ? "HEAD" : hasData ? "POST" : "GET");
        var url = first;
        for (var redirects = 0; ; redirects++) {
            var answer = client.send(method, url, headers(hasData), data.getBytes(StandardCharsets.UTF_8), longest);
            var location = answer.head().find("location");
            var isRedirect = answer.head().status() / 100 == 3 && location.isPresent();
            if (!options.has("L", "location") || !isRedirect || redirects == MOST_REDIRECTS) return answer;
            url = url.resolve(location.get());
        }
    }

    private List<ResponseHead.Field> headers(boolean hasData) {
        var fields = new ArrayList<ResponseHead.Field>();
        fields.add(new ResponseHead.Field(
                "User-Agent", options.value("A", "user-agent").orElse("curl/8.9.1")));
        fields.add(new ResponseHead.Field("Accept", "*/*"));
        if (hasData) fields.add(new ResponseHead.Field("Content-Type", "application/x-www-form-urlencoded"));
        for (var header : options.all("H", "header")) {
            var colon = header.indexOf(':');
            if (colon <= 0) continue;
            var name = header.substring(0, colon);
            fields.removeIf(each -> each.name().equalsIgnoreCase(name));
            fields.add(new ResponseHead.Field(name, header.substring(colon + 1).strip()));
        }
        return fields;
    }

    private void shown(HttpClient.Answer answer) throws IOException {
        if (options.has("i", "include", "I", "head")) {
            console.line("HTTP/1.1 " + answer.head().status() + "\r");
            for (var field : answer.head().fields()) console.line(field.name() + ": " + field.value() + "\r");
            console.line("\r");
        }
        console.save(options.value("o", "output").orElse("-"), answer.body());
    }

    private void written(int status) throws IOException {
        var format = options.value("w", "write-out").orElse("");
        if (format.isEmpty()) return;
        var text = format.replace("%{http_code}", "%03d".formatted(status))
                .replace("%{response_code}", "%03d".formatted(status))
                .replace("\\n", "\n");
        console.save("-", text.getBytes(StandardCharsets.UTF_8));
    }

    private int fail(int code, String why) throws IOException {
        var isSilent = options.has("s", "silent") && !options.has("S", "show-error");
        return isSilent ? code : console.fail(code, "curl: (" + code + ") " + why);
    }
}
