package dev.plimsoll.apiserver.verbs;

import dev.plimsoll.core.validation.FieldError;
import dev.plimsoll.kinds.Verb;
import dev.plimsoll.kinds.refusal.Refusal;
import dev.plimsoll.kinds.refusal.RefusedException;

/**
 * How a list or watch is asked for.
 *
 * @param version negative where none was given
 */
record ListOptions(
        long version,
        String match,
        int limit,
        String continueToken,
        boolean sendsInitialEvents,
        boolean bookmarks,
        long timeoutSeconds) {
    static ListOptions of(Call call) {
        var query = call.query();
        var text = query.text("resourceVersion");
        var isWatch = call.request().context().verb() == Verb.WATCH;
        var options = new ListOptions(
                text.isEmpty() ? -1 : version(text, isWatch),
                query.text("resourceVersionMatch"),
                (int) Math.min(number(query.text("limit"), "limit"), Integer.MAX_VALUE),
                query.text("continue"),
                query.flag("sendInitialEvents"),
                query.flag("allowWatchBookmarks"),
                number(query.text("timeoutSeconds"), "timeoutSeconds"));
        if (isWatch) options.checkWatch(query.has("sendInitialEvents"));
        else options.checkList(query.has("sendInitialEvents"));
        return options;
    }

    private void checkList(boolean initialEvents) {
        if (initialEvents) throw forbidden("sendInitialEvents", "sendInitialEvents is forbidden for list");
        if (match.isEmpty()) {
            if (!continueToken.isEmpty() && version > 0) {
                throw new RefusedException(
                        new Refusal.BadRequest("specifying resource version is not allowed when using continue"));
            }
            return;
        }
        if (version < 0) {
            throw forbidden(
                    "resourceVersionMatch", "resourceVersionMatch is forbidden unless resourceVersion is provided");
        }
        if (!continueToken.isEmpty()) {
            throw forbidden("resourceVersionMatch", "resourceVersionMatch is forbidden when continue is provided");
        }
        if (match.equals("Exact") && version == 0) {
            throw forbidden(
                    "resourceVersionMatch", "resourceVersionMatch \"exact\" is forbidden for resourceVersion \"0\"");
        }
        if (!match.equals("Exact") && !match.equals("NotOlderThan")) {
            throw new RefusedException(Refusal.Invalid.options(
                    "ListOptions",
                    FieldError.notSupported(
                            "resourceVersionMatch", match, java.util.List.of("Exact", "NotOlderThan", ""))));
        }
    }

    private void checkWatch(boolean initialEventsGiven) {
        if (initialEventsGiven && !match.equals("NotOlderThan")) {
            throw forbidden(
                    "resourceVersionMatch", "sendInitialEvents requires setting resourceVersionMatch to NotOlderThan");
        }
        if (!initialEventsGiven && !match.isEmpty()) {
            throw forbidden(
                    "resourceVersionMatch",
                    "resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided");
        }
    }

    private static RefusedException forbidden(String field, String why) {
        return new RefusedException(Refusal.Invalid.options("ListOptions", FieldError.forbidden(field, why)));
    }

    static long version(String text, boolean isWatch) {
        try {
            var number = Long.parseLong(text);
            if (number >= 0) return number;
        } catch (NumberFormatException _) {
            // said below
        }
        var problem = "resourceVersion: Invalid value: \"" + text + "\": strconv.ParseUint: parsing \"" + text
                + "\": invalid syntax";
        throw new RefusedException(
                isWatch
                        ? new Refusal.Unclassified(problem)
                        : new Refusal.BadRequest("invalid resource version: " + problem));
    }

    private static long number(String text, String name) {
        if (text.isEmpty()) return 0;
        try {
            return Math.max(0, Long.parseLong(text));
        } catch (NumberFormatException _) {
            throw new RefusedException(new Refusal.BadRequest(
                    "strconv.ParseInt: parsing \"" + text + "\": invalid syntax (" + name + ")"));
        }
    }
}
