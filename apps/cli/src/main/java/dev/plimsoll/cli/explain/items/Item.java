package dev.plimsoll.cli.explain.items;

import dev.plimsoll.cli.explain.admission.Verdict;

/** An object that was looked at. */
public sealed interface Item permits Explained, Judged {
    String name();

    /** {@code FILE:LINE:COLUMN} of a field of the object; empty for objects of a cluster. */
    String place(String field);

    Verdict verdict();
}
