/** Keys, certificates and TLS: the only place that reads PEM files and makes SSL contexts. It knows no program and no protocol. */
@NullMarked
package dev.plimsoll.tls;

import org.jspecify.annotations.NullMarked;
