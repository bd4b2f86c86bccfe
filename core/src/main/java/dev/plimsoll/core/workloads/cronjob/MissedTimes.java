package dev.plimsoll.core.workloads.cronjob;

import dev.plimsoll.core.schedule.Schedule;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The times of a schedule that have passed since it was looked at.
 *
 * @param isMany whether there were so many that the clock may be wrong
 */
record MissedTimes(Optional<Instant> newest, boolean isMany) {
    private static final int MANY = 100;
    private static final MissedTimes NONE = new MissedTimes(Optional.empty(), false);

    /** After {@code since}, up to {@code now}. */
    static MissedTimes between(Instant since, Instant now, Schedule schedule) {
        var first = schedule.after(since).filter(time -> !time.isAfter(now));
        if (first.isEmpty()) return NONE;
        var newest = first.get();
        for (var found = 1; found <= MANY; found++) {
            var next = schedule.after(newest).filter(time -> !time.isAfter(now));
            if (next.isEmpty()) return new MissedTimes(Optional.of(newest), false);
            newest = next.get();
        }
        return new MissedTimes(Optional.of(newestOf(newest, now, schedule)), true);
    }

    /** Of a schedule that may have had millions of times: looks back from now, twice as far each time. */
    private static Instant newestOf(Instant known, Instant now, Schedule schedule) {
        // The times of a fixed period are counted from the one before, not from where one begins to look.
        if (schedule instanceof Schedule.Every(var period)) {
            return known.plus(period.multipliedBy(Duration.between(known, now).dividedBy(period)));
        }
        for (var back = Duration.ofMinutes(1); ; back = back.multipliedBy(2)) {
            var from = now.minus(back);
            if (!from.isAfter(known)) from = known;
            var newest = schedule.after(from).filter(time -> !time.isAfter(now));
            if (newest.isEmpty() && from.equals(known)) return known;
            if (newest.isEmpty()) continue;
            var found = newest.get();
            for (var next = schedule.after(found);
                    next.isPresent() && !next.get().isAfter(now);
                    next = schedule.after(found)) found = next.get();
            return found;
        }
    }
}
