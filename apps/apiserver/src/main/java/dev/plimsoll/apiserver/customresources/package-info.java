/** CustomResourceDefinitions and the kinds that they define. */
@NullMarked
package dev.plimsoll.apiserver.customresources;

import org.jspecify.annotations.NullMarked;
