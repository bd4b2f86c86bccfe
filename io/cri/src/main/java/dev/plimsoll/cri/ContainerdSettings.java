package dev.plimsoll.cri;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.Optional;

/** The settings of containerd, which it tells as JSON to who asks for its status at length. */
final class ContainerdSettings {
    /** Under which name it tells them. */
    static final String NAME = "config";

    private static final JsonMapper MAPPER = JsonMapper.builder().build();
    /** Its runtimes that begin so are runc, which makes cgroups itself unless it is told otherwise. */
    private static final String RUNC = "io.containerd.runc.";

    private ContainerdSettings() {}

    /** The driver of the runtime that pods have which ask for none; empty where the settings do not say, or are somebody else's. */
    static Optional<CgroupDriver> cgroupDriver(String settings) {
        var containerd = read(settings).path("containerd");
        var runtime = containerd
                .path("runtimes")
                .path(containerd.path("defaultRuntimeName").asText());
        var isSystemd = runtime.path("options").path("SystemdCgroup");
        if (isSystemd.isBoolean())
            return Optional.of(isSystemd.booleanValue() ? CgroupDriver.SYSTEMD : CgroupDriver.CGROUPFS);
        return runtime.path("runtimeType").asText().startsWith(RUNC)
                ? Optional.of(CgroupDriver.CGROUPFS)
                : Optional.empty();
    }

    /** The image of sandboxes, which is of use though no container names it; empty where the settings do not say. */
    static String sandboxImage(String settings) {
        return read(settings).path("sandboxImage").asText();
    }

    private static JsonNode read(String settings) {
        try {
            return MAPPER.readTree(settings);
        } catch (JsonProcessingException _) {
            return MAPPER.missingNode(); // nobody promised that it is JSON
        }
    }
}
