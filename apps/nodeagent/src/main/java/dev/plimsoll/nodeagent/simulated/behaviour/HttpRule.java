package dev.plimsoll.nodeagent.simulated.behaviour;

import dev.plimsoll.nodeagent.simulated.files.Glob;
import java.time.Duration;

/**
 * What a container answers to some requests.
 *
 * @param path a pattern of the whole path, with {@code *} and {@code ?}
 * @param delay after which it answers
 */
public record HttpRule(int port, String path, int status, String body, Duration delay) {
    public boolean accepts(String asked) {
        return Glob.matches(path, asked);
    }
}
