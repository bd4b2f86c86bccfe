package dev.plimsoll.testkit.client.process;

import java.io.File;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Says where the process of the cluster finds its classes while the kit itself is built, and is in no jar. */
public final class ClusterClasses implements BeforeAllCallback {
    static String path() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .filter(each -> !each.contains("testkit-client"))
                .collect(Collectors.joining(File.pathSeparator));
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        System.setProperty(KitJars.PROPERTY, path());
    }
}
