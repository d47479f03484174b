import type { Exchange } from '../../../member/exchange/exchange.ts';
import { headers } from '../../../member/exchange/exchange.ts';
import type { Judgement } from '../../../runner/judgement.ts';
import { allOf, pass, violated } from '../../../runner/judgement.ts';
import type { Statement } from '../../statement.ts';

const LEAST_TOO_LARGE = 2n ** 63n;
/** A number of fewer digits is below it. */
const DIGITS = `${LEAST_TOO_LARGE}`.length;

function isPosition(text: string): boolean {
  return /^(0|[1-9][0-9]*)$/.test(text) && (text.length < DIGITS || BigInt(text) < LEAST_TOO_LARGE);
}

function judgeHeader(e: Exchange, name: string): Judgement {
  const values = headers(e, name);
  if (values.length <= 1 && values.every(isPosition)) return pass;
  return violated(`one ${name}, a decimal below 2^63 without leading zeros`, e);
}

/** T1. Every position and as-of is the canonical decimal text of an int64. */
export const positionText: Statement = {
  id: 'T1',
  says: 'every position and as-of is a decimal of an int64 in its one spelling',
  shows: ['POS-01', 'ID-03'],
  judge({ history }) {
    const judgements: Judgement[] = [];
    for (const e of history.answered) {
      judgements.push(judgeHeader(e, 'X-Service-Global-Sequence'), judgeHeader(e, 'X-Service-As-Of-Seq-Ts'));
    }
    return allOf(judgements);
  },
};
