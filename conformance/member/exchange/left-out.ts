/** The label of a note for each request that was not sent, since the target would have been sent less than the check means. */
export const LEFT_OUT = 'left out';
