/** Every version of the REST contract that the changelog lists, oldest first: the order is the order of time. */
export const VERSIONS = [
  '0.1.0',
  '0.2.0',
  '0.2.1',
  '0.3.0',
  '0.3.1',
  '0.3.2',
  '0.3.3',
  '0.3.4',
  '0.4.0',
  '0.4.1',
  '0.4.2',
  '0.4.3',
  '0.5.0',
  '0.5.1',
  '0.6.0',
  '0.7.0',
  '0.8.0',
  '0.9.0',
  '0.10.0',
  '0.11.0',
  '0.11.1',
  '0.11.2',
  '0.11.3',
  '0.11.4',
  '0.12.0',
  '0.13.0',
  '0.14.0',
] as const;

export type Version = (typeof VERSIONS)[number];

export const NEWEST: Version = '0.14.0';

/** The versions in which a rule holds: from `since` on, and before `until`. An open end is left out. */
export interface Span {
  readonly since?: Version;
  readonly until?: Version;
}

/**
 * Where versions differ on the wire, in the order of the changelog: a span for each difference. No handler compares versions:
 * it asks for a gate by name, and this table is the only place that knows when the gate opened. The changelog says what came;
 * what a member did before, where the interface does not say, is marked "ours". `platform-sim/versions.test.ts` walks the
 * spans by all versions, and sees each of them open and closed.
 *
 * 0.2.1 and 0.5.1 changed nothing on the wire.
 */
export const GATES = {
  /** A tag on every operation, and the names of the operations that restate a row; before, those were of their paths (ours). */
  'document.operations': { since: '0.2.0' },
  'routes.account-balances': { since: '0.3.0' },
  /** Before, amounts stood at the scale of their asset or instrument, whatever their own (ours; so the next two). */
  'balances.own-scale': { since: '0.3.1' },
  'orders.own-scale': { since: '0.3.2' },
  'policies.own-scale': { since: '0.3.3' },
  /** An amount past a 64-bit integer at its own scale is a 400; before, its owner judged it at the platform's (ours). */
  'money.taken-at-own-scale': { since: '0.3.4' },
  /** Answered to an amount that is of no asset or instrument, and so of no scale (where, is ours); from then on that is a 400. */
  'money.scale-unknown': { until: '0.3.4' },
  /** A symbol with no instrument is refused at the door; before, it was the owner's to refuse, and recorded. */
  'orders.instrument-at-door': { since: '0.3.4' },
  /** Before, an order was compared with a cap at the cap's own scale (ours). */
  'caps.exact': { since: '0.4.0' },
  /** Before, a member said INVALID_FIELD in its place (ours). */
  'reasons.fill-precision-overflow': { since: '0.4.0' },
  /** The door holds money to the published pattern and length; before, it took whatever says a decimal (ours). */
  'money.pattern': { since: '0.4.1' },
  /** Before, fees and fills stood at the platform's scale, and a fee of zero read null (ours). */
  'fills.venue-precision': { since: '0.4.2' },
  /** What of money was not served at its own scale yet: averages (ours, which). */
  'money.served-at-own-scale': { since: '0.4.3' },
  'orders.account-alias': { since: '0.5.0' },
  /** Before, a member said INVALID_FIELD in its place (ours). */
  'codes.account-not-active': { since: '0.5.0' },
  /** algoInstanceId, and userId 0 of machine flow; before, that read the user who created the instance (ours). */
  'orders.algo-instance': { since: '0.6.0' },
  /** Before, the capability was neither served nor taken. */
  'capabilities.algos-manage': { since: '0.7.0' },
  /** Before, no venue of family B had a connector, and material was of one form. */
  'credentials.family-b': { since: '0.8.0' },
  'credentials.scope-unobserved': { since: '0.9.0' },
  /** Of family B; before, one that does not trade was a 400 (which refusal, is ours). */
  'credentials.balances-only': { since: '0.10.0' },
  'routes.algos': { since: '0.11.0' },
  /** The family algos of an operation; before, a member did not know the keys of algos writes (ours). */
  'operations.algos': { since: '0.11.0' },
  'algos.names': { since: '0.11.1' },
  /** Before, an order's names were resolved ahead of its key. */
  'keys.before-names': { since: '0.11.2' },
  /** Before, key material went to the intake ahead of the key. */
  'keys.before-material': { since: '0.11.3' },
  /** NOT_SERVING; before, a 202 that led nowhere, its key free. */
  'keys.stalled-look-up': { since: '0.11.4' },
  /** requestId and retryable of every refusal, and its message; before, that was there where the request itself was at fault (ours). */
  'errors.complete-envelope': { since: '0.12.0' },
  /** An unknown route, another method, a body too long and a failure of the member; before, each was a line of text. */
  'errors.every-envelope': { since: '0.12.0' },
  'requests.correlated': { since: '0.12.0' },
  'pages.cursors': { since: '0.13.0' },
  /** Before, every collection stood in the order in which its rows came to be (ours). */
  'pages.fixed-orders': { since: '0.13.0' },
  'positions.as-of': { since: '0.13.0' },
  'queries.closed': { since: '0.13.0' },
  'routes.ws-tickets': { since: '0.14.0' },
} as const satisfies Record<string, Span>;

export type Gate = keyof typeof GATES;
export type Gates = Readonly<Record<Gate, boolean>>;

/** Whether `span` holds at `version`. */
export function spans(span: Span, version: Version): boolean {
  const at = VERSIONS.indexOf(version);
  const from = span.since === undefined ? 0 : VERSIONS.indexOf(span.since);
  const to = span.until === undefined ? VERSIONS.length : VERSIONS.indexOf(span.until);
  return from <= at && at < to;
}

/** Since when: of no gate, from the first version on. */
export function sinceOf(gate: Gate | undefined): Version {
  const span: Span = gate === undefined ? {} : GATES[gate];
  return span.since ?? VERSIONS[0];
}

/** Every gate's state at one version, worked out once when a member starts. */
export function gatesAt(version: Version): Gates {
  return Object.fromEntries(
    Object.entries(GATES).map(([gate, span]) => [gate, spans(span, version)]),
  ) as unknown as Gates;
}
