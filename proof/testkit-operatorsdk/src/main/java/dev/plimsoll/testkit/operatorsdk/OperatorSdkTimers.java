package dev.plimsoll.testkit.operatorsdk;

import io.javaoperatorsdk.operator.Operator;
import io.javaoperatorsdk.operator.processing.Controller;
import io.javaoperatorsdk.operator.processing.event.EventSourceManager;
import io.javaoperatorsdk.operator.processing.event.source.timer.TimerEventSource;
import java.lang.reflect.Field;
import java.util.concurrent.ScheduledExecutorService;

/**
 * Puts the timers of an operator on the time of a test's cluster: {@code rescheduleAfter}, retries and the longest pause between
 * reconciliations happen while the test lets time pass.
 *
 * <p>The SDK makes these timers itself and lets nobody choose others, so its private fields are set.
 */
public final class OperatorSdkTimers {
    private static final String SOURCES = "eventSources";
    private static final String TIMER = "retryAndRescheduleTimerEventSource";
    private static final String ON_ALL_EVENTS = "triggerReconcilerOnAllEvents";

    private OperatorSdkTimers() {}

    /**
     * From now on the timers of all controllers that were registered are those of an executor.
     *
     * @param operator with its controllers registered, and not started yet
     * @param scheduler of the cluster: {@code cluster.scheduler()}
     */
    public static void replace(Operator operator, ScheduledExecutorService scheduler) {
        if (operator.getRuntimeInfo().isStarted())
            throw new IllegalStateException("the operator was started: replace its timers before operator.start()");
        if (operator.getRegisteredControllersNumber() == 0)
            throw new IllegalStateException(
                    "the operator has no controllers: register them before their timers are replaced");
        for (Object registered : operator.getRegisteredControllers())
            replace(((Controller<?>) registered).getEventSourceManager(), scheduler);
    }

    private static void replace(EventSourceManager<?> manager, ScheduledExecutorService scheduler) {
        try {
            var sources = field(EventSourceManager.class, SOURCES).get(manager);
            var timer = field(sources.getClass(), TIMER);
            var before = (TimerEventSource<?>) timer.get(sources);
            var onAllEvents = field(TimerEventSource.class, ON_ALL_EVENTS).getBoolean(before);
            timer.set(sources, new ScheduledTimerEventSource<>(before.name(), onAllEvents, scheduler));
            manager.postProcessDefaultEventSourcesAfterProcessorInitializer();
        } catch (ReflectiveOperationException e) {
            var version = Operator.class.getPackage().getImplementationVersion();
            throw new IllegalStateException(
                    "the timers of the Java Operator SDK" + (version == null ? "" : " " + version)
                            + " are not where they are in 5.3; use a version for which plimsoll-testkit-operatorsdk was tested",
                    e);
        }
    }

    private static Field field(Class<?> type, String name) throws NoSuchFieldException {
        var field = type.getDeclaredField(name);
        field.setAccessible(true);
        return field;
    }
}
