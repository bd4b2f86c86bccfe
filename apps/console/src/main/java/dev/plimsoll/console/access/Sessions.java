package dev.plimsoll.console.access;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.objects.access.SelfSubjectReviewObject;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Who was let in. A one-time code makes a session of whoever started the console; where tokens are taken, a bearer token of the cluster makes
 * a session of its holder. A session is known by a random token that the page keeps in its tab; there is no cookie.
 */
public final class Sessions {
    private static final int RANDOM_BYTES = 24;
    private static final int MOST_SESSIONS = 200;
    private static final int MOST_CODES = 20;
    private static final Duration UNUSED = Duration.ofHours(12);
    private static final Duration LINK_VALID = Duration.ofMinutes(10);
    private static final int LONGEST_TOKEN = 16_384;

    private final ApiUsers users;
    private final InstantSource clock;
    private final boolean takesCodes;
    private final SessionKey key;
    private final SecureRandom random = new SecureRandom();
    private final Map<String, Held> sessions = new HashMap<>();
    /** Codes with their ends. */
    private final Map<String, Instant> codes = new HashMap<>();

    /**
     * With nobody let in yet.
     *
     * @param takesCodes false where others can reach the console: then everybody shows a token
     */
    public Sessions(ApiUsers users, boolean takesCodes, SessionKey key, InstantSource clock) {
        this.users = users;
        this.takesCodes = takesCodes;
        this.key = key;
        this.clock = clock;
    }

    private record Held(UserSession session, Instant used) {}

    /** What came of knocking. */
    public sealed interface Entry {
        /**
         * Somebody was let in.
         *
         * @param token is shown with each request from now on
         */
        record Opened(String token, UserSession session) implements Entry {}

        record Refused(String why) implements Entry {}
    }

    /** The code of the address that is printed, which can be opened once; empty where codes are not taken. */
    public Optional<String> code() {
        return code(Instant.MAX);
    }

    /** The code of a link for another tab: it ends soon. */
    public Optional<String> link() {
        return code(clock.instant().plus(LINK_VALID));
    }

    private synchronized Optional<String> code(Instant end) {
        if (!takesCodes) return Optional.empty();
        removeEnded();
        if (codes.size() >= MOST_CODES) {
            codes.entrySet().stream()
                    .min(Map.Entry.comparingByValue())
                    .map(Map.Entry::getKey)
                    .ifPresent(codes::remove);
        }
        var code = randomText();
        codes.put(code, end);
        return Optional.of(code);
    }

    private synchronized void removeEnded() {
        var now = clock.instant();
        codes.values().removeIf(end -> end.isBefore(now));
        sessions.values().removeIf(held -> held.used().plus(UNUSED).isBefore(now));
    }

    /** Exchanges a code for a session; the code is worth nothing afterwards. */
    public Entry withCode(String code) {
        synchronized (this) {
            removeEnded();
            var known =
                    codes.keySet().stream().filter(each -> isSame(each, code)).findFirst();
            if (known.isEmpty())
                return new Entry.Refused(
                        "This address was opened before, or is not of this console. Open a new one: choose "
                                + "\"Link for another tab\" where the console is open, or start plimsoll console again.");
            codes.remove(known.get());
        }
        return opened(key.token(clock.instant()), own());
    }

    private UserSession own() {
        var client = users.own();
        return new UserSession(username(client).orElse("unknown"), client, true);
    }

    /** Lets the holder of a bearer token of the cluster in, if the API server knows the token. */
    public Entry withToken(String token) {
        var client =
                token.isEmpty() || token.length() > LONGEST_TOKEN ? Optional.<ApiClient>empty() : users.ofToken(token);
        if (client.isEmpty())
            return new Entry.Refused(
                    "This console takes no tokens. Open the address that it printed when it was started.");
        var name = username(client.get());
        if (name.isEmpty())
            return new Entry.Refused("The API server does not know this token. Make a new one, for instance with "
                    + "kubectl create token, and try again.");
        return opened(randomText(), new UserSession(name.get(), client.get(), false));
    }

    private static Optional<String> username(ApiClient client) {
        return client.create(SelfSubjectReviewObject.RESOURCE, SelfSubjectReviewObject.question())
                        instanceof RequestResult.Done<ObjectNode>(var answer)
                ? Optional.of(new SelfSubjectReviewObject(answer).username())
                : Optional.empty();
    }

    private synchronized Entry opened(String token, UserSession session) {
        removeEnded();
        if (sessions.size() >= MOST_SESSIONS)
            return new Entry.Refused(
                    "Too many people have this console open. Close a tab and wait, or start another console.");
        sessions.put(token, new Held(session, clock.instant()));
        return new Entry.Opened(token, session);
    }

    /** Whose session it is; empty where nobody has this token. One that was begun before a restart goes on. */
    public Optional<UserSession> find(String token) {
        var known = known(token);
        if (known.isPresent() || !takesCodes || !key.isValid(token, clock.instant())) return known;
        return opened(token, own()) instanceof Entry.Opened(var _, var session) ? Optional.of(session) : known;
    }

    /** Ends a session, also for those who have copied its token. */
    public synchronized void leave(String token) {
        sessions.keySet().removeIf(each -> isSame(each, token));
        key.revoke(token, clock.instant());
    }

    private synchronized Optional<UserSession> known(String token) {
        removeEnded();
        for (var entry : sessions.entrySet()) {
            if (!isSame(entry.getKey(), token)) continue;
            entry.setValue(new Held(entry.getValue().session(), clock.instant()));
            return Optional.of(entry.getValue().session());
        }
        return Optional.empty();
    }

    private String randomText() {
        var bytes = new byte[RANDOM_BYTES];
        random.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /** Takes as long for a text that is nearly right. */
    private static boolean isSame(String one, String other) {
        return MessageDigest.isEqual(one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
    }
}
