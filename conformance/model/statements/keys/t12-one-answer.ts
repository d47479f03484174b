import { sameAnswer } from '../../../member/exchange/same-answer.ts';
import type { Judgement } from '../../../runner/judgement.ts';
import { allOf, pass, violated } from '../../../runner/judgement.ts';
import type { Attempt } from '../../attempt.ts';
import type { KeyStory } from '../../chronicle.ts';
import type { Statement } from '../../statement.ts';

function judgeKey(story: KeyStory): Judgement {
  if (story.judged.length < 2) return pass;
  const firstOf = new Map<string, Attempt>();
  for (const attempt of story.judged) {
    const first = firstOf.get(attempt.use);
    if (first === undefined) firstOf.set(attempt.use, attempt);
    else if (!sameAnswer(first.exchange, attempt.exchange)) {
      return violated("the status, position and body of this key's first answer", first.exchange, attempt.exchange);
    }
  }
  return pass;
}

/** T12. All final answers to one key and operation are equal in status, position and body. */
export const oneAnswer: Statement = {
  id: 'T12',
  says: 'all final answers to one key and operation are equal in status, position and body',
  shows: ['IDEM-02', 'IDEM-04', 'IDEM-19'],
  judge: ({ keys }) => allOf(keys.map(judgeKey)),
};
