/** How much of one answer is read. A member that sends without end must not fill this machine's memory. */

const MIB = 1024 * 1024;

/** Of the body. The longest answer of a gateway, its contract document, is below 1 MB. */
export const LONGEST_ANSWER_BYTES = 8 * MIB;
export const TOO_LONG = `an answer longer than ${LONGEST_ANSWER_BYTES / MIB} MB`;

/** Of the status line and the headers together: what undici and node:http read, too. */
export const LONGEST_HEAD_BYTES = 16 * 1024;
export const HEAD_TOO_LONG = `a head of an answer longer than ${LONGEST_HEAD_BYTES / 1024} KB`;
