/** The statements that a history of writes and reads can show, and the judgement of all of them. */
import type { History } from '../runner/history.ts';
import type { Judgement } from '../runner/judgement.ts';
import { pass } from '../runner/judgement.ts';
import { chronicleOf } from './chronicle.ts';
import type { Statement } from './statement.ts';
import { positionText } from './t01-position-text.ts';
import { pagePosition } from './t02-page-position.ts';
import { positionsNeverGoBack } from './t03-positions-never-go-back.ts';
import { oneStateAPosition } from './t04-one-state-a-position.ts';
import { timeOfAPosition } from './t05-time-of-a-position.ts';
import { onePositionAKey } from './t06-one-position-a-key.ts';
import { realTimeOrder } from './t07-real-time-order.ts';
import { readsReflectFacts } from './t08-reads-reflect-facts.ts';
import { oneEffect } from './t11-one-effect.ts';
import { oneAnswer } from './t12-one-answer.ts';
import { replayFlag } from './t13-replay-flag.ts';
import { positionMeansSpent } from './t14-position-means-spent.ts';
import { boundToOneUse } from './t15-bound-to-one-use.ts';
import { attach } from './t16-attach.ts';
import { promiseKept } from './t17-promise-kept.ts';
import { doorInvisible } from './t18-door-invisible.ts';

/**
 * Where several are broken the first here is told: what is said of keys is closer to the cause than what is seen of it in
 * reads, and of reads the state before the order.
 */
export const STATEMENTS: readonly Statement[] = [
  positionText,
  pagePosition,
  onePositionAKey,
  oneEffect,
  boundToOneUse,
  oneAnswer,
  positionMeansSpent,
  replayFlag,
  attach,
  promiseKept,
  doorInvisible,
  realTimeOrder,
  timeOfAPosition,
  positionsNeverGoBack,
  oneStateAPosition,
  readsReflectFacts,
];

/** The first statement that the history breaks, by its number and the requirements that it shows. */
export function judgeStatements(history: History, statements: readonly Statement[] = STATEMENTS): Judgement {
  const chronicle = chronicleOf(history);
  for (const statement of statements) {
    const judgement = statement.judge(chronicle);
    if (judgement.verdict === 'violated') {
      const { id, shows } = statement;
      return { ...judgement, expected: `${judgement.expected} (${id}: ${shows.join(', ')})`, breaks: shows };
    }
  }
  return pass;
}
