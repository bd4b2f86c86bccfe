package dev.plimsoll.apiserver.proxy;

import dev.plimsoll.apiserver.request.ApiReply;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Links of pages behind a proxy: those to other pages of the same server lead behind the same proxy. */
final class HtmlLinks {
    private static final Pattern LINK =
            Pattern.compile("(?i)(\\b(?:href|src|action|background|cite|longdesc)\\s*=\\s*[\"'])(/(?!/)[^\"']*)");

    private HtmlLinks() {}

    /** A page as it is shown behind the proxy; what is no page, or comes in pieces, is as it was. */
    static ApiReply rewritten(ApiReply reply, ProxyPath path) {
        if (!(reply instanceof ApiReply.Whole whole) || !whole.contentType().startsWith("text/html")) return reply;
        var headers = new HashMap<>(whole.headers());
        if (headers.keySet().stream().anyMatch("content-encoding"::equalsIgnoreCase)) return reply;
        // Whatever its characters are, its bytes stay as they are.
        var body = new StringBuilder();
        for (var part : whole.parts())
            body.append(new String(part.bytes(), part.from(), part.length(), StandardCharsets.ISO_8859_1));
        var text = rewritten(body.toString(), path.prefix());
        return ApiReply.Whole.of(whole.status(), whole.contentType(), text.getBytes(StandardCharsets.ISO_8859_1))
                .withHeaders(headers);
    }

    static String rewritten(String html, String prefix) {
        return LINK.matcher(html).replaceAll(link -> Matcher.quoteReplacement(link.group(1) + prefix + link.group(2)));
    }
}
