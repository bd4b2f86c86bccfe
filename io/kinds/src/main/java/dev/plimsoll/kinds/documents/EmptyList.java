package dev.plimsoll.kinds.documents;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** A list that was sent with nothing in it. It is stored as if it had not been sent, but whoever sent it owns it. */
public record EmptyList(ObjectNode holder, String field) {
    /** The same where another object took the place of the one that holds it. */
    @SuppressWarnings("ReferenceEquality") // which object it is, not what it says: two holders may read alike
    public EmptyList moved(ObjectNode from, ObjectNode to) {
        return holder == from ? new EmptyList(to, field) : this;
    }

    /** Puts the list in for as long as somebody looks at what was sent. */
    public Runnable shown() {
        var stored = holder.get(field);
        holder.putArray(field);
        return () -> {
            if (stored == null) holder.remove(field);
            else holder.set(field, stored);
        };
    }
}
