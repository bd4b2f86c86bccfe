package dev.plimsoll.nodeagent.simulated.servers;

import dev.plimsoll.nodeagent.simulated.network.Destination;
import dev.plimsoll.streams.http.RequestHead;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** {@code agnhost netexec}: answers questions about itself, and asks others. */
final class NetexecService implements SimulatedHttpService {
    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final int MOST_TRIES = 100;

    private final ServerContext context;
    /** The path that is answered whatever is asked for; empty where there is none. */
    private final String override;

    NetexecService(ServerContext context, String override) {
        this.context = context;
        this.override = override;
    }

    @Override
    public HttpReply answer(HttpRequest request) throws IOException, InterruptedException {
        context.log().accept(request.head().method() + " " + request.head().target());
        if (!override.isEmpty() && !request.head().target().equals(override)) {
            var head = new RequestHead(
                    request.head().method(), override, request.head().fields());
            return page(new HttpRequest(head, request.body(), request.client(), request.local()));
        }
        return page(request);
    }

    private HttpReply page(HttpRequest request) throws IOException, InterruptedException {
        return switch (request.path()) {
            case "/" -> HttpReply.ok("NOW: " + context.clock().get());
            case "/clientip" -> HttpReply.ok(text(request.client()));
            case "/serverport" -> HttpReply.ok(String.valueOf(request.local().port()));
            case "/hostname", "/hostName" -> HttpReply.ok(context.hostname());
            case "/healthz" -> HttpReply.ok("");
            case "/echo" ->
                HttpReply.text(code(request, 200), request.parameter("msg").orElse(""));
            case "/header" ->
                HttpReply.ok(
                        request.head().find(request.parameter("key").orElse("")).orElse(""));
            case "/envvar" -> variable(request.parameter("var").orElse(""));
            case "/redirect" ->
                HttpReply.redirect(
                        code(request, 302), request.parameter("location").orElse("/"));
            case "/shutdown" -> {
                context.exit().accept(0);
                yield HttpReply.ok("");
            }
            case "/exit" -> {
                context.exit().accept(code(request, 0));
                yield HttpReply.ok("");
            }
            case "/shell" -> shell(request);
            case "/dial" -> dial(request);
            default -> HttpReply.notFound();
        };
    }

    private HttpReply variable(String name) {
        if (name.isEmpty()) return HttpReply.text(400, "var parameter is missing\n");
        var value = context.environment().get(name);
        return value == null ? HttpReply.text(500, "variable " + name + " is not set\n") : HttpReply.ok(value);
    }

    private static String text(Destination client) {
        return client.address() + ":" + client.port();
    }

    private static int code(HttpRequest request, int otherwise) {
        var text = request.parameter("code").orElse("");
        return text.matches("[0-9]{1,3}") ? Integer.parseInt(text) : otherwise;
    }

    private HttpReply shell(HttpRequest request) throws IOException, InterruptedException {
        var script = request.parameter("shellCommand")
                .or(() -> request.parameter("cmd"))
                .orElse("");
        var result = context.commands().run(script);
        var answer = new LinkedHashMap<String, String>();
        if (!result.output().isEmpty()) answer.put("output", result.output());
        if (result.code() != 0) answer.put("error", "exit status " + result.code());
        return HttpReply.json(result.code() == 0 ? 200 : 417, answer);
    }

    private HttpReply dial(HttpRequest request) {
        var host = request.parameter("host").orElse("");
        var port = request.parameter("port").orElse("");
        var asked = request.parameter("request").orElse("");
        var protocol =
                request.parameter("protocol").filter(each -> !each.isEmpty()).orElse("http");
        var tries = request.parameter("tries").filter(each -> !each.isEmpty()).orElse("1");
        if (host.isEmpty() || !port.matches("[0-9]{1,5}")) return bad("invalid host or port");
        if (asked.isEmpty()) return bad("request parameter not specified");
        if (!protocol.equals("http") && !protocol.equals("udp")) return bad("unsupported protocol: " + protocol);
        if (!tries.matches("[0-9]{1,4}")) return bad("tries parameter is invalid");
        var responses = new ArrayList<String>();
        var errors = new ArrayList<String>();
        var isAnswered = false;
        for (var i = 0; i < Math.min(MOST_TRIES, Integer.parseInt(tries)); i++)
            isAnswered = once(protocol, host, Integer.parseInt(port), asked, responses, errors);
        var answer = new LinkedHashMap<String, List<String>>();
        if (!responses.isEmpty()) answer.put("responses", responses);
        if (!errors.isEmpty()) answer.put("errors", errors);
        return HttpReply.json(isAnswered ? 200 : 417, answer);
    }

    private boolean once(
            String protocol, String host, int port, String asked, List<String> responses, List<String> errors) {
        try {
            if (protocol.equals("udp")) {
                responses.add(context.network().send(host, port, asked).orElse(""));
                return true;
            }
            var literal = host.contains(":") && !host.startsWith("[") ? "[" + host + "]" : host;
            var url = URI.create("http://" + literal + ":" + port + "/" + asked.replaceFirst("^/", ""));
            var answer = new HttpClient(context.network()).get(url, TIMEOUT);
            responses.add(new String(answer.body(), StandardCharsets.UTF_8));
            return true;
        } catch (IOException | IllegalArgumentException e) {
            errors.add(String.valueOf(e.getMessage()));
            return false;
        }
    }

    private static HttpReply bad(String why) {
        return HttpReply.text(400, why);
    }

    /** What it answers to a datagram. */
    Optional<String> datagram(String text, Destination client) {
        var words = text.strip().split(" ", 2);
        return switch (words[0].toLowerCase(Locale.ROOT)) {
            case "hostname" -> Optional.of(context.hostname());
            case "echo" -> Optional.of(words.length > 1 ? words[1] : "");
            case "clientip" -> Optional.of(text(client));
            case "envvar" -> Optional.of(context.environment().getOrDefault(words.length > 1 ? words[1] : "", ""));
            default -> Optional.empty();
        };
    }
}
