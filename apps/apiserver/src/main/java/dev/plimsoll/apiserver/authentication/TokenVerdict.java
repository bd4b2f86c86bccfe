package dev.plimsoll.apiserver.authentication;

import dev.plimsoll.objects.access.User;
import java.util.List;

/** What came of a bearer token. */
public sealed interface TokenVerdict {
    /**
     * It is good.
     *
     * @param audiences that it was asked for and is for
     * @param stale what the audit log is to say of a token that should have been replaced; empty if it is fresh
     */
    record Authenticated(User user, List<String> audiences, String stale) implements TokenVerdict {
        public Authenticated {
            audiences = List.copyOf(audiences);
        }
    }

    /** One of ours that is no longer good, or not for this audience. */
    record Rejected(String why) implements TokenVerdict {}

    /** None of ours. */
    record Unknown() implements TokenVerdict {}

    TokenVerdict UNKNOWN = new Unknown();
}
