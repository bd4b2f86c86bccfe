package dev.plimsoll.kinds.expressions.functions;

import static dev.plimsoll.kinds.expressions.functions.Parameter.TEXT;

import dev.cel.common.types.CelType;
import dev.cel.common.types.OpaqueType;
import dev.cel.common.types.SimpleType;
import dev.plimsoll.kinds.expressions.functions.AuthorizerValues.AccessCheck;
import dev.plimsoll.kinds.expressions.functions.AuthorizerValues.Decision;
import dev.plimsoll.kinds.expressions.functions.AuthorizerValues.GroupCheck;
import dev.plimsoll.kinds.expressions.functions.AuthorizerValues.PathCheck;
import dev.plimsoll.kinds.expressions.functions.AuthorizerValues.ResourceCheck;

/** Questions to the authorizer: {@code authorizer.group('').resource('pods').namespace('a').check('create').allowed()}. */
final class AuthorizerFunctions {
    static final OpaqueType AUTHORIZER = OpaqueType.create("kubernetes.authorization.Authorizer");
    static final OpaqueType RESOURCE = OpaqueType.create("kubernetes.authorization.ResourceCheck");
    private static final OpaqueType PATH = OpaqueType.create("kubernetes.authorization.PathCheck");
    private static final OpaqueType GROUP = OpaqueType.create("kubernetes.authorization.GroupCheck");
    private static final OpaqueType DECISION = OpaqueType.create("kubernetes.authorization.Decision");
    private static final Parameter BY = new Parameter(AUTHORIZER, AuthorizerValues.class);
    private static final Parameter TO_PATH = new Parameter(PATH, PathCheck.class);
    private static final Parameter TO_GROUP = new Parameter(GROUP, GroupCheck.class);
    private static final Parameter TO_RESOURCE = new Parameter(RESOURCE, ResourceCheck.class);
    private static final Parameter DECIDED = new Parameter(DECISION, Decision.class);

    private AuthorizerFunctions() {}

    static void addTo(FunctionLibrary library) {
        library.member("path", PATH, given -> new PathCheck(of(given), text(given)), BY, TEXT)
                .member("group", GROUP, given -> new GroupCheck(of(given), text(given)), BY, TEXT)
                .member(
                        "serviceAccount",
                        AUTHORIZER,
                        given -> of(given).serviceAccount(text(given), (String) given[2]),
                        BY,
                        TEXT,
                        TEXT)
                .member("resource", RESOURCE, given -> ((GroupCheck) given[0]).resource(text(given)), TO_GROUP, TEXT);
        narrowed(library, "subresource", ResourceCheck::subresource);
        narrowed(library, "namespace", ResourceCheck::namespace);
        narrowed(library, "name", ResourceCheck::name);
        narrowed(library, "fieldSelector", ResourceCheck::fieldSelector);
        // Roles know nothing of labels: what may be done to all may be done to those.
        narrowed(library, "labelSelector", (check, _) -> check);
        library.member("check", DECISION, given -> ((AccessCheck) given[0]).check(text(given)), TO_PATH, TEXT)
                .member("check", DECISION, given -> ((AccessCheck) given[0]).check(text(given)), TO_RESOURCE, TEXT);
        decision(library, "allowed", SimpleType.BOOL, given -> ((Decision) given[0]).allowed());
        decision(library, "reason", SimpleType.STRING, given -> ((Decision) given[0]).reason());
        // The rules are in this process: asking cannot fail.
        decision(library, "errored", SimpleType.BOOL, _ -> false);
        decision(library, "error", SimpleType.STRING, _ -> "");
    }

    private interface Narrowed {
        ResourceCheck of(ResourceCheck check, String text);
    }

    private static void narrowed(FunctionLibrary library, String name, Narrowed narrowed) {
        library.member(name, RESOURCE, given -> narrowed.of((ResourceCheck) given[0], text(given)), TO_RESOURCE, TEXT);
    }

    private static void decision(FunctionLibrary library, String name, CelType type, FunctionLibrary.Body body) {
        library.member(name, type, body, DECIDED);
    }

    private static AuthorizerValues of(Object[] given) {
        return (AuthorizerValues) given[0];
    }

    private static String text(Object[] given) {
        return (String) given[1];
    }
}
