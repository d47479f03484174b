import type { Exchange } from '../../../client/exchange.ts';
import type { Judgement } from '../../../runner/judgement.ts';
import { allOf, pass, violated } from '../../../runner/judgement.ts';
import type { KeyStory } from '../../chronicle.ts';
import { makerOf } from '../../creations.ts';
import { sightedRows } from '../../row-sightings.ts';
import type { Statement } from '../../statement.ts';
import { subjectOfUse } from '../../subject.ts';

/** Rows by the key that created them, with the first exchange that shows each. */
type RowsOfAKey = ReadonlyMap<string, Exchange>;

function judgeKey({ key, attempts }: KeyStory, rows: RowsOfAKey): Judgement {
  const [first, second] = rows.values();
  if (first === undefined) return pass;
  if (second !== undefined) return violated(`one row made by ${key}, not ${rows.size}`, first, second);
  const mayHaveMadeIt = attempts.some(
    (a) => a.outcome.kind !== 'turned-away' && subjectOfUse(a.use)?.kind === 'create',
  );
  if (mayHaveMadeIt) return pass;
  return violated(`nothing made by ${key}: no creation under it was taken`, attempts[0].exchange, first);
}

/** T11. A key creates at most one row, and none where every attempt was refused at the door. */
export const oneEffect: Statement = {
  id: 'T11',
  says: 'one key has at most one effect, and none where every attempt was turned away at the door',
  shows: ['IDEM-16'],
  judge(chronicle) {
    const byKey = new Map<string, Map<string, Exchange>>();
    for (const [name, sighted] of sightedRows(chronicle)) {
      const made = makerOf(sighted);
      if (made === undefined) continue;
      const of = `${sighted.organisation} ${made.key}`;
      byKey.set(of, (byKey.get(of) ?? new Map()).set(name, made.shown.exchange));
    }
    return allOf(
      chronicle.keys.map((story) => judgeKey(story, byKey.get(`${story.organisation} ${story.key}`) ?? new Map())),
    );
  },
};
