package dev.plimsoll.store.embedded.log;

import dev.plimsoll.store.StoreException;
import dev.plimsoll.store.StoreProblem;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What was found to be damaged in a store: sentences, the first of them kept, and how many revisions they concern. */
public final class Damage {
    private static final int KEPT = 100;
    private static final int TOLD = 3;

    private final List<String> sentences = new ArrayList<>();
    private long found;
    private long revisions;

    public void add(String sentence, long affected) {
        found++;
        revisions += affected;
        if (sentences.size() < KEPT) sentences.add(sentence);
    }

    public boolean isEmpty() {
        return found == 0;
    }

    public List<String> sentences() {
        return List.copyOf(sentences);
    }

    /** How many there are, kept or not. */
    public long found() {
        return found;
    }

    public long revisions() {
        return revisions;
    }

    public StoreException refusal(Path folder) {
        var told = String.join("; ", sentences.subList(0, Math.min(TOLD, sentences.size())));
        var more = found > TOLD ? "; and " + (found - TOLD) + " more" : "";
        var affected = revisions == 0
                ? ""
                : revisions == 1 ? " 1 revision is affected." : " " + revisions + " revisions are affected.";
        return new StoreException(
                StoreProblem.DAMAGED,
                "The store in " + folder + " is damaged and was not opened: " + told + more + "." + affected
                        + " Its files were not changed. " + RepairAdvice.forDamage(folder));
    }
}
