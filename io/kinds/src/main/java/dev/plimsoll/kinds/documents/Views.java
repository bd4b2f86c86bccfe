package dev.plimsoll.kinds.documents;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.codec.view.PodReader;
import dev.plimsoll.codec.view.PolicyReader;
import dev.plimsoll.codec.view.Read;
import dev.plimsoll.core.admission.limitrange.ItemDefaults;
import dev.plimsoll.core.model.LimitRange;
import dev.plimsoll.core.model.Node;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.ResourceQuota;
import dev.plimsoll.kinds.refusal.Refusal;
import dev.plimsoll.kinds.refusal.RefusedException;
import java.util.concurrent.atomic.LongAdder;

/** Documents as the core sees them. */
public final class Views {
    private static final LongAdder PODS_READ = new LongAdder();

    private Views() {}

    /** How many documents of pods were read since the program began. A write should read two: what is stored and what comes. */
    public static long podsRead() {
        return PODS_READ.sum();
    }

    public static Pod pod(JsonNode document) {
        PODS_READ.increment();
        return view("Pod", PodReader.read(document));
    }

    public static LimitRange limitRange(JsonNode document) {
        return ItemDefaults.apply(view("LimitRange", PolicyReader.limitRange(document)));
    }

    public static ResourceQuota resourceQuota(JsonNode document) {
        return view("ResourceQuota", PolicyReader.resourceQuota(document));
    }

    public static Node node(JsonNode document) {
        return view("Node", PolicyReader.node(document));
    }

    private static <T> T view(String kind, Read<T> read) {
        return switch (read) {
            case Read.Ok<T>(var value) -> value;
            case Read.Malformed<T>(var problems) ->
                throw new RefusedException(new Refusal.BadRequest(
                        kind + " in version \"v1\" cannot be handled as a " + kind + ": " + problems.getFirst()));
        };
    }
}
