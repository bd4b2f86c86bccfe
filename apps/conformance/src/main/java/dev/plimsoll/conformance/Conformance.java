package dev.plimsoll.conformance;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** All replays, in the order in which they are run and shown. */
public final class Conformance {
    private static final List<Replay> REPLAYS = List.of(
            new QuantityReplay(),
            new PodsReplay(),
            new ResizeReplay(),
            new EffectiveReplay(),
            new LimitRangeReplay(),
            new QuotaReplay(),
            new ManagersReplay(),
            new VpaReplay());

    private Conformance() {}

    public static List<Replay> replays() {
        return REPLAYS;
    }

    /** Replays one recording of a folder from its first line to its last. */
    public static RecordingResult run(Path folder, Replay replay) throws IOException {
        var result = new RecordingResult(replay.recording());
        RecordingFile.in(folder, replay.recording())
                .forEachLine(line -> result.count(line.path("id").asText(), replay.replay(line)));
        return result;
    }
}
