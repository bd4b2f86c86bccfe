package dev.plimsoll.kinds.bootstrap;

import static dev.plimsoll.objects.tree.DocumentFields.text;
import static dev.plimsoll.objects.tree.DocumentFields.time;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.kinds.documents.DocumentMetadata;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;

/** The lease by which an API server says that it is there, and under which address. */
public final class IdentityLease {
    private static final String LABEL = "apiserver.kubernetes.io/identity";
    private static final String SERVER = "kube-apiserver";
    private static final String ADDRESS = "plimsoll.dev/advertised-address";
    /** How long a lease is kept that nobody renews. */
    private static final Duration KEPT = Duration.ofHours(1);

    private static final DateTimeFormatter MICROSECONDS =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

    private IdentityLease() {}

    /** As the lease of a server is called: the same after a restart. */
    public static String name(ServerEndpoint server) {
        try {
            var place = server.address().getHostAddress() + " " + server.port();
            var digest = MessageDigest.getInstance("SHA-256").digest(place.getBytes(StandardCharsets.UTF_8));
            return "apiserver-" + HexFormat.of().formatHex(digest, 0, 13);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /**
     * Writes that the server is there.
     *
     * @param holder of this process, unlike that of any other
     */
    public static void renew(ObjectNode lease, String holder, ServerEndpoint server, Instant now) {
        var metadata = DocumentMetadata.of(lease);
        metadata.label(LABEL, SERVER);
        metadata.annotation(ADDRESS, server.address().getHostAddress());
        lease.withObject("/spec")
                .put("holderIdentity", holder)
                .put("leaseDurationSeconds", KEPT.toSeconds())
                .put("renewTime", MICROSECONDS.format(now));
    }

    /** Whether a lease is one of an API server. */
    public static boolean isOne(ObjectNode lease) {
        return text(DocumentMetadata.of(lease).path("labels"), LABEL).equals(SERVER);
    }

    /** Where the server is reached. */
    public static String address(ObjectNode lease) {
        return text(DocumentMetadata.of(lease).path("annotations"), ADDRESS);
    }

    /** What changes with each renewal. It is another machine's clock, and compared for equality only. */
    public static String renewal(ObjectNode lease) {
        return text(lease.path("spec"), "renewTime");
    }

    /** Whether nobody has renewed it for so long that it goes. */
    public static boolean isExpired(ObjectNode lease, Instant now) {
        return time(lease.path("spec"), "renewTime")
                .map(last -> last.plus(KEPT).isBefore(now))
                .orElse(true);
    }
}
