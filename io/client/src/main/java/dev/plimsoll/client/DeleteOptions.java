package dev.plimsoll.client;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * How an object goes.
 *
 * @param graceSeconds less than 0 for what the object says itself
 * @param uid only the object with this uid; empty for whichever has the name
 * @param resourceVersion only this version; empty for any
 * @param propagation {@code Background}, {@code Foreground} or {@code Orphan}; empty for the default of the resource
 */
public record DeleteOptions(long graceSeconds, String uid, String resourceVersion, String propagation) {
    public static final DeleteOptions DEFAULT = new DeleteOptions(-1, "", "", "");

    /** At once, and only the object with this uid. */
    public static DeleteOptions atOnce(String uid) {
        return new DeleteOptions(0, uid, "", "");
    }

    ObjectNode document() {
        var options = ClientJson.object().put("apiVersion", "v1").put("kind", "DeleteOptions");
        if (graceSeconds >= 0) options.put("gracePeriodSeconds", graceSeconds);
        if (!propagation.isEmpty()) options.put("propagationPolicy", propagation);
        if (!uid.isEmpty()) options.withObject("/preconditions").put("uid", uid);
        if (!resourceVersion.isEmpty()) options.withObject("/preconditions").put("resourceVersion", resourceVersion);
        return options;
    }
}
