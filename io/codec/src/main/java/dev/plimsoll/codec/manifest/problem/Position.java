package dev.plimsoll.codec.manifest.problem;

import java.util.Optional;
import org.snakeyaml.engine.v2.exceptions.Mark;

/** A place in a text: line and column, both counted from 1, the column in characters rather than bytes. */
public record Position(int line, int column) {
    public static final Position START = new Position(1, 1);

    public static Position of(Mark mark) {
        return new Position(mark.getLine() + 1, mark.getColumn() + 1);
    }

    /** The parser keeps marks on everything it reads; it leaves them out only where it has no text at hand. */
    public static Position of(Optional<Mark> mark) {
        return mark.map(Position::of).orElse(START);
    }

    @Override
    public String toString() {
        return line + ":" + column;
    }
}
