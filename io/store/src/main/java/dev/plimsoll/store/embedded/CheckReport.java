package dev.plimsoll.store.embedded;

import java.util.List;

/**
 * What a look at the files of a store found.
 *
 * @param inUse if a server has it open: the look was taken while it worked
 * @param oldest the oldest revision that can be read
 * @param revision the last that the database has
 * @param acknowledged the last that a client was told of; 0 if nothing tells
 * @param keys how many hold a value
 * @param damage what is wrong, the first hundred
 * @param found how much is wrong
 * @param affected revisions that are lost or cannot be trusted
 */
public record CheckReport(
        boolean inUse,
        long oldest,
        long revision,
        long acknowledged,
        long keys,
        long bytes,
        List<String> damage,
        long found,
        long affected) {
    public CheckReport {
        damage = List.copyOf(damage);
    }

    public boolean isWhole() {
        return damage.isEmpty();
    }
}
