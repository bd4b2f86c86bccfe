/** Admission: the write that is looked at, and the steps that change it or refuse it. The steps are in the packages below. */
@NullMarked
package dev.plimsoll.apiserver.admission;

import org.jspecify.annotations.NullMarked;
