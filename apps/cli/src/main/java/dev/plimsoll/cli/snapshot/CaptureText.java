package dev.plimsoll.cli.snapshot;

import dev.plimsoll.client.ApiResource;
import dev.plimsoll.objects.ObjectKind;
import dev.plimsoll.snapshot.KindState;
import dev.plimsoll.snapshot.SnapshotKinds;
import dev.plimsoll.snapshot.capture.ClusterCapture.Outcome.Captured;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What people hear of a snapshot that was taken. */
final class CaptureText {
    private CaptureText() {}

    static List<String> lines(Captured captured, Path file) {
        var lines = new ArrayList<String>();
        var missing = new ArrayList<String>();
        for (var resource : SnapshotKinds.ALL.stream().map(ObjectKind::resource).toList()) {
            switch (captured.header().state(resource)) {
                case KindState.Listed(var version) -> listed(captured, resource, version, lines);
                case KindState.Missing _ -> missing.add(resource.toString());
                case KindState.Forbidden(var why) ->
                    lines.add(resource + ": not in the snapshot, you may not list them: " + why);
                case KindState.Unread(var why) ->
                    lines.add(resource + ": not in the snapshot, the server did not answer: " + why);
                case KindState.Given _, KindState.NotGiven _ -> {}
            }
        }
        if (!missing.isEmpty()) lines.add("the server does not have: " + String.join(", ", missing));
        lines.add(String.format(
                Locale.ROOT,
                "%,d objects of a server of version %s written to %s",
                captured.size(),
                captured.header().serverVersion(),
                file));
        return lines;
    }

    private static void listed(Captured captured, ApiResource resource, String version, List<String> lines) {
        var count = captured.objects().getOrDefault(resource, List.of()).size();
        if (count > 0) lines.add(String.format(Locale.ROOT, "%s: %,d at resourceVersion %s", resource, count, version));
    }
}
