package dev.plimsoll.cli.why;

import java.util.List;

/** An object and what there is to say of it. */
record ObjectReasons(String title, List<Reason> reasons) {
    ObjectReasons {
        reasons = List.copyOf(reasons);
    }
}
