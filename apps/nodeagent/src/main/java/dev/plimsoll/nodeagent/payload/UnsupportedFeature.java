package dev.plimsoll.nodeagent.payload;

import dev.plimsoll.cri.CriReply;

/** Something that a pod may ask for and that this node cannot do. */
public final class UnsupportedFeature {
    private UnsupportedFeature() {}

    /** Says so in place of a result. */
    public static <T> CriReply<T> failure(String what) {
        return new CriReply.Failed<>(CriReply.Code.FAILED_PRECONDITION, what + " is not supported by this node");
    }
}
