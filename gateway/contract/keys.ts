/** The grammar of an Idempotency-Key, on every write (decision A19). */
export const KEY_PATTERN = /^[A-Za-z0-9._~-]{1,64}$/;
