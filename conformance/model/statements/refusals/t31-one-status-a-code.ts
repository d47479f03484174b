import { publishedStatus } from '../../../contract/refusals.ts';
import type { Exchange } from '../../../member/exchange/exchange.ts';
import { status } from '../../../member/exchange/exchange.ts';
import { allOf, pass, violated } from '../../../runner/judgement.ts';
import { answersOf } from '../../answers.ts';
import type { Statement } from '../../statement.ts';

/** T31. An error code always has the same status: the published one where there is one. */
export const oneStatusACode: Statement = {
  id: 'T31',
  says: 'a code has one status, the published one where there is one',
  shows: ['ERR-01'],
  judge(chronicle) {
    const first = new Map<string, Exchange>();
    return allOf(
      answersOf(chronicle).coded.map(({ exchange: e, code }) => {
        const published = publishedStatus(code);
        if (published !== undefined && published !== status(e)) return violated(`${published} ${code}`, e);
        const before = first.get(code);
        if (before === undefined) first.set(code, e);
        else if (status(before) !== status(e)) return violated(`${status(before)} ${code}, as before`, before, e);
        return pass;
      }),
    );
  },
};
