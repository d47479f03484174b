/** Limits on how much of one response is read, so that an endless response cannot exhaust memory. */

const MIB = 1024 * 1024;

/** Maximum size of the body. The longest response of a gateway, its contract document, is below 1 MB. */
export const LONGEST_ANSWER_BYTES = 8 * MIB;
/** The failure of an exchange whose body exceeds the limit. */
export const TOO_LONG = `an answer longer than ${LONGEST_ANSWER_BYTES / MIB} MB`;

/** Maximum size of the status line and the headers together, as in undici and node:http. */
export const LONGEST_HEAD_BYTES = 16 * 1024;
/** The failure of an exchange whose head exceeds the limit. */
export const HEAD_TOO_LONG = `a head of an answer longer than ${LONGEST_HEAD_BYTES / 1024} KB`;
