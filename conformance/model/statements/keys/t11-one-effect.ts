import type { Exchange } from '../../../member/exchange/exchange.ts';
import type { Judgement } from '../../../runner/judgement.ts';
import { allOf, pass, violated } from '../../../runner/judgement.ts';
import type { KeyStory } from '../../chronicle.ts';
import { makerOf } from '../../creations.ts';
import { sightedRows } from '../../row-sightings.ts';
import type { Statement } from '../../statement.ts';

/** @param rows the first exchange that shows each row which the key created. */
function judgeKey({ key, attempts }: KeyStory, rows: readonly Exchange[]): Judgement {
  const [first, second] = rows;
  if (first === undefined) return pass;
  if (second !== undefined) return violated(`one row made by ${key}, not ${rows.length}`, first, second);
  const mayHaveMadeIt = attempts.some((a) => a.outcome.kind !== 'turned-away' && a.subject?.kind === 'create');
  if (mayHaveMadeIt) return pass;
  return violated(`nothing made by ${key}: no creation under it was taken`, attempts[0].exchange, first);
}

/** T11. A key creates at most one row, and none where every attempt was refused at the door. */
export const oneEffect: Statement = {
  id: 'T11',
  says: 'one key has at most one effect, and none where every attempt was turned away at the door',
  shows: ['IDEM-16'],
  judge(chronicle) {
    const byStory = new Map<KeyStory, Exchange[]>();
    for (const sighted of sightedRows(chronicle).values()) {
      const made = makerOf(sighted);
      const story = made && chronicle.storyOf(sighted.organisation, made.key);
      if (made === undefined || story === undefined) continue;
      const rows = byStory.get(story);
      if (rows === undefined) byStory.set(story, [made.shown.exchange]);
      else rows.push(made.shown.exchange);
    }
    return allOf(chronicle.keys.map((story) => judgeKey(story, byStory.get(story) ?? [])));
  },
};
