package dev.plimsoll.client;

/**
 * Which objects of a resource are meant.
 *
 * @param namespace empty for all
 * @param labels a label selector; empty for all
 * @param fields a field selector; empty for all
 */
public record Selection(String namespace, String labels, String fields) {
    public static final Selection ALL = new Selection("", "", "");

    public static Selection inNamespace(String namespace) {
        return new Selection(namespace, "", "");
    }

    public Selection withLabels(String selector) {
        return new Selection(namespace, selector, fields);
    }

    public Selection withFields(String selector) {
        return new Selection(namespace, labels, selector);
    }
}
