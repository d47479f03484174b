/** Every version of the REST contract in the changelog, oldest first. */
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

/** The newest version of the REST contract. */
export const NEWEST: Version = '0.14.0';

/** The versions in which a rule holds: from `since` on, and before `until`. An absent end is open. */
export interface Span {
  readonly since?: Version;
  readonly until?: Version;
}

/**
 * The differences between versions on the wire, in the order of the changelog: one span each. No handler compares
 * versions: it checks a gate by name, and only this table knows when the gate opens. The changelog says what each
 * version added. Where the interface does not say what an older member did, the entry is marked "assumed".
 * `scripts/proof/properties/versions.test.ts` walks all versions and sees each gate change at its own.
 *
 * 0.2.1 and 0.5.1 changed nothing on the wire.
 */
export const GATES = {
  /**
   * A tag on every operation, and the names of the operations that restate a row. Before, the names came from the paths
   * (assumed).
   */
  'document.operations': { since: '0.2.0' },
  'routes.account-balances': { since: '0.3.0' },
  /** Before, amounts had the scale of their asset or instrument (assumed; also the next two). */
  'balances.own-scale': { since: '0.3.1' },
  'orders.own-scale': { since: '0.3.2' },
  'policies.own-scale': { since: '0.3.3' },
  /**
   * An amount past a 64-bit integer at its own scale is a 400. Before, its owner judged it at the platform's scale
   * (assumed).
   */
  'money.taken-at-own-scale': { since: '0.3.4' },
  /**
   * The answer to an amount without an asset or instrument, and so without a scale (where it occurs is assumed). Later
   * versions answer 400.
   */
  'money.scale-unknown': { until: '0.3.4' },
  /** The member refuses an unknown symbol. Before, the owner refused it and recorded the refusal. */
  'orders.instrument-at-door': { since: '0.3.4' },
  /** Before, an order was compared with a cap at the cap's own scale (assumed). */
  'caps.exact': { since: '0.4.0' },
  /** Before, a member answered INVALID_FIELD instead (assumed). */
  'reasons.fill-precision-overflow': { since: '0.4.0' },
  /**
   * The member validates money by the published pattern and length. Before, it accepted any text that states a decimal
   * (assumed).
   */
  'money.pattern': { since: '0.4.1' },
  /** Before, fees and fills had the platform's scale, and a fee of zero was null (assumed). */
  'fills.venue-precision': { since: '0.4.2' },
  /** The remaining money that was not served at its own scale: averages (which ones is assumed). */
  'money.served-at-own-scale': { since: '0.4.3' },
  'orders.account-alias': { since: '0.5.0' },
  /** Before, a member answered INVALID_FIELD instead (assumed). */
  'codes.account-not-active': { since: '0.5.0' },
  /**
   * algoInstanceId, and userId 0 for machine flow. Before, userId named the user who created the instance (assumed).
   */
  'orders.algo-instance': { since: '0.6.0' },
  /** Before, the capability was neither served nor accepted. */
  'capabilities.algos-manage': { since: '0.7.0' },
  /** Before, no venue of family B had a connector, and material had one form. */
  'credentials.family-b': { since: '0.8.0' },
  'credentials.scope-unobserved': { since: '0.9.0' },
  /** For family B. Before, a credential that does not trade was a 400 (which refusal is assumed). */
  'credentials.balances-only': { since: '0.10.0' },
  'routes.algos': { since: '0.11.0' },
  /** The family algos of an operation. Before, a member did not know the keys of algos writes (assumed). */
  'operations.algos': { since: '0.11.0' },
  'algos.names': { since: '0.11.1' },
  /** Before, an order's names were resolved before its key was looked up. */
  'keys.before-names': { since: '0.11.2' },
  /** Before, key material went to the intake before the key was looked up. */
  'keys.before-material': { since: '0.11.3' },
  /** NOT_SERVING. Before, the answer was a 202 without an operation, and the key stayed free. */
  'keys.stalled-look-up': { since: '0.11.4' },
  /**
   * requestId, retryable and message on every refusal. Before, only refusals of the request itself had them (assumed).
   */
  'errors.complete-envelope': { since: '0.12.0' },
  /**
   * An envelope for an unknown route, another method, an oversize body and an internal error. Before, each was a line
   * of text.
   */
  'errors.every-envelope': { since: '0.12.0' },
  'requests.correlated': { since: '0.12.0' },
  'pages.cursors': { since: '0.13.0' },
  /** Before, every collection was in the order in which its rows were created (assumed). */
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

/** The first version of a gate; the first version of all where there is no gate. */
export function sinceOf(gate: Gate | undefined): Version {
  const span: Span = gate === undefined ? {} : GATES[gate];
  return span.since ?? VERSIONS[0];
}

/** Every gate's state at one version, calculated once when a member starts. */
export function gatesAt(version: Version): Gates {
  return Object.fromEntries(
    Object.entries(GATES).map(([gate, span]) => [gate, spans(span, version)]),
  ) as unknown as Gates;
}
