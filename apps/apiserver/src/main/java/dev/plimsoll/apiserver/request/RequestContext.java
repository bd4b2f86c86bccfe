package dev.plimsoll.apiserver.request;

import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.Verb;
import dev.plimsoll.objects.access.AccessDecision;
import dev.plimsoll.objects.access.User;
import java.util.ArrayList;
import java.util.HashMap;
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
public final class RequestContext {
    private static final String AUDIT_ID = "Audit-Id";

    private Set<String> warnings = Set.of();
    private Map<String, String> annotations = Map.of();
    private String auditId = "";
    private @Nullable User user;
    private @Nullable User actor;
    private @Nullable RequestInfo info;
    private @Nullable Kind kind;
    private boolean exempt;
    private Map<String, String> flow = Map.of();
    /** The clock asks from another thread. */
    private volatile boolean unhurried;

    private List<Runnable> last = List.of();

    /** For one of several things that the request does at the same time; {@link #add} takes over what came up. */
    public RequestContext part() {
        var part = new RequestContext();
        part.auditId = auditId;
        part.user = user;
        part.actor = actor;
        part.info = info;
        part.kind = kind;
        part.exempt = exempt;
        part.flow = flow;
        part.unhurried = unhurried;
        return part;
    }

    /** Takes over what came up in a part that is done. */
    public void add(RequestContext part) {
        part.warnings.forEach(this::warn);
        part.annotations.forEach(this::annotate);
        part.last.forEach(this::whenDone);
    }

    /** Tells the client; the same warning only once. */
    public void warn(String text) {
        if (warnings.isEmpty()) warnings = new LinkedHashSet<>();
        warnings.add(text);
    }

    /** Goes into the audit log; what was said first stays. */
    public void annotate(String key, String value) {
        if (annotations.isEmpty()) annotations = new LinkedHashMap<>();
        annotations.putIfAbsent(key, value);
    }

    /** Does something when the request is answered, however that ended. */
    public void whenDone(Runnable action) {
        if (last.isEmpty()) last = new ArrayList<>();
        last.add(action);
    }

    public void done() {
        var actions = last;
        last = List.of();
        for (var action : actions) action.run();
    }

    public void auditId(String id) {
        auditId = id;
    }

    public void routed(RequestInfo request) {
        info = request;
    }

    public void authenticated(User who) {
        user = who;
    }

    /** As whom the user acts: mostly as themselves. */
    public void acts(User as) {
        actor = as;
    }

    /** To which flow schema and priority level the request belongs: uids of their objects. */
    public void classified(String schema, String level) {
        flow = Map.of("X-Kubernetes-PF-FlowSchema-UID", schema, "X-Kubernetes-PF-PriorityLevel-UID", level);
    }

    /** Headers of every answer. */
    public Map<String, String> replyHeaders() {
        if (flow.isEmpty()) return Map.of(AUDIT_ID, auditId);
        var all = new HashMap<>(flow);
        all.put(AUDIT_ID, auditId);
        return all;
    }

    public void exempt() {
        exempt = true;
    }

    /** Somebody else answers, as late as they like. */
    public void unhurried() {
        unhurried = true;
    }

    public boolean isUnhurried() {
        return unhurried;
    }

    public void decided(AccessDecision decision) {
        annotate("authorization.k8s.io/decision", decision instanceof AccessDecision.Allowed ? "allow" : "forbid");
        annotate("authorization.k8s.io/reason", decision.text());
    }

    public void found(Kind what) {
        kind = what;
    }

    public List<String> warnings() {
        return List.copyOf(warnings);
    }

    public Map<String, String> annotations() {
        return Map.copyOf(annotations);
    }

    /** The same in the audit log and in the answer. */
    public String auditId() {
        return auditId;
    }

    /** Who sent the request; empty as long as nobody is known. */
    public Optional<User> user() {
        return Optional.ofNullable(user);
    }

    /** Whom the sender acts as, if it is somebody else. */
    public Optional<User> impersonatedUser() {
        return Optional.ofNullable(actor).filter(who -> !who.equals(user));
    }

    /** Whether it is answered however busy the server is. */
    public boolean isExempt() {
        return exempt;
    }

    /** Empty for paths outside every resource. */
    public Optional<RequestInfo> info() {
        return Optional.ofNullable(info).filter(request -> request.target().isResource());
    }

    /** Empty for paths outside every resource. */
    public Optional<RequestTarget> target() {
        return info().map(RequestInfo::target);
    }

    public @Nullable Kind kind() {
        return kind;
    }

    public @Nullable Verb verb() {
        return info == null ? null : info.verb();
    }
}
