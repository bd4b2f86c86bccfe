import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Build step: writes the message types of Kubernetes as a table of text, from the descriptors in a library whose classes are then
 * not needed to run.
 *
 * <p>Arguments: the file to write. A message is a line {@code =NAME}, followed by a line for each field: its number, its name, its
 * cardinality ({@code .} one, {@code *} a list, {@code %} a map) and its type, which for a map is that of the values.
 */
public final class MessageTable {
    private static final String PACKAGE = "/io/kubernetes/client/proto/";
    private static final Class<?> ANY = io.kubernetes.client.proto.Meta.class;

    /** Groups with kinds that the library still has as beta; a kind keeps its numbers when it becomes stable. */
    private static final Set<String> BECAME_STABLE = Set.of("k8s.io.api.certificates.v1beta1", "k8s.io.api.storagemigration.v1beta1");

    /** What a message has in its stable version and did not have before, as lines of the table. */
    private static final Map<String, String> ADDED =
            Map.of("k8s.io.api.certificates.v1.PodCertificateRequestSpec", "12 stubPKCS10Request . bytes\n");

    /** What it had before only. */
    private static final Map<String, Set<String>> REMOVED = Map.of(
            "k8s.io.api.certificates.v1.PodCertificateRequestSpec", Set.of("pkixPublicKey", "proofOfPossession"));

    private MessageTable() {}

    public static void main(String[] arguments) throws IOException, ReflectiveOperationException {
        var output = Path.of(arguments[0]);
        var library = URI.create("jar:" + ANY.getProtectionDomain().getCodeSource().getLocation());
        var messages = new TreeMap<String, Descriptor>();
        try (var jar = FileSystems.newFileSystem(library, Map.of());
                var files = Files.list(jar.getPath(PACKAGE))) {
            for (var file : files.map(Path::getFileName).map(Path::toString).sorted().toList()) {
                if (!file.endsWith(".class") || file.contains("$")) continue;
                var holder = Class.forName(PACKAGE.substring(1).replace('/', '.') + file.substring(0, file.length() - 6));
                var descriptor = (FileDescriptor) holder.getMethod("getDescriptor").invoke(null);
                for (var type : descriptor.getMessageTypes()) {
                    if (isStable(type)) messages.put(type.getFullName(), type);
                    else if (BECAME_STABLE.contains(descriptor.getPackage())) messages.putIfAbsent(stableName(type), type);
                }
            }
        }
        var text = new StringBuilder();
        messages.forEach((name, message) -> write(name, message, text));
        Files.createDirectories(output.getParent());
        Files.writeString(output, text);
    }

    /** What is served by default has stable versions only. */
    private static boolean isStable(Descriptor type) {
        return !type.getFile().getPackage().matches(".*\\.v[0-9]+(alpha|beta)[0-9]+");
    }

    private static String stableName(Descriptor type) {
        return BECAME_STABLE.contains(type.getFile().getPackage())
                ? type.getFullName().replaceFirst("\\.v1beta1\\.", ".v1.")
                : type.getFullName();
    }

    private static void write(String name, Descriptor message, StringBuilder text) {
        text.append('=').append(name).append('\n');
        for (var field : message.getFields()) {
            if (REMOVED.getOrDefault(name, Set.of()).contains(field.getName())) continue;
            text.append(field.getNumber()).append(' ').append(field.getName()).append(' ');
            if (field.isMapField()) text.append("% ").append(type(field.getMessageType().findFieldByNumber(2)));
            else text.append(field.isRepeated() ? "* " : ". ").append(type(field));
            text.append('\n');
        }
        text.append(ADDED.getOrDefault(name, ""));
    }

    private static String type(FieldDescriptor field) {
        return field.getJavaType() == FieldDescriptor.JavaType.MESSAGE
                ? stableName(field.getMessageType())
                : field.getType().name().toLowerCase(java.util.Locale.ROOT);
    }
}
