/** CustomResourceDefinitions: what they must be like, what becomes of them, and the kinds that they make. */
@NullMarked
package dev.plimsoll.apiserver.definitions;

import org.jspecify.annotations.NullMarked;
