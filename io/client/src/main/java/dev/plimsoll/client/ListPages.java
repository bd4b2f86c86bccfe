package dev.plimsoll.client;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Reads lists page by page. */
final class ListPages {
    private ListPages() {}

    static RequestResult<ResourceList> all(
            ApiClient client, ApiResource resource, ObjectSelection selection, int pageSize) {
        var items = new ArrayList<ObjectNode>();
        return each(client, resource, selection, pageSize, items::addAll, items::clear)
                .map(version -> new ResourceList(items, version, ""));
    }

    /** The version of the list. Where its next page has expired, all of it is read once more in one piece, after {@code anew}. */
    static RequestResult<String> each(
            ApiClient client,
            ApiResource resource,
            ObjectSelection selection,
            int pageSize,
            Consumer<List<ObjectNode>> taken,
            Runnable anew) {
        var page = Page.first(pageSize);
        while (true) {
            var outcome = client.list(resource, selection, page);
            if (outcome instanceof RequestResult.Refused<ResourceList>(var status)
                    && status.isExpired()
                    && !page.next().isEmpty()) {
                anew.run();
                page = Page.ALL;
                continue;
            }
            if (!(outcome instanceof RequestResult.Done<ResourceList>(var read)))
                return outcome.map(ResourceList::resourceVersion);
            taken.accept(read.items());
            if (read.next().isEmpty()) return new RequestResult.Done<>(read.resourceVersion());
            page = page.after(read.next());
        }
    }
}
