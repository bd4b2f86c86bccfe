package dev.plimsoll.apiserver.transport;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/**
 * A request whose body more than one thread may read: a proxy passes it on while the answer is known already, and what is left of it is
 * dropped. Jetty takes one demand at a time, none can be withdrawn, and a request cannot end well while there is one. A reader that gave
 * up leaves its demand behind: here all that wait share one, and nothing is read before it is met.
 */
final class SharedBodyRequest extends Request.Wrapper {
    private final ReentrantLock lock = new ReentrantLock();
    private final List<Runnable> waiting = new ArrayList<>();

    SharedBodyRequest(Request request) {
        super(request);
    }

    @Override
    public Content.@Nullable Chunk read() {
        lock.lock();
        try {
            return waiting.isEmpty() ? super.read() : null;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void demand(Runnable available) {
        lock.lock();
        try {
            waiting.add(available);
            if (waiting.size() == 1) super.demand(() -> taken().forEach(Runnable::run));
        } catch (RuntimeException e) {
            waiting.clear(); // the request was answered meanwhile, and nothing comes any more
            throw e;
        } finally {
            lock.unlock();
        }
    }

    private List<Runnable> taken() {
        lock.lock();
        try {
            var all = List.copyOf(waiting);
            waiting.clear();
            return all;
        } finally {
            lock.unlock();
        }
    }
}
