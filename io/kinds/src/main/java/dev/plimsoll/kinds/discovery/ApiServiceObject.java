package dev.plimsoll.kinds.discovery;

import static dev.plimsoll.objects.tree.DocumentFields.flag;
import static dev.plimsoll.objects.tree.DocumentFields.integer;
import static dev.plimsoll.objects.tree.DocumentFields.text;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.objects.ApiObject;
import java.util.Optional;

/** An APIService. */
public final class ApiServiceObject extends ApiObject {
    private static final int HTTPS = 443;

    public ApiServiceObject(ObjectNode document) {
        super(document);
    }

    /** The service that another API server is behind. */
    public record ServiceReference(String namespace, String name, int port) {}

    public RegisteredVersion registration() {
        return new RegisteredVersion(
                text(specNode(), "group"),
                text(specNode(), "version"),
                integer(specNode(), "groupPriorityMinimum", 0),
                integer(specNode(), "versionPriority", 0));
    }

    /** Empty where the server that stores it answers itself. */
    public Optional<ServiceReference> service() {
        var service = specNode().path("service");
        return service.isObject()
                ? Optional.of(new ServiceReference(
                        text(service, "namespace"), text(service, "name"), integer(service, "port", HTTPS)))
                : Optional.empty();
    }

    /** Who signed the certificate of the other server, as Base64; empty for those that Java trusts. */
    public String caBundle() {
        return text(specNode(), "caBundle");
    }

    /** Whether any certificate of the other server will do. */
    public boolean skipsTlsVerification() {
        return flag(specNode(), "insecureSkipTLSVerify");
    }

    /** Whether its status says that it can be asked. */
    public boolean isAvailable() {
        return conditions().is(Availability.TYPE, "True");
    }
}
