/**
 * Judges known-bad members like a deployed one: through a profile without a control plane, by checks that wait. Each wait of
 * the suite advances the sandbox's clock, so that no test waits in real time for a token to expire.
 */
import { expect, test } from 'vitest';
import { loadChecks } from '../../../conformance/runner/plan/load-checks.ts';
import { DEFECTS } from '../../../gateway/defects/index.ts';
import { startSandbox } from '../../../platform-sim/sandbox.ts';
import { SEED, targetBy } from '../suite/judged-by-profile.ts';
import { SteppedStopwatch } from '../suite/stepped-stopwatch.ts';

/** Milliseconds that pass between a write and the read after it. */
const REQUESTS_PER_SECOND = 1_000;
/** Covers the leeway of two minutes in which a member may accept an expired token (decision A11). */
const PATIENCE_MS = 240_000;

const CASES = [
  ['a-token-that-was-served-is-served-the-same-after-its-exp', 'auth/expired-token', 'AUTH-02'],
  ['the-ceiling-is-not-replayed', 'pol/ceiling-is-recorded', 'POL-04'],
  ['the-governing-row-binds-no-ceiling', 'pol/governing-cap-binds', 'POL-03'],
  ['caps-are-held-as-floats', 'pol/cap-is-exact', 'POL-05'],
  ['a-time-that-moves-with-heartbeats-alone', 'bal/observed-anew-when-changed', 'BAL-05'],
  ['no-rows-of-a-discovered-account', 'bal/discovered-account', 'BAL-06'],
  ['a-session-is-closed-five-seconds-after-the-expiresatns-of-its-grant', 'wss/session-comes-to-its-end', 'WSS-07'],
  ['a-session-goes-on-past-its-expiry', 'wss/session-comes-to-its-end', 'WSS-07'],
  ['op-auth-renews-nothing', 'wss/session-comes-to-its-end', 'WSS-08'],
  ['a-renewed-session-is-never-hinted-at-again', 'wss/session-comes-to-its-end', 'WSS-08'],
  ['sessionexpiring-says-a-later-time', 'wss/session-comes-to-its-end', 'WSS-06'],
  ['inms-is-half-of-it', 'wss/session-comes-to-its-end', 'WSS-06'],
  ['inms-is-five-seconds-short', 'wss/session-comes-to-its-end', 'WSS-06'],
  ['the-state-of-markets-is-sent-before-op-auth', 'mkt/nothing-before-auth', 'MKT-04'],
  ['a-token-that-was-acknowledged-before-is-acknowledged-for-ever', 'mkt/expired-token', 'MKT-03'],
  ['a-token-of-another-audience-is-acknowledged', 'mkt/token-of-another-audience', 'MKT-03'],
  ['a-bearer-token-of-another-audience-opens', 'wss/token-of-another-audience', 'WSS-01'],
  [
    'a-ticket-of-a-user-who-is-neither-trader-nor-admin-opens-a-session-of-who-minted-last',
    'tkt/ticket-grants-its-minter',
    'WSS-04',
  ],
  ['a-spent-ticket-of-a-user-who-is-neither-trader-nor-admin-opens', 'tkt/opens-one-session-once', 'TKT-08'],
  ['a-ticket-outlives-its-token', 'tkt/short-token-bounds-its-ticket', 'TKT-04'],
  ['a-ticket-opens-once-its-token-has-expired', 'tkt/short-token-bounds-its-ticket', 'TKT-09'],
  ['a-token-of-another-audience-renews', 'wss/token-of-another-audience', 'WSS-10'],
  ['the-key-of-an-order-is-forgotten-after-20-seconds', 'idem/keys-are-kept-to-the-end', 'IDEM-02'],
  ['a-name-leaves-no-comment', 'alg/names-become-ids', 'ALG-13'],
  ['a-reqid-is-trimmed', 'wss/req-id-is-echoed', 'WSS-11'],
] as const;

const checks = await loadChecks();

interface Deployed {
  /** The lifetime of a token from `identity.shortLived`, in seconds. */
  readonly lifeS?: number;
  readonly patienceMs?: number;
  readonly members?: 'single' | 'several';
}

