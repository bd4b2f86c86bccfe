package dev.plimsoll.core.validation.general;

/** The long texts that many rows expect. */
final class Texts {
    static final String LABEL =
            "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end"
                    + " with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is"
                    + " '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";
    static final String SUBDOMAIN =
            "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start"
                    + " and end with an alphanumeric character (e.g. 'example.com', regex used for validation is"
                    + " '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
    static final String NAME_PART =
            "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an"
                    + " alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is"
                    + " '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
    static final String LABEL_VALUE =
            "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start"
                    + " and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used"
                    + " for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";

    private Texts() {}
}
