package dev.plimsoll.nodeagent.http;

import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;

/** Who asks. */
record Caller(String name, String uid, List<String> groups) {
    private static final String AUTHENTICATED = "system:authenticated";

    Caller {
        groups = List.copyOf(groups);
    }

    /** As a certificate names its owner: the common name is the user, organizations are groups. */
    static Optional<Caller> of(X509Certificate certificate) {
        try {
            var name = "";
            var groups = new ArrayList<String>();
            for (var part : new LdapName(certificate.getSubjectX500Principal().getName()).getRdns()) {
                var value = String.valueOf(part.getValue());
                if (part.getType().equalsIgnoreCase("CN")) name = value;
                if (part.getType().equalsIgnoreCase("O")) groups.add(value);
            }
            groups.add(AUTHENTICATED);
            return name.isEmpty() ? Optional.empty() : Optional.of(new Caller(name, "", groups));
        } catch (InvalidNameException _) {
            return Optional.empty(); // it names nobody that a role could be bound to
        }
    }
}