async function judged(
  defects: readonly string[],
  ids: readonly string[],
  { lifeS = 75, patienceMs = PATIENCE_MS, members = 'single' }: Deployed = {},
) {
  const known = DEFECTS.filter(({ name }) => defects.includes(name));
  expect(known.map(({ name }) => name)).toEqual(defects);
  await using sandbox = await startSandbox({ clock: 'virtual', seed: SEED, defects: known });
  const { control: _, strict: __, ...profile } = sandbox.profile;
  const identity = { ...profile.identity, shortLived: { expires_in: `${lifeS}` } };
  const stopwatch = new SteppedStopwatch(sandbox.clock);
  const limits = { ...profile.limits, requestsPerSecond: REQUESTS_PER_SECOND };
  await using on = await targetBy({ ...profile, identity, limits, members }, stopwatch, { patienceMs });
  return await on.run(checks.filter(({ id }) => ids.includes(id)));
}

test.each(CASES)('%s is killed without a control plane', async (defect, id, requirement) => {
  const { requirements } = await judged([defect], [id]);
  expect(requirements.find((row) => row.id === requirement)?.verdict).toBe('fail');
});

test('the good member passes all of these checks', async () => {
  const { checks: rows } = await judged([], [...new Set(CASES.map(([, id]) => id))]);
  expect(rows.filter(({ verdict }) => verdict !== 'pass')).toEqual([]);
});

test('op auth that answers with the first grant is found with several members, too', async () => {
  const several = { members: 'several' } as const;
  const ids = ['wss/cleared-capability-stays'];
  const { requirements } = await judged(['op-auth-answers-the-grant-of-the-opening'], ids, several);
  expect(requirements.find(({ id }) => id === 'WSS-15')?.verdict).toBe('fail');
  expect((await judged([], ids, several)).checks).toMatchObject([{ verdict: 'pass' }]);
});

const HOUR_MS = 3_600_000;
const UNHINTED = ['sessionexpiring-is-not-sent'];

test('a lease longer than any lead time that ends without sessionExpiring breaks WSS-06', async () => {
  const long = { lifeS: 1_200, patienceMs: HOUR_MS };
  const { requirements } = await judged(UNHINTED, ['wss/session-comes-to-its-end'], long);
  expect(requirements.find(({ id }) => id === 'WSS-06')?.verdict).toBe('fail');
});

test('a shorter lease does not exercise WSS-06: sessionExpiring is not required below the lead time', async () => {
  const { requirements } = await judged(UNHINTED, ['wss/session-comes-to-its-end']);
  expect(requirements.filter(({ id }) => ['WSS-06', 'WSS-07', 'WSS-08'].includes(id))).toMatchObject([
    { id: 'WSS-06', verdict: 'not-exercised', exercised: 0 },
    { id: 'WSS-07', verdict: 'pass' },
    { id: 'WSS-08', verdict: 'pass' },
  ]);
});

/** Checks with requests of every kind: some of them meet the random behaviour of the member. */
const ORDINARY = [
  ...[
    'ord/submit-serves-the-order-row',
    'idem/retried-key-replays',
    'idem/owner-refusal-spends-the-key',
    'mon/zeros-change-no-value',
  ],
  ...['qry/views-of-the-register', 'page/envelope', 'ord/off-grid-is-refused', 'idem/first-answer-is-no-replay'],
];
const [OF_BUSY, OF_202] = ['err/busy-answers-keep-the-rules', 'idem/accepted-writes-are-carried-out'];

test.each([
  ['a-503-now-and-then-without-a-time', OF_BUSY, 'ERR-10'],
  ['a-429-now-and-then-without-a-time', OF_BUSY, 'ERR-10'],
  ['a-503-now-and-then-that-is-final', OF_BUSY, 'ERR-11'],
  ['a-429-now-and-then-that-is-final', OF_BUSY, 'ERR-16'],
  ['not-serving-now-and-then-for-good', OF_BUSY, 'ERR-14'],
  ['not-serving-now-and-then-as-a-429', OF_BUSY, 'ERR-14'],
  ['a-full-inbox-now-and-then-as-a-503', OF_BUSY, 'ERR-16'],
  ['orders-answered-202-of-another-key', OF_202, 'IDEM-11'],
  ['every-fourth-order-is-answered-202-and-lost', OF_202, 'IDEM-12'],
  ['every-fourth-order-is-answered-202-and-pends', OF_202, 'IDEM-12'],
] as const)('%s is met by chance, and blamed for that alone', { timeout: 120_000 }, async (defect, id, requirement) => {
  const { requirements, checks: rows } = await judged([defect], [id, ...ORDINARY]);
  const broken = requirements.filter(({ verdict }) => verdict === 'fail').map((row) => row.id);
  expect(broken).toContain(requirement);
  expect(broken.filter((one) => !/^(ERR-1[0146]|AUTH-08|IDEM-1[12])$/.test(one))).toEqual([]);
  expect(rows.filter(({ verdict }) => verdict === 'fail').map((row) => row.id)).toEqual([id]);
});
