/** {@code plimsoll recommend}: what workloads ask for, use and should ask for. */
@NullMarked
package dev.plimsoll.cli.recommend;

import org.jspecify.annotations.NullMarked;
