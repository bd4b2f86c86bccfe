package dev.plimsoll.core.podsecurity;

/** A standard in one of its versions. */
public record LevelVersion(Level level, PolicyVersion version) {
    public static final LevelVersion PRIVILEGED = new LevelVersion(Level.PRIVILEGED, PolicyVersion.LATEST);

    @Override
    public String toString() {
        return level + ":" + version;
    }
}
