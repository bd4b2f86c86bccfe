package dev.plimsoll.e2e;

import java.io.IOException;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Gives tests the machine that all of them share; where none was built, they are not run. */
final class OnRealNode implements ParameterResolver {
    private static final ExtensionContext.Namespace NAMESPACE = ExtensionContext.Namespace.create(OnRealNode.class);

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == RealNode.class;
    }

    @Override
    public RealNode resolveParameter(ParameterContext parameter, ExtensionContext context) {
        Assumptions.assumeTrue(Machine.isBuilt(), "no machine was built: proof/e2e/run does");
        return context.getRoot().getStore(NAMESPACE).computeIfAbsent(RealNode.class, _ -> started(), RealNode.class);
    }

    private static RealNode started() {
        try {
            return new RealNode();
        } catch (IOException e) {
            throw new AssertionError("the machine did not start", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }
}
