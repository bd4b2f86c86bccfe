package dev.plimsoll.apiserver.http;

import dev.plimsoll.apiserver.identity.User;
import dev.plimsoll.apiserver.kinds.Kind;
import dev.plimsoll.apiserver.kinds.Verb;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What comes up while a request is answered, and is told beside the answer. Only the thread of the request writes in it, and
 * others read it when the request is done.
 */
public final class Notes {
    private Set<String> warnings = Set.of();
    private Map<String, String> annotations = Map.of();
    private @Nullable User user;
    private @Nullable Target target;
    private @Nullable Kind kind;
    private @Nullable Verb verb;
    private boolean allowed;
    private List<Runnable> last = List.of();

    /** Tells the client; the same warning only once. */
    public void warn(String text) {
        if (warnings.isEmpty()) warnings = new LinkedHashSet<>();
        warnings.add(text);
    }

    /** Goes into the audit log. */
    public void annotate(String key, String value) {
        if (annotations.isEmpty()) annotations = new LinkedHashMap<>();
        annotations.put(key, value);
    }

    /** Does something when the request is answered, however that ended. */
    public void whenDone(Runnable action) {
        if (last.isEmpty()) last = new ArrayList<>();
        last.add(action);
    }

    void done() {
        var actions = last;
        last = List.of();
        for (var action : actions) action.run();
    }

    void authenticated(User who) {
        user = who;
    }

    void routed(Target where, @Nullable Verb wanted) {
        target = where;
        verb = wanted;
    }

    void authorized(boolean decision) {
        allowed = decision;
    }

    void found(Kind what) {
        kind = what;
    }

    public List<String> warnings() {
        return List.copyOf(warnings);
    }

    public Map<String, String> annotations() {
        return Map.copyOf(annotations);
    }

    /** Empty as long as nobody is known. */
    public Optional<User> user() {
        return Optional.ofNullable(user);
    }

    /** Whether the user may do that. */
    public boolean isAllowed() {
        return allowed;
    }

    /** Empty for paths outside every resource. */
    public Optional<Target> target() {
        return Optional.ofNullable(target);
    }

    public @Nullable Kind kind() {
        return kind;
    }

    public @Nullable Verb verb() {
        return verb;
    }
}
