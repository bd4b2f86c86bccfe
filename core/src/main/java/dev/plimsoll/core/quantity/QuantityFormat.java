package dev.plimsoll.core.quantity;

/** The family of suffixes a quantity is printed with. It never takes part in comparisons. */
public enum QuantityFormat {
    /** {@code 500m}, {@code 2k}: powers of ten with a letter. */
    DECIMAL_SI("DecimalSI"),
    /** {@code 512Mi}: powers of 1024. */
    BINARY_SI("BinarySI"),
    /** {@code 12e6}: powers of ten with an exponent. */
    DECIMAL_EXPONENT("DecimalExponent");

    private final String kubernetesName;

    QuantityFormat(String kubernetesName) {
        this.kubernetesName = kubernetesName;
    }

    /** The name that Kubernetes gives this format. */
    public String kubernetesName() {
        return kubernetesName;
    }
}
