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
 * Where versions differ in what a request meets. No handler compares versions: it asks for a gate by name, and this
 * table is the only place that knows when the gate opened.
 */
export const GATES = {
  'algos.names': { since: '0.11.1' },
  'credentials.scope-unobserved': { since: '0.9.0' },
  'documents.algos-schema': { since: '0.11.0' },
  'errors.complete-envelope': { since: '0.12.0' },
  'orders.account-alias': { since: '0.5.0' },
  'orders.algo-instance': { since: '0.6.0' },
  'pages.cursors': { since: '0.13.0' },
  'positions.as-of': { since: '0.13.0' },
  'queries.closed': { since: '0.13.0' },
  'requests.correlated': { since: '0.12.0' },
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

/** Every gate's state at one version, worked out once when a member starts. */
export function gatesAt(version: Version): Gates {
  return Object.fromEntries(
    Object.entries(GATES).map(([gate, span]) => [gate, spans(span, version)]),
  ) as unknown as Gates;
}
