package dev.plimsoll.console.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.console.access.Sessions;
import dev.plimsoll.console.access.UserSession;
import dev.plimsoll.console.views.NodeStatesDocument;
import dev.plimsoll.runtime.http.HttpPage;
import dev.plimsoll.runtime.http.PageReply;
import dev.plimsoll.runtime.http.PageRequest;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

/** Files of the page for everybody; all else only for those who were let in, and as them. */
public final class ConsolePages implements HttpPage {
    private static final int LONGEST_BODY = 32 * 1024;
    private static final int LONGEST_MANIFESTS = 512 * 1024;
    /** Each reads the whole cluster. */
    private static final int MOST_SIMULATIONS = 2;

    private final String pathPrefix;
    private final Sessions sessions;
    private final CommandTexts texts;
    private final PageFiles files = new PageFiles();
    private final Semaphore simulations = new Semaphore(MOST_SIMULATIONS);

    public ConsolePages(String pathPrefix, Sessions sessions, CommandTexts texts) {
        this.pathPrefix = pathPrefix;
        this.sessions = sessions;
        this.texts = texts;
    }

    @Override
    public PageReply answer(PageRequest request) throws IOException {
        var path = request.path();
        if (path.equals(pathPrefix) && !pathPrefix.isEmpty())
            return PageReply.empty(308).with("Location", pathPrefix + "/");
        if (!path.startsWith(pathPrefix + "/")) return PageReply.notFound();
        var rest = path.substring(pathPrefix.length() + 1);
        var isRead = request.method().equals("GET") || request.method().equals("HEAD");
        if (isRead && !rest.startsWith("api/"))
            return files.find(rest, request.takesGzip()).orElseGet(PageReply::notFound);
        if (rest.equals("api/session") && request.method().equals("POST")) return enter(request);
        var user = sessions.find(request.credentials().token());
        if (user.isEmpty()) return problem(401, "The session has ended. Open the address of the console again.");
        return answer(request, List.of(rest.split("/", -1)), user.get());
    }

    private PageReply answer(PageRequest request, List<String> path, UserSession user) throws IOException {
        var method = request.method();
        if (method.equals("POST") && path.equals(List.of("api", "link"))) return link();
        if (method.equals("POST") && path.equals(List.of("api", "leave"))) {
            sessions.leave(request.credentials().token());
            return PageReply.empty(204);
        }
        if (method.equals("POST") && path.equals(List.of("api", "refusals")))
            return simulated(() -> refusals(texts.refusals(user.client())));
        if (method.equals("POST") && path.equals(List.of("api", "simulate"))) {
            var body = body(request, LONGEST_MANIFESTS);
            if (body.isEmpty()) return problem(400, "The manifests are longer than 512 KiB. Simulate a part of them.");
            var manifests = body.get().path("manifests").asText("");
            return simulated(() -> json(ClientJson.object().put("text", texts.simulate(user.client(), manifests))));
        }
        if (method.equals("POST") && path.size() == 4) {
            var body = body(request, LONGEST_BODY);
            if (body.isEmpty()) return problem(400, "The request cannot be read.");
            var name = new ObjectName(path.get(2), path.get(3));
            var wish = new CommandTexts.ResizeWish(
                    body.get().path("container").asText(""),
                    body.get().path("cpu").asText(""),
                    body.get().path("memory").asText(""));
            if (path.get(1).equals("preview")) return answer(texts.preview(user.client(), name, wish));
            if (path.get(1).equals("resize")) return answer(texts.resize(user.client(), name, wish));
        }
        if (method.equals("GET") && path.size() == 4) {
            var name = new ObjectName(path.get(2), path.get(3));
            if (path.get(1).equals("explain"))
                return json(ClientJson.object().put("text", texts.explain(user.client(), name)));
            if (path.get(1).equals("events")) return json(PodEventsDocument.of(user.client(), name));
        }
        if (method.equals("GET") && path.size() == 5 && path.get(1).equals("actuated"))
            return json(NodeStatesDocument.of(user.client(), path.get(2), path.get(3), path.get(4)));
        return PageReply.notFound();
    }

    private PageReply simulated(Supplier<PageReply> simulation) {
        if (!simulations.tryAcquire())
            return problem(
                    429, "Other simulations are running, and each reads the whole cluster. Try again in a while.");
        try {
            return simulation.get();
        } finally {
            simulations.release();
        }
    }

    private static PageReply refusals(CommandTexts.Refusals told) {
        var document = ClientJson.object().put("problem", told.problem());
        var pods = document.putObject("pods");
        told.pods().forEach((pod, classes) -> {
            var list = pods.putArray(pod);
            for (var each : classes) {
                var entry = list.addObject().put("nodeClass", each.nodeClass()).put("nodes", each.nodes());
                var reasons = entry.putArray("reasons");
                for (var reason : each.reasons())
                    reasons.addObject().put("rule", reason.reason()).put("nodes", reason.nodes());
            }
        });
        return json(document);
    }

    private static PageReply answer(CommandTexts.ResizeAnswer answer) {
        var document = ClientJson.object().put("outcome", answer.outcome());
        answer.reasons().forEach(document.putArray("reasons")::add);
        return json(document);
    }

    private PageReply enter(PageRequest request) throws IOException {
        var body = body(request, LONGEST_BODY);
        if (body.isEmpty()) return problem(400, "The request cannot be read.");
        var code = body.get().path("code").asText("");
        var entry = code.isEmpty() ? sessions.withToken(body.get().path("token").asText("")) : sessions.withCode(code);
        return switch (entry) {
            case Sessions.Entry.Refused(var why) -> problem(403, why);
            case Sessions.Entry.Opened(var token, var session) ->
                json(ClientJson.object().put("session", token).put("user", session.user()));
        };
    }

    private PageReply link() {
        return sessions.link()
                .map(code -> json(ClientJson.object().put("code", code)))
                .orElseGet(() -> problem(403, "This console makes no links; everybody signs in with a token."));
    }

    private static Optional<ObjectNode> body(PageRequest request, int longest) throws IOException {
        var bytes = request.body().readNBytes(longest + 1);
        return bytes.length > longest ? Optional.empty() : ClientJson.read(bytes);
    }

    private static PageReply json(JsonNode document) {
        return PageReply.json(document).with("Cache-Control", "no-store");
    }

    private static PageReply problem(int status, String why) {
        return PageReply.of(
                        status,
                        "application/json",
                        ClientJson.bytes(ClientJson.object().put("problem", why)))
                .with("Cache-Control", "no-store");
    }
}
