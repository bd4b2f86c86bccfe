package dev.plimsoll.apiserver.storage;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** The last changes of one kind, which a watch can go back to without asking the store. Guarded by the lock of its cache. */
final class ChangeWindow {
    private static final int MOST_CHANGES = 2048;

    private final Deque<ChangeChain.Link> links = new ArrayDeque<>();
    private final WindowBudget budget;
    private long bytes;
    private long start;
    private boolean isClosed;

    ChangeWindow(WindowBudget budget) {
        this.budget = budget;
        budget.open();
    }

    /** Every change after this revision is in the window. */
    long start() {
        return start;
    }

    /** The oldest change; null where there is none. */
    ChangeChain.@Nullable Link first() {
        return links.peekFirst();
    }

    /** The newest change that a reader at this revision has seen; null where there is none. */
    ChangeChain.@Nullable Link lastUpTo(long revision) {
        ChangeChain.Link last = null;
        for (var link : links) {
            if (link.revision() > revision) break;
            last = link;
        }
        return last;
    }

    void add(ChangeChain.Link link) {
        if (isClosed) return;
        links.addLast(link);
        count(link.size());
        while (links.size() > MOST_CHANGES || (links.size() > 1 && budget.isTooMuch(bytes))) {
            var oldest = links.removeFirst();
            count(-oldest.size());
            start = oldest.revision();
        }
    }

    /** Begins anew, with nothing, at a revision. */
    void restart(long revision) {
        links.clear();
        count(-bytes);
        start = revision;
    }

    private void count(long more) {
        bytes += more;
        budget.add(more);
    }

    void close() {
        if (isClosed) return;
        isClosed = true;
        restart(start);
        budget.close();
    }
}
