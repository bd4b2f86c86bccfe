package dev.plimsoll.apiserver.admission.quotas;

import dev.plimsoll.apiserver.admission.AdmissionAttributes;
import dev.plimsoll.core.admission.quota.QuotaDecision;
import dev.plimsoll.kinds.documents.DocumentMetadata;
import dev.plimsoll.kinds.refusal.Refusal;
import dev.plimsoll.kinds.refusal.RefusedException;
import org.jspecify.annotations.Nullable;

/** A request that waits for the quotas of its namespace. Whoever holds the namespace decides it, the request itself or another. */
final class QuotaRequest {
    private final AdmissionAttributes review;
    private final String uid;
    private final long base;
    private volatile @Nullable QuotaDecision decision;
    private volatile boolean isDone;
    private volatile boolean isLate;

    QuotaRequest(AdmissionAttributes review) {
        this.review = review;
        this.uid = DocumentMetadata.of(review.object()).uid();
        this.base =
                review.old() == null ? 0 : DocumentMetadata.of(review.stored()).revision();
    }

    AdmissionAttributes review() {
        return review;
    }

    String uid() {
        return uid;
    }

    /** The version that it replaces; 0 for a new object. */
    long base() {
        return base;
    }

    void decided(QuotaDecision made) {
        decision = made;
    }

    void timedOut() {
        isLate = true;
    }

    void done() {
        isDone = true;
    }

    boolean isDone() {
        return isDone;
    }

    /** Goes on if it fits. */
    void check() {
        if (isLate) throw new RefusedException(new Refusal.Internal("resource quota evaluation timed out"));
        if (decision instanceof QuotaDecision.Refused(var _, var message)) throw review.forbidden(message);
        if (decision == null) throw new IllegalStateException("nobody decided");
    }
}
