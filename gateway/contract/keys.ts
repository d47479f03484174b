/** The grammar of an Idempotency-Key, on every write (decision A19). */
export const KEY_PATTERN = /^[A-Za-z0-9._~-]{1,64}$/;

/** The grammar of an X-Request-Id that is echoed (RID-02). */
export const REQUEST_ID_PATTERN = /^[A-Za-z0-9._-]{8,128}$/;

/** The name under which a key is stored. Each organisation has its own keys. */
export function keyName(orgId: number, key: string): string {
  if (key !== last.key || orgId !== last.orgId) last = { orgId, key, name: `${orgId}/${key}` };
  return last.name;
}

/** A write looks its key up in ten tables: as one string it is hashed once. */
let last = { orgId: 0, key: '', name: '0/' };
