/** Checks of one request each, for the tests of the suite's own machinery. */
import { status } from '../member/exchange/exchange.ts';
import type { Check } from '../runner/check.ts';
import { check } from '../runner/check.ts';
import { pass, violated } from '../runner/judgement.ts';

function sampleCheck(id: `test/${string}`, wanted: number): Check {
  return check({
    id,
    proves: ['RID-01'],
    title: `${wanted} is answered`,
    needs: ['trader'],
    drive: async ({ trader }) => void (await trader.get('/me', { label: 'it' })),
    judge: (history) => (status(history.one('it')) === wanted ? pass : violated(`${wanted}`, history.one('it'))),
  });
}

/** Seven checks that pass on a target that answers 200, and one that does not. */
export const sampleChecks: readonly Check[] = [
  ...['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => sampleCheck(`test/${name}`, 200)),
  sampleCheck('test/h', 404),
];
