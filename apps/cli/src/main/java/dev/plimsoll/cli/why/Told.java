package dev.plimsoll.cli.why;

import java.util.List;

/** An object and what there is to say of it. */
record Told(String title, List<Reason> reasons) {
    Told {
        reasons = List.copyOf(reasons);
    }
}
