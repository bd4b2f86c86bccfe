package dev.plimsoll.apiserver.verbs;

import dev.plimsoll.apiserver.kinds.Kind;
import dev.plimsoll.apiserver.refusal.Refusal;
import dev.plimsoll.apiserver.refusal.RefusedException;
import dev.plimsoll.apiserver.storage.Candidate;
import dev.plimsoll.apiserver.storage.KindCache;
import dev.plimsoll.apiserver.storage.ObjectKey;
import dev.plimsoll.apiserver.storage.Registry;
import dev.plimsoll.apiserver.storage.StoredObject;
import dev.plimsoll.store.Listing;
import java.util.ArrayList;
import java.util.List;

/** GET of one object and of many. */
public final class Reading {
    private final Registry registry;

    public Reading(Registry registry) {
        this.registry = registry;
    }

    public StoredObject get(Call call) {
        return registry.get(call.kind(), call.namespace(), call.name());
    }

    /**
     * Objects of a list.
     *
     * @param continueToken empty on the last page
     * @param remaining how many are left; negative if not told
     */
    public record Page(List<Candidate> objects, long revision, String continueToken, long remaining) {}

    public Page list(Call call) {
        var selection = Selection.of(call);
        var options = ListOptions.of(call);
        if (!options.continueToken().isEmpty()) return continued(call, selection, options);
        var exact = options.match().equals("Exact")
                || (options.version() > 0
                        && options.limit() > 0
                        && options.match().isEmpty());
        if (exact) return exact(call, selection, options, options.version());
        var snapshot = snapshot(call, options);
        return firstPage(snapshot, selection, options);
    }

    private KindCache.Snapshot snapshot(Call call, ListOptions options) {
        if (options.version() < 0) return registry.latest(call.kind(), call.namespace());
        return registry.at(call.kind(), call.namespace(), options.version());
    }

    private static Page firstPage(KindCache.Snapshot snapshot, Selection selection, ListOptions options) {
        var matching = new ArrayList<Candidate>();
        var all = snapshot.objects();
        for (var i = 0; i < all.size(); i++) {
            if (!selection.matches(all.get(i))) continue;
            matching.add(all.get(i));
            if (options.limit() == 0 || matching.size() < options.limit() || i + 1 == all.size()) continue;
            var rest = all.size() - i - 1;
            var token =
                    new Continuation(snapshot.revision(), all.get(i).object().key()).token();
            return new Page(matching, snapshot.revision(), token, selection.isEverything() ? rest : -1);
        }
        return new Page(matching, snapshot.revision(), "", -1);
    }

    private Page continued(Call call, Selection selection, ListOptions options) {
        var from = Continuation.parse(options.continueToken(), ObjectKey.prefix(call.kind(), call.namespace()));
        return page(call, selection, options, from);
    }

    private Page exact(Call call, Selection selection, ListOptions options, long revision) {
        return page(call, selection, options, new Continuation(revision, ""));
    }

    /** Reads from the store at one revision, until a page is full. */
    private Page page(Call call, Selection selection, ListOptions options, Continuation from) {
        var kind = call.kind();
        var matching = new ArrayList<Candidate>();
        var after = from.after();
        while (true) {
            var wanted = options.limit() == 0 ? 0 : options.limit() - matching.size();
            var listing = registry.page(kind, call.namespace(), after, wanted, from.revision());
            if (!(listing instanceof Listing.Page page)) throw gone(listing, from, kind);
            for (var entry : page.entries()) {
                var candidate = registry.candidate(kind, entry);
                if (selection.matches(candidate)) matching.add(candidate);
            }
            if (page.remaining() == 0) return new Page(matching, from.revision(), "", -1);
            after = page.entries().getLast().key();
            if (options.limit() > 0 && matching.size() >= options.limit()) {
                var token = new Continuation(from.revision(), after).token();
                return new Page(matching, from.revision(), token, selection.isEverything() ? page.remaining() : -1);
            }
        }
    }

    private RefusedException gone(Listing listing, Continuation from, Kind kind) {
        if (listing instanceof Listing.Ahead(var current)) {
            return new RefusedException(new Refusal.NotYet(from.revision(), current));
        }
        if (from.after().isEmpty()) {
            return new RefusedException(
                    new Refusal.Expired("The resourceVersion for the provided list is too old.", ""));
        }
        var token = new Continuation(registry.revision(), from.after()).token();
        return new RefusedException(new Refusal.Expired(
                "The provided continue parameter is too old to display a consistent list result. You can start a new "
                        + "list without the continue parameter, or use the continue token in this response to retrieve the "
                        + "remainder of the results. Continuing with the provided token results in an inconsistent list "
                        + "- objects that were created, modified, or deleted between the time the first chunk was "
                        + "returned and now may show up in the list of " + kind.plural() + ".",
                token));
    }
}
