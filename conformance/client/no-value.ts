/** What a program writes in place of a value that it does not have, as in `?ticket=undefined`: a client's bug, no secret. */
export const NO_VALUE = /^(undefined|null|NaN|\[object( |%20)Object\])$/;
