package dev.plimsoll.runtime.access;

import dev.plimsoll.objects.access.User;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Optional;
import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;

/** The user that a client certificate names: the common name is the user, organizations are groups. */
public final class CertificateUser {
    private CertificateUser() {}

    /** Empty if it names nobody that a role could be bound to. */
    public static Optional<User> of(X509Certificate certificate) {
        var groups = new ArrayList<String>();
        var name = "";
        try {
            for (var part : new LdapName(certificate.getSubjectX500Principal().getName()).getRdns()) {
                if (part.getType().equalsIgnoreCase("CN")) name = String.valueOf(part.getValue());
                if (part.getType().equalsIgnoreCase("O")) groups.add(String.valueOf(part.getValue()));
            }
        } catch (InvalidNameException _) {
            return Optional.empty();
        }
        return name.isEmpty() ? Optional.empty() : Optional.of(new User(name, "", groups).authenticated());
    }
}
