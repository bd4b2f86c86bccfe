package dev.plimsoll.cli.node;

import dev.plimsoll.cli.console.DurationConverter;
import dev.plimsoll.core.resize.eviction.ImageGarbage;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Option;

/** Which images a real node removes. */
final class ImageOptions {
    @Option(
            names = "--image-gc-high-threshold",
            paramLabel = "PERCENT",
            defaultValue = "85",
            description =
                    "With cri: remove images that nobody uses when so much of their file system is in use (default: ${DEFAULT-VALUE}).")
    private int high = 85;

    @Option(
            names = "--image-gc-low-threshold",
            paramLabel = "PERCENT",
            defaultValue = "80",
            description = "With cri: until so much of it is in use (default: ${DEFAULT-VALUE}).")
    private int low = 80;

    @Option(
            names = "--minimum-image-ttl-duration",
            paramLabel = "DURATION",
            converter = DurationConverter.class,
            defaultValue = "2m",
            description = "With cri: keep younger images (default: ${DEFAULT-VALUE}).")
    private Duration minimumAge = Duration.ofMinutes(2);

    @Option(
            names = "--image-maximum-gc-age",
            paramLabel = "DURATION",
            converter = DurationConverter.class,
            defaultValue = "0s",
            description =
                    "With cri: remove images that nobody has used for so long; 0s for never (default: ${DEFAULT-VALUE}).")
    private Duration maximumAge = Duration.ZERO;

    ImageGarbage rules(List<String> problems) {
        if (low < 0 || high > 100 || low >= high) {
            problems.add("--image-gc-low-threshold " + low + ", --image-gc-high-threshold " + high
                    + ": must be percentages, the first less than the second");
            return ImageGarbage.DEFAULT;
        }
        return new ImageGarbage(high, low, minimumAge, maximumAge);
    }
}
