package dev.plimsoll.core.podsecurity;

/** A standard in one of its versions. */
public record LevelVersion(SecurityLevel level, PolicyVersion version) {
    public static final LevelVersion PRIVILEGED = new LevelVersion(SecurityLevel.PRIVILEGED, PolicyVersion.LATEST);

    @Override
    public String toString() {
        return level + ":" + version;
    }
}
