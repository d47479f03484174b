/**
 * A target with so many orders that a page without a limit is longer than the suite's maximum. Only requirements that need such
 * a page are not exercised. The transport cuts the pages, so that the test needs no world of 63,000 orders.
 */
import { expect, test } from 'vitest';
import { TOO_LONG } from '../../../conformance/member/exchange/answer-limits.ts';
import type { Transport } from '../../../conformance/member/sending/transport.ts';
import { loadChecks } from '../../../conformance/runner/plan/load-checks.ts';
import { startSandbox } from '../../../platform-sim/sandbox.ts';
import { judgedByProfile } from './judged-by-profile.ts';

const LONG = /^\/(orders|executions|algos\/instances\/\d+\/orders)(\?|$)/;
const AREAS = ['alg', 'ord', 'page', 'rid', 'surface', 'svc'];
/** Checks that compare the whole collection with its count or with its pages. */
const OF_WHOLE_PAGES = ['page/total-counts-the-rows', 'page/without-limit-is-one-page'];

function withLongPages(transport: Transport): Transport {
  return {
    async send(request) {
      const answer = await transport.send(request);
      const isLong = request.method === 'GET' && LONG.test(request.path) && !/[?&]limit=[1-9]/.test(request.path);
      return isLong && 'status' in answer && answer.status === 200 ? { failure: TOO_LONG } : answer;
    },
    close: () => transport.close(),
  };
}

test('pages that are too long leave only what needs them without a verdict', { timeout: 300_000 }, async () => {
  await using sandbox = await startSandbox({ clock: 'virtual' });
  const checks = (await loadChecks()).filter(({ id }) => AREAS.some((area) => id.startsWith(`${area}/`)));
  const record = await judgedByProfile(sandbox.profile, checks, {
    ...{ resetBetweenChecks: true, runs: 1, through: withLongPages },
  });
  const rows = record.checks.filter(({ verdict }) => verdict !== 'pass' && verdict !== 'not-applicable');
  const ofPages = rows.filter(({ reason = '' }) => reason.includes('longer than 8 MB'));
  const wrong = rows.filter(({ verdict }) => verdict === 'inconclusive' || verdict === 'fail');
  expect(wrong.map(({ id, verdict, reason }) => `${id}: ${verdict}, ${reason}`)).toEqual([]);
  expect(ofPages.map(({ id, verdict }) => `${id}: ${verdict}`)).toEqual(
    OF_WHOLE_PAGES.map((id) => `${id}: not-exercised`),
  );
  // Other collections exercise a page without a limit.
  const shown = record.requirements.filter(({ id }) => id === 'PAGE-02' || id === 'PAGE-05');
  expect(shown.map(({ verdict }) => verdict)).toEqual(['pass', 'pass']);
});
