package dev.plimsoll.runtime.http;

import dev.plimsoll.runtime.access.Access;
import dev.plimsoll.runtime.access.Access.Verdict;
import dev.plimsoll.runtime.access.AccessAttributes;
import dev.plimsoll.runtime.access.AlwaysAllowPaths;
import java.io.IOException;
import java.util.Locale;

/** Pages for those who may read them. Some paths are open to everybody: a probe needs no credentials, and no API server that answers. */
public final class AuthorizedPages implements HttpPage {
    private final HttpPage pages;
    private final Access access;
    private final AlwaysAllowPaths open;

    public AuthorizedPages(HttpPage pages, Access access, AlwaysAllowPaths open) {
        this.pages = pages;
        this.access = access;
        this.open = open;
    }

    /** Of all pages the open ones only, for a port without TLS: a token must not be sent there. */
    public static HttpPage open(HttpPage pages, AlwaysAllowPaths open) {
        return request -> open.allows(request.path()) ? pages.answer(request) : PageReply.notFound();
    }

    @Override
    public PageReply answer(PageRequest request) throws IOException {
        if (open.allows(request.path())) return pages.answer(request);
        var question = new AccessAttributes.OfPath(request.method().toLowerCase(Locale.ROOT), request.path());
        return switch (access.check(request.credentials(), question)) {
            case Verdict.Allowed _ -> pages.answer(request);
            case Verdict.Unauthorized _ -> PageReply.text(401, "Unauthorized\n");
            case Verdict.Forbidden(var user) ->
                PageReply.text(
                        403,
                        "forbidden: User \"" + user + "\" cannot " + question.verb() + " path \"" + question.path()
                                + "\"\n");
            case Verdict.Unknown(var message) -> PageReply.text(500, message + "\n");
        };
    }
}
