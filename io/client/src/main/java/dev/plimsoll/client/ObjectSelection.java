package dev.plimsoll.client;

/**
 * Which objects of a resource are meant.
 *
 * @param namespace empty for all
 * @param labels a label selector; empty for all
 * @param fields a field selector; empty for all
 */
public record ObjectSelection(String namespace, String labels, String fields) {
    public static final ObjectSelection ALL = new ObjectSelection("", "", "");

    public static ObjectSelection inNamespace(String namespace) {
        return new ObjectSelection(namespace, "", "");
    }

    public ObjectSelection withLabels(String selector) {
        return new ObjectSelection(namespace, selector, fields);
    }

    public ObjectSelection withFields(String selector) {
        return new ObjectSelection(namespace, labels, selector);
    }
}
