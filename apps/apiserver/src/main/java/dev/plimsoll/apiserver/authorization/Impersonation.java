package dev.plimsoll.apiserver.authorization;

import dev.plimsoll.apiserver.request.ApiRequest;
import dev.plimsoll.core.validation.syntax.DnsSyntax;
import dev.plimsoll.kinds.refusal.Refusal;
import dev.plimsoll.kinds.refusal.RefusedException;
import dev.plimsoll.objects.access.AccessDecision;
import dev.plimsoll.objects.access.Attributes;
import dev.plimsoll.objects.access.User;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Lets somebody act as another, as far as they may impersonate that user and everything that is said of them. */
public final class Impersonation {
    private static final String ACCOUNT_PREFIX = "system:serviceaccount:";
    private static final String PREFIX = "impersonate-";
    private static final String EXTRA_PREFIX = "impersonate-extra-";
    private static final String AUTHENTICATION = "authentication.k8s.io";

    private final Authorization authorization;

    public Impersonation(Authorization authorization) {
        this.authorization = authorization;
    }

    /** Who acts: the user that the request names, or the one who sent it. */
    public User actor(User sender, ApiRequest request) {
        if (!isAsked(request)) return sender;
        var names = given(request, "impersonate-user");
        var uids = given(request, "impersonate-uid");
        var groups = given(request, "impersonate-group");
        var extra = extra(request);
        if (names.isEmpty()) {
            if (uids.isEmpty() && groups.isEmpty() && extra.isEmpty()) return sender;
            throw new RefusedException(new Refusal.BadRequest(
                    "requested " + requested(uids, groups, extra) + " without impersonating a user name"));
        }
        var name = names.getFirst();
        var uid = uids.isEmpty() ? "" : uids.getFirst();
        checkUser(sender, name);
        for (var group : groups) check(sender, "", "groups", "", "", group);
        extra.forEach(
                (key, values) -> values.forEach(value -> check(sender, AUTHENTICATION, "userextras", key, "", value)));
        if (!uid.isEmpty()) check(sender, AUTHENTICATION, "uids", "", "", uid);
        return withGroupOfAll(new User(name, uid, groups.isEmpty() ? groupsOfAccount(name) : groups, extra));
    }

    /** Nearly no request has such a header. */
    private static boolean isAsked(ApiRequest request) {
        for (var header : request.headers().keySet()) if (header.startsWith(PREFIX)) return true;
        return false;
    }

    private static List<String> given(ApiRequest request, String header) {
        return request.headerValues(header).stream()
                .filter(value -> !value.isBlank())
                .toList();
    }

    private static Map<String, List<String>> extra(ApiRequest request) {
        var extra = new TreeMap<String, List<String>>();
        for (var header : request.headers().keySet()) {
            if (!header.startsWith(EXTRA_PREFIX)) continue;
            var values = given(request, header);
            if (!values.isEmpty()) {
                extra.computeIfAbsent(decoded(header.substring(EXTRA_PREFIX.length())), _ -> new ArrayList<>())
                        .addAll(values);
            }
        }
        return new LinkedHashMap<>(extra);
    }

    /** A key may have characters that the name of a header cannot have. One that cannot be decoded is taken as it stands. */
    private static String decoded(String key) {
        try {
            return URLDecoder.decode(key.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException _) {
            return key;
        }
    }

    private static String requested(List<String> uids, List<String> groups, Map<String, List<String>> extra) {
        var parts = new ArrayList<String>();
        if (!uids.isEmpty()) parts.add("uid " + uids.getFirst());
        if (!groups.isEmpty()) parts.add("groups " + groups);
        if (!extra.isEmpty()) parts.add("extra " + extra);
        return String.join(", ", parts);
    }

    /** Everybody is known or unknown. */
    private static User withGroupOfAll(User user) {
        var groups = user.groups();
        if (user.name().equals(User.ANONYMOUS.name())) {
            return groups.contains(User.UNAUTHENTICATED) ? user : user.withGroup(User.UNAUTHENTICATED);
        }
        return groups.contains(User.UNAUTHENTICATED) ? user : user.authenticated();
    }

    private void checkUser(User sender, String name) {
        if (isAccount(name)) {
            var parts = name.split(":", -1);
            check(sender, "", "serviceaccounts", "", parts[2], parts[3]);
        } else {
            check(sender, "", "users", "", "", name);
        }
    }

    private static boolean isAccount(String name) {
        var parts = name.split(":", -1);
        return name.startsWith(ACCOUNT_PREFIX)
                && parts.length == 4
                && DnsSyntax.label(parts[2]).isEmpty()
                && DnsSyntax.subdomain(parts[3]).isEmpty();
    }

    private static List<String> groupsOfAccount(String name) {
        return isAccount(name)
                ? List.of("system:serviceaccounts", "system:serviceaccounts:" + name.split(":", -1)[2])
                : List.of();
    }

    private void check(User sender, String group, String resource, String subresource, String namespace, String name) {
        var attributes = new Attributes("impersonate", group, resource, subresource, namespace, name, "", "");
        if (authorization.decide(sender, attributes) instanceof AccessDecision.Denied(var why)) {
            throw new RefusedException(
                    new Refusal.Forbidden(group, resource, name, attributes.refusal(sender, why), List.of()));
        }
    }
}
