/** The areas of requirements in words, for every format. It imports no code, so that a page can hold it. */
// biome-ignore format: an area and its words
const AREAS: Readonly<Record<string, string>> = {
  SVC: 'Contract document', ID: 'Ids', MON: 'Money', ERR: 'Errors', RID: 'Request ids', POS: 'Positions', PAGE: 'Paging',
  QRY: 'Queries', AUTH: 'Access', CAP: 'Capabilities', IDEM: 'Idempotency', MATCH: 'Preconditions', REG: 'Register',
  CRED: 'Credentials', POL: 'Policies', ORD: 'Orders', EXE: 'Executions', BAL: 'Balances', ALG: 'Algos', TKT: 'Tickets',
  WSS: 'Trading socket', MKT: 'Market data socket', VER: 'Versions',
};

/** The area of a requirement: `IDEM` of `IDEM-08`. */
export function areaOf(requirement: string): string {
  return requirement.split('-', 1)[0] ?? requirement;
}

/** `Idempotency` of `IDEM` and of `IDEM-08`; an area that a later version adds is its own name. */
export function areaInWords(name: string): string {
  const area = areaOf(name);
  return Object.hasOwn(AREAS, area) ? (AREAS[area] ?? area) : area;
}

/** `MON Money` */
export function areaTitle(area: string): string {
  return [...new Set([area, areaInWords(area)])].join(' ');
}

/** `MON-03 (Money), PAGE-01 (Paging)` */
export function requirementsInWords(ids: readonly string[]): string {
  return ids.map((id) => `${id} (${areaInWords(id)})`).join(', ');
}
