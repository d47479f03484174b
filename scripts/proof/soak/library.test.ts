/** The short form of `npm run soak library`. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { REQUIREMENTS } from '../../../conformance/contract/requirements.ts';
import { type Sandbox, startSandbox } from '../../../platform-sim/sandbox.ts';
import { KNOWN_BAD } from './library/known-bad.ts';
import { INCIDENTS, playAgain, playIn, waitsAlone, wrongOnKnownBad } from './library/play.ts';

const THEMES = [
  ...['202 and time-outs', 'replay and idempotency', 'deploy window and versions', 'session expiry and renewal'],
  ...['tenancy', 'money', 'paging under writes', 'capability changes', 'venue trouble', 'disk trouble', 'clock skew'],
  ...['rate limits', 'credentials', 'algos'],
];

/** Every sixth is played twice. The long form compares plays of all of them. */
const runsOf = (index: number) => (index % 6 === 0 ? 2 : 1);

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ clock: 'virtual' });
});
afterAll(() => sandbox.close());

test('the library has an incident of every theme, and of no other', () => {
  expect(new Set(INCIDENTS.map(({ theme = '' }) => theme))).toEqual(new Set(THEMES));
});

describe.each(INCIDENTS.map((incident, index) => [incident.id, incident, index] as const))(
  '%s',
  (id, incident, index) => {
    test('says what happens and what a client should do, and has a known-bad member', () => {
      expect(incident.file).toBe(`${id}.yaml`);
      expect(incident.client, 'client: is missing').toBeDefined();
      expect(incident.client).not.toMatch(/\n/);
      expect(incident.proves.length).toBeGreaterThan(0);
      expect(incident.proves.filter((proven) => !REQUIREMENTS.some(({ id: known }) => known === proven))).toEqual([]);
      expect(KNOWN_BAD.some(([known]) => known === id)).toBe(true);
    });

    test('passes, and leaves the same transcript and journal each time', async () => {
      const plays = runsOf(index);
      const [result] = await playAgain(sandbox, [incident], plays);
      expect(result).toMatchObject({ plays, wrong: undefined });
    });
  },
);

/** Every sixth. The long form plays all of them. */
test.each(KNOWN_BAD.filter((_, index) => index % 6 === 0))('%s fails on its known-bad member: %s', async (...row) => {
  expect(await wrongOnKnownBad(sandbox, row)).toBeUndefined();
});

test('incidents that wait for sessions and limits also pass on a running clock', async () => {
  const themes = ['session expiry and renewal', 'rate limits'];
  const running = INCIDENTS.filter(({ theme = '' }) => themes.includes(theme)).filter(waitsAlone);
  const results = await playIn(sandbox, { clock: { rate: 20 } }, running, { atOnce: 4 });
  expect(results.filter(({ wrong }) => wrong !== undefined)).toEqual([]);
});
