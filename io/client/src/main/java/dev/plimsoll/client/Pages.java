package dev.plimsoll.client;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;

/** Reads lists page by page. */
final class Pages {
    private Pages() {}

    static Outcome<ObjectList> all(ApiClient client, ApiResource resource, Selection selection, int pageSize) {
        var items = new ArrayList<ObjectNode>();
        var page = Page.first(pageSize);
        while (true) {
            var outcome = client.list(resource, selection, page);
            if (!(outcome instanceof Outcome.Done<ObjectList>(var read))) {
                var expired = outcome instanceof Outcome.Refused<ObjectList>(var status) && status.isExpired();
                return expired && !page.next().isEmpty() ? client.list(resource, selection, Page.ALL) : outcome;
            }
            items.addAll(read.items());
            if (read.next().isEmpty()) {
                return new Outcome.Done<>(new ObjectList(items, read.resourceVersion(), ""));
            }
            page = page.after(read.next());
        }
    }
}
