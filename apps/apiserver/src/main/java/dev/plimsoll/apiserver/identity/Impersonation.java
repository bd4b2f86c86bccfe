package dev.plimsoll.apiserver.identity;

import dev.plimsoll.apiserver.http.ApiRequest;
import dev.plimsoll.apiserver.refusal.Refusal;
import dev.plimsoll.apiserver.refusal.RefusedException;
import java.util.ArrayList;
import java.util.List;

/** Lets somebody act as another, as far as they may impersonate that user and each of the groups. */
public final class Impersonation {
    private static final String ACCOUNT_PREFIX = "system:serviceaccount:";

    private final Authorization authorization;

    public Impersonation(Authorization authorization) {
        this.authorization = authorization;
    }

    /** Who acts: the user that the request names, or the one who sent it. */
    public User actor(User sender, ApiRequest request) {
        var name = request.header("impersonate-user");
        var uid = request.header("impersonate-uid");
        var groups = request.header("impersonate-group");
        if (name.isEmpty() && uid.isEmpty() && groups.isEmpty()) return sender;
        if (name.isEmpty()) {
            throw new RefusedException(new Refusal.Internal(
                    "requested groups [" + groups + "] or uid " + uid + " without impersonating a user"));
        }
        checkUser(sender, name);
        if (!uid.isEmpty()) check(sender, "authentication.k8s.io", "uids", "", uid);
        var named = new ArrayList<String>();
        for (var group : groups.split(",", -1)) {
            if (group.isBlank()) continue;
            check(sender, "", "groups", "", group.strip());
            named.add(group.strip());
        }
        if (named.isEmpty() && name.startsWith(ACCOUNT_PREFIX)) named.addAll(groupsOfAccount(name));
        if (!name.equals(User.ANONYMOUS.name()) && !named.contains(User.AUTHENTICATED)) named.add(User.AUTHENTICATED);
        return new User(name, uid, named);
    }

    private void checkUser(User sender, String name) {
        var parts = name.split(":", -1);
        if (name.startsWith(ACCOUNT_PREFIX) && parts.length == 4) {
            check(sender, "", "serviceaccounts", parts[2], parts[3]);
        } else {
            check(sender, "", "users", "", name);
        }
    }

    private static List<String> groupsOfAccount(String name) {
        var parts = name.split(":", -1);
        return parts.length == 4 ? List.of("system:serviceaccounts", "system:serviceaccounts:" + parts[2]) : List.of();
    }

    private void check(User sender, String group, String resource, String namespace, String name) {
        var attributes = new Attributes("impersonate", group, resource, "", namespace, name, "", "");
        switch (authorization.decide(sender, attributes)) {
            case Authorization.Decision.Allowed _ -> {}
            case Authorization.Decision.Denied(var why) ->
                throw new RefusedException(
                        new Refusal.Forbidden(group, resource, name, attributes.refusal(sender, why), List.of()));
        }
    }
}
