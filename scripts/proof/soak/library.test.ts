/** The library in short; `npm run soak library` has the long form. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { REQUIREMENTS } from '../../../conformance/contract/requirements.ts';
import { DEFECTS } from '../../../gateway/defects/index.ts';
import { type Sandbox, startSandbox } from '../../../platform-sim/sandbox.ts';
import { INCIDENTS } from './library/incidents.ts';
import { KNOWN_BAD } from './library/known-bad.ts';
import { mismatchesOf, playedInWorld } from './library/played-in-world.ts';
import { playAgain, playIn, waitsAlone } from './library.ts';

/** The minimum of incidents for each theme. */
const THEMES: Readonly<Record<string, number>> = {
  '202 and time-outs': 6,
  'replay and idempotency': 6,
  'deploy window and versions': 6,
  'session expiry and renewal': 6,
  tenancy: 1,
  money: 1,
  'paging under writes': 1,
  'capability changes': 1,
  'venue trouble': 1,
  'disk trouble': 1,
  'clock skew': 1,
  'rate limits': 1,
  credentials: 1,
  algos: 1,
};

/** A third of them twice; a play of the others is compared in the long form. */
const runsOf = (index: number) => (index % 3 === 0 ? 2 : 1);

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ clock: 'virtual' });
});
afterAll(() => sandbox.close());

test('the library has at least 40 incidents, and enough of every theme', () => {
  expect(INCIDENTS.length).toBeGreaterThanOrEqual(40);
  const counts = Object.groupBy(INCIDENTS, ({ theme = '' }) => theme);
  expect(Object.keys(counts).sort()).toEqual(Object.keys(THEMES).sort());
  const few = Object.entries(THEMES).filter(([theme, minimum]) => (counts[theme]?.length ?? 0) < minimum);
  expect(few).toEqual([]);
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

/** Each third: the long form has them all. */
test.each(KNOWN_BAD.filter((_, index) => index % 3 === 0))(
  '%s fails on a member of which it is known that %s',
  async (id, name, mismatch) => {
    const incident = INCIDENTS.find((known) => known.id === id);
    const defect = DEFECTS.find((known) => known.name === name);
    if (incident === undefined || defect === undefined)
      throw new Error(`there is no incident ${id}, or no member ${name}`);
    const { played } = await playedInWorld(sandbox, incident, { defects: [defect] });
    expect(mismatchesOf(played)).toContainEqual(expect.stringMatching(mismatch));
    expect(played.verdict).toBe('fail');
  },
);

test('what waits for sessions and limits also passes on a running clock', async () => {
  const themes = ['session expiry and renewal', 'rate limits'];
  const running = INCIDENTS.filter(({ theme = '' }) => themes.includes(theme)).filter(waitsAlone);
  const results = await playIn(sandbox, { clock: { rate: 20 } }, running, { atOnce: 4 });
  expect(results.filter(({ wrong }) => wrong !== undefined)).toEqual([]);
});
