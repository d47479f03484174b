/** The grammar of an Idempotency-Key, on every write (decision A19). */
export const KEY_PATTERN = /^[A-Za-z0-9._~-]{1,64}$/;

/** The grammar of an X-Request-Id that is echoed (RID-02). */
export const REQUEST_ID_PATTERN = /^[A-Za-z0-9._-]{8,128}$/;

/** The name under which a key is stored. Each organisation has its own keys. */
export function keyName(orgId: number, key: string): string {
  return `${orgId}/${key}`;
}
