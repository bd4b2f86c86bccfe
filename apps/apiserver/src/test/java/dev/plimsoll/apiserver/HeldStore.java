package dev.plimsoll.apiserver;

import dev.plimsoll.store.Store;
import dev.plimsoll.store.memory.MemoryStore;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.concurrent.CountDownLatch;

/** A store in memory on which calls of one name hang from some moment on, until they are let go. */
final class HeldStore {
    private final Store store = new MemoryStore();
    private final String held;
    private final CountDownLatch arrived = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);
    private volatile boolean holds;

    /** @param held the name of the method that hangs */
    HeldStore(String held) {
        this.held = held;
    }

    Store store() {
        return (Store) Proxy.newProxyInstance(
                Store.class.getClassLoader(), new Class<?>[] {Store.class}, (_, method, arguments) -> {
                    if (holds && method.getName().equals(held)) {
                        arrived.countDown();
                        released.await();
                    }
                    return call(method, arguments);
                });
    }

    private Object call(Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(store, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    void hold() {
        holds = true;
    }

    /** Waits until a call hangs. */
    void awaitHeld() throws InterruptedException {
        arrived.await();
    }

    void release() {
        holds = false;
        released.countDown();
    }
}
