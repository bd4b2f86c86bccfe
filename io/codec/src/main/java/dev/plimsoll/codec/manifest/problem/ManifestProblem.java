package dev.plimsoll.codec.manifest.problem;

/** Why a manifest cannot be used, in one line for a person: where it is, and what is wrong there. */
public sealed interface ManifestProblem {
    /** The file as the user named it. */
    String source();

    /** What is wrong, without the place. */
    String text();

    /** Place and text on one line, whatever the file name or the text holds. */
    String line();

    /** Something wrong at a place in the text. */
    record InText(String source, Position position, String text) implements ManifestProblem {
        @Override
        public String line() {
            return OneLine.of(source + ":" + position + ": " + text);
        }
    }

    /** A key that an object has twice. */
    record DuplicateKey(String source, Position position, String key, Position first) implements ManifestProblem {
        @Override
        public String text() {
            return ProblemText.duplicateKey(key, first);
        }

        @Override
        public String line() {
            return OneLine.of(source + ":" + position + ": " + text());
        }
    }

    /** Something wrong with the file as a whole. */
    record InSource(String source, String text) implements ManifestProblem {
        @Override
        public String line() {
            return OneLine.of(source + ": " + text);
        }
    }
}
