package dev.plimsoll.apiserver.verbs;

import dev.plimsoll.apiserver.storage.IndexedObject;
import dev.plimsoll.apiserver.storage.KindCache;
import dev.plimsoll.apiserver.storage.ObjectKey;
import dev.plimsoll.apiserver.storage.ObjectPage;
import dev.plimsoll.apiserver.storage.Registry;
import dev.plimsoll.apiserver.storage.StoredObject;
import dev.plimsoll.kinds.list.Continuation;
import dev.plimsoll.kinds.refusal.Refusal;
import dev.plimsoll.kinds.refusal.RefusedException;
import dev.plimsoll.store.RangeResult;
import java.util.ArrayList;
import java.util.List;

/** GET of one object and of many. */
public final class GetHandler {
    private final Registry registry;

    public GetHandler(Registry registry) {
        this.registry = registry;
    }

    /** One object, at the version that is asked for or a newer one. */
    public StoredObject get(Call call) {
        var asked = call.query().text("resourceVersion");
        if (!asked.isEmpty()) registry.awaitObserved(call.kind(), ListOptions.version(asked, true));
        return registry.get(call.kind(), call.namespace(), call.name());
    }

    /** How many objects a list may have to look at, as far as that is known without looking. */
    public long listSize(Call call) {
        var limit = ListOptions.of(call).limit();
        var objects = registry.cachedCount(call.kind());
        return limit > 0 ? Math.min(limit, objects) : objects;
    }

    /**
     * Objects of a list.
     *
     * @param revision {@link #UNVERSIONED} for objects that are not stored
     * @param continueToken empty on the last page
     * @param remaining how many are left; negative if not told
     */
    public record Page(List<IndexedObject> objects, long revision, String continueToken, long remaining) {
        public static final long UNVERSIONED = 0;
    }

    public Page list(Call call) {
        var selection = ListSelection.of(call);
        var options = ListOptions.of(call);
        if (!options.continueToken().isEmpty()) return continued(call, selection, options);
        var exact = options.match().equals("Exact")
                || (options.version() > 0
                        && options.limit() > 0
                        && options.match().isEmpty());
        if (exact) return exact(call, selection, options, options.version());
        var snapshot = snapshot(call, options);
        StoredObject.translate(call.kind(), stored(snapshot.objects()));
        return firstPage(snapshot, selection, options, prefix(call));
    }

    private static List<StoredObject> stored(List<IndexedObject> objects) {
        return objects.stream().map(IndexedObject::object).toList();
    }

    private KindCache.Snapshot snapshot(Call call, ListOptions options) {
        if (options.version() < 0) return registry.latest(call.kind(), call.namespace());
        return options.version() == 0
                ? registry.bounded(call.kind(), call.namespace())
                : registry.at(call.kind(), call.namespace(), options.version());
    }

    private static Page firstPage(
            KindCache.Snapshot snapshot, ListSelection selection, ListOptions options, String prefix) {
        var matching = new ArrayList<IndexedObject>();
        var all = snapshot.objects();
        for (var i = 0; i < all.size(); i++) {
            if (!selection.matches(all.get(i))) continue;
            matching.add(all.get(i));
            if (options.limit() == 0 || matching.size() < options.limit() || i + 1 == all.size()) continue;
            var rest = all.size() - i - 1;
            var token =
                    new Continuation(snapshot.revision(), all.get(i).object().key()).token(prefix);
            return new Page(matching, snapshot.revision(), token, selection.isEverything() ? rest : -1);
        }
        return new Page(matching, snapshot.revision(), "", -1);
    }

    private Page continued(Call call, ListSelection selection, ListOptions options) {
        var from = Continuation.parse(options.continueToken(), prefix(call));
        var isNewest = from.revision() == Continuation.NEWEST;
        return page(call, selection, options, isNewest ? new Continuation(registry.revision(), from.after()) : from);
    }

    private Page exact(Call call, ListSelection selection, ListOptions options, long revision) {
        return page(call, selection, options, new Continuation(revision, ""));
    }

    /** Reads from the store at one revision, until a page is full. */
    private Page page(Call call, ListSelection selection, ListOptions options, Continuation from) {
        var kind = call.kind();
        var matching = new ArrayList<IndexedObject>();
        var after = from.after();
        while (true) {
            var wanted = options.limit() == 0 ? 0 : options.limit() - matching.size();
            var page = switch (registry.page(kind, call.namespace(), after, wanted, from.revision())) {
                case ObjectPage.Found found -> found;
                case ObjectPage.Missing(var why) -> throw gone(why, from, call);
            };
            var candidates = page.objects();
            StoredObject.translate(kind, stored(candidates));
            for (var candidate : candidates) if (selection.matches(candidate)) matching.add(candidate);
            if (page.remaining() == 0) return new Page(matching, from.revision(), "", -1);
            after = candidates.getLast().object().key();
            if (options.limit() > 0 && matching.size() >= options.limit()) {
                var token = new Continuation(from.revision(), after).token(prefix(call));
                return new Page(matching, from.revision(), token, selection.isEverything() ? page.remaining() : -1);
            }
        }
    }

    private static String prefix(Call call) {
        return ObjectKey.prefix(call.kind(), call.namespace());
    }

    private static RefusedException gone(RangeResult listing, Continuation from, Call call) {
        if (listing instanceof RangeResult.Ahead(var current)) {
            return new RefusedException(new Refusal.NotYet(from.revision(), current));
        }
        if (from.after().isEmpty()) {
            return new RefusedException(
                    new Refusal.Expired("The resourceVersion for the provided list is too old.", ""));
        }
        var token = new Continuation(Continuation.NEWEST, from.after()).token(prefix(call));
        return new RefusedException(new Refusal.Expired(
                "The provided continue parameter is too old to display a consistent list result. You can start a new "
                        + "list without the continue parameter, or use the continue token in this response to retrieve the "
                        + "remainder of the results. Continuing with the provided token results in an inconsistent list "
                        + "- objects that were created, modified, or deleted between the time the first chunk was "
                        + "returned and now may show up in the list of "
                        + call.kind().plural() + ".",
                token));
    }
}
