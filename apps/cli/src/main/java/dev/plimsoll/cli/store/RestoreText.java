package dev.plimsoll.cli.store;

import dev.plimsoll.cli.console.ExitCode;
import dev.plimsoll.store.embedded.RestoreReport;
import java.util.ArrayList;

/** What is said when other files are in place. */
final class RestoreText {
    private RestoreText() {}

    static int say(StoreCommandReport answer, StoreOptions options, RestoreReport report) {
        var lines = new ArrayList<String>();
        lines.add(options.folder() + ": " + report.keys() + " keys, beginning at revision " + report.revision());
        report.aside().ifPresent(aside -> lines.add("the files that were there are in " + aside));
        for (var each : report.lost()) lines.add("lost: " + each);
        return answer.say(
                options.output(), ExitCode.OK, lines, () -> StoreReportDocument.restored(options.folder(), report));
    }
}
