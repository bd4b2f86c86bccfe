package dev.plimsoll.kinds.expressions.device;

import dev.cel.bundle.Cel;
import dev.cel.common.CelValidationException;
import dev.cel.common.types.CelTypes;
import dev.cel.common.types.MapType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.types.StructType;
import dev.plimsoll.kinds.expressions.AdmissionTypes;
import dev.plimsoll.kinds.expressions.CelEnvironment;
import dev.plimsoll.kinds.expressions.CompilationText;
import dev.plimsoll.kinds.expressions.functions.KubernetesFunctions;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Expressions that choose devices. They see one device: its driver, attributes and capacity, by domain and name. */
public final class DeviceSelector {
    private static final MapType BY_NAME = MapType.create(SimpleType.STRING, SimpleType.DYN);
    private static final MapType BY_DOMAIN = MapType.create(SimpleType.STRING, BY_NAME);
    private static final StructType DEVICE = AdmissionTypes.struct(
            "kubernetes.DRADevice",
            Map.of(
                    "driver",
                    SimpleType.STRING,
                    "attributes",
                    BY_DOMAIN,
                    "capacity",
                    BY_DOMAIN,
                    "allowMultipleAllocations",
                    SimpleType.BOOL));

    private DeviceSelector() {}

    /** Made when the first expression is compiled. */
    private static final class Environment {
        private static final Cel CEL = CelEnvironment.with(
                        KubernetesFunctions.ADMISSION, AdmissionTypes.with(List.of(DEVICE)))
                .addVar("device", DEVICE)
                .build();
    }

    /** What is wrong with an expression; empty if nothing. */
    public static Optional<String> problem(String text) {
        try {
            var type = Environment.CEL.compile(text).getAst().getResultType();
            if (type.equals(SimpleType.BOOL) || type.equals(SimpleType.DYN)) return Optional.empty();
            return Optional.of("must evaluate to bool or the unknown type, not " + CelTypes.format(type));
        } catch (CelValidationException e) {
            var problem = CompilationText.of(Environment.CEL, text, e);
            // Where there is nothing, there is no line to show.
            return Optional.of(
                    text.isEmpty() ? problem.lines().findFirst().orElseThrow().replace(":1:1:", ":1:0:") : problem);
        }
    }
}
