import type { Exchange } from '../../client/exchange.ts';
import { isOk, status } from '../../client/exchange.ts';
import { judgedBy, OF_A_BODY, OF_A_PAGE, OF_A_REFUSAL, OF_EVERY_ANSWER, OF_STATE } from '../../rules/answer-rules.ts';
import { allBlamed, type Blamed } from '../../rules/blamed.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import type { History } from '../../runner/history.ts';
import { differs, pass } from '../../runner/judgement.ts';
import { everyPlace } from '../../scenes/every-read.ts';

/** Too short, and too long: outside 8 to 128 characters by one. */
const OTHER_IDS = ['seven77', 'a'.repeat(129)];

const isServed = (e: Exchange) => status(e) === 404 || isOk(e);

function judgedRead(e: Exchange, isHeld: boolean, isPage: boolean): readonly Blamed[] {
  const ofState = isServed(e) ? judgedBy(e, OF_STATE) : [];
  if (isHeld)
    return [
      ...judgedBy(e, OF_EVERY_ANSWER, ...(isOk(e) ? [OF_A_BODY, ...(isPage ? [OF_A_PAGE] : [])] : [])),
      ...ofState,
    ];
  const notFound = expects(e, { status: 404, code: 'NOT_FOUND' });
  return [...judgedBy(e, OF_EVERY_ANSWER, OF_A_REFUSAL), ...ofState, ['ERR-09', notFound]];
}

/** A request is served as it would be under any other name (RID-03). */
function judgedOther(history: History, e: Exchange): readonly Blamed[] {
  const first = history.exchanges.find(({ label, request }) => label !== 'other' && request.path === e.request.path);
  const isServedAlike =
    first === undefined || status(first) === status(e)
      ? pass
      : differs('the request served whatever it is called', first, e);
  return [...judgedBy(e, OF_EVERY_ANSWER), ['RID-03', isServedAlike]];
}

export const everyReadKeepsTheRules = check({
  id: 'surface/every-read-keeps-the-rules',
  proves: [
    ...(['RID-01', 'RID-02', 'RID-03', 'POS-01', 'POS-02', 'POS-06', 'PAGE-01'] as const),
    ...(['ID-01', 'ID-02', 'ID-03', 'MON-15', 'MON-16', 'AUTH-13'] as const),
    ...(['ERR-01', 'ERR-02', 'ERR-03', 'ERR-09', 'ERR-11', 'ERR-15'] as const),
  ],
  title:
    'every page, every row, GET /me, an operation and the 404 of every row keep the rules of all answers: request id, position, time, envelope, ids and money as strings',
  needs: ['trader'],

  async drive({ trader, target, freshKey }) {
    const reads = (await everyPlace(trader, target)).map(async ({ route, path, isHeld }) => {
      const label = isHeld ? `held ${route.kind}` : 'absent';
      await trader.get(path, { label, headers: { 'X-Request-Id': freshKey() } });
      for (const id of OTHER_IDS) await trader.get(path, { label: 'other', headers: { 'X-Request-Id': id } });
    });
    await Promise.all(reads);
  },

  judge(history) {
    const held = history.exchanges.filter(({ label }) => label?.startsWith('held'));
    return allBlamed(history, [
      ...held.flatMap((e) => judgedRead(e, true, e.label === 'held page')),
      ...history.labelled('absent').flatMap((e) => judgedRead(e, false, false)),
      ...history.labelled('other').flatMap((e) => judgedOther(history, e)),
    ]);
  },
});
