package dev.plimsoll.testkit.operatorsdk;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.timer.TimerEventSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * A timer of the Java Operator SDK whose delays are those of an executor, such as {@code cluster.scheduler()}. An event source of an operator
 * itself may be one too.
 */
public final class ScheduledTimerEventSource<R extends HasMetadata> extends TimerEventSource<R> {
    private final ScheduledExecutorService scheduler;
    private final Map<ResourceID, Future<?>> scheduled = new ConcurrentHashMap<>();

    public ScheduledTimerEventSource(String name, boolean triggersOnAllEvents, ScheduledExecutorService scheduler) {
        super(name, triggersOnAllEvents);
        this.scheduler = scheduler;
    }

    @Override
    public void scheduleOnce(ResourceID resource, long delay) {
        if (!isRunning()) throw new IllegalStateException("the timer " + name() + " is not running");
        cancelOnceSchedule(resource);
        var task = new EventProducerTimeTask(resource);
        if (delay <= 0) task.run();
        else scheduled.put(resource, scheduler.schedule(task, delay, TimeUnit.MILLISECONDS));
    }

    @Override
    public void cancelOnceSchedule(ResourceID resource) {
        var task = scheduled.remove(resource);
        if (task != null) task.cancel(false);
    }

    @Override
    public void stop() {
        scheduled.values().forEach(task -> task.cancel(false));
        scheduled.clear();
        super.stop();
    }
}
