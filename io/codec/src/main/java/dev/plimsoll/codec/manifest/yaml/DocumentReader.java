package dev.plimsoll.codec.manifest.yaml;

import dev.plimsoll.codec.manifest.problem.ManifestProblem;
import dev.plimsoll.codec.manifest.problem.Position;
import dev.plimsoll.codec.manifest.problem.ProblemText;
import dev.plimsoll.codec.manifest.yaml.ReadResult.Done;
import dev.plimsoll.codec.manifest.yaml.ReadResult.Failed;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.DocumentStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/** Reads a text into the trees of its documents. JSON needs no path of its own: it is YAML in flow style. */
public final class DocumentReader {
    /**
     * The parser copies all of a long scalar each time it takes in a further window of the text: with its own small
     * windows, one scalar of 16 MiB keeps it busy for minutes.
     */
    private static final int LARGEST_WINDOW = 1 << 20;

    private static final int SMALLEST_WINDOW = 1 << 10;

    private final String source;
    private final ManifestLimits limits;

    public DocumentReader(String source, ManifestLimits limits) {
        this.source = source;
        this.limits = limits;
    }

    public ReadResult<List<Tree>> read(String text) {
        // The bound on the bytes is the one that counts; the parser's own must never be the first to be met.
        var settings = LoadSettings.builder()
                .setLabel(source)
                .setCodePointLimit(Integer.MAX_VALUE)
                .setBufferSize(Math.clamp(text.length(), SMALLEST_WINDOW, LARGEST_WINDOW))
                .build();
        var events = new LatestEvent(new Parse(settings).parseString(text).iterator());
        try {
            return documents(events);
        } catch (YamlEngineException exception) {
            return new Failed<>(new SyntaxProblem(source, text).of(exception));
        } catch (IllegalArgumentException _) {
            // The parser lets this one escape for \U escapes beyond Unicode, without a mark.
            return new Failed<>(new ManifestProblem.InText(source, events.position(), ProblemText.ESCAPE_OUT_OF_RANGE));
        }
    }

    private ReadResult<List<Tree>> documents(LatestEvent events) {
        var builder = new TreeBuilder(source, events, limits);
        var trees = new ArrayList<Tree>();
        while (events.hasNext()) {
            var start = events.next();
            if (!(start instanceof DocumentStartEvent)) continue;
            if (trees.size() == limits.documents()) {
                return new Failed<>(builder.problem(start, ProblemText.tooManyDocuments(limits.documents())));
            }
            switch (builder.document(events.next())) {
                case Failed<Tree>(var problem) -> {
                    return new Failed<>(problem);
                }
                case Done<Tree>(var tree) -> trees.add(tree);
            }
        }
        return new Done<>(trees);
    }

    /** The parser's events, and how far they have come. */
    private static final class LatestEvent implements Iterator<Event> {
        private final Iterator<Event> events;
        private Position position = Position.START;

        LatestEvent(Iterator<Event> events) {
            this.events = events;
        }

        Position position() {
            return position;
        }

        @Override
        public boolean hasNext() {
            return events.hasNext();
        }

        @Override
        public Event next() {
            var event = events.next();
            position = Position.of(event.getEndMark());
            return event;
        }
    }
}
