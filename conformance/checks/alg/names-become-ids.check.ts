import fc from 'fast-check';
import { check } from '../../runner/check.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, blaming, pass, violated } from '../../runner/judgement.ts';
import type { Exchange } from '../../target/exchange.ts';
import { at } from '../../target/exchange.ts';
import { createByName, isKept, keptOf, namingDocument } from './document-by-name.ts';
import { type Named, namedFixtures, written } from './names-in-a-document.ts';

/** Our own member's projection of what the document names: the account first, then the instrument. */
function refersTo(read: Exchange, named: readonly Named[]): Judgement {
  const projected = [at(read, 'accountIds'), at(read, 'instrumentIds')];
  return JSON.stringify(projected) === JSON.stringify(named.map(({ id }) => [id]))
    ? pass
    : violated('the references of the document: accountIds and instrumentIds', read);
}

export const namesBecomeIds = check({
  id: 'alg/names-become-ids',
  proves: ['ALG-13', 'ALG-22'],
  title: 'a named account or instrument in a document is replaced by its id; all else stays as written, byte for byte',
  needs: ['admin', 'algoVersion', 'account', 'instrument', 'algos', 'writes'],
  given: (fixtures) => fc.constant(namedFixtures(fixtures)),
  runs: 1,

  async drive(scene) {
    const document = namingDocument(scene);
    // What no writer of JSON would put back: a line end of Windows, a tab, an escape, trailing spaces.
    if (document !== undefined) await createByName(scene, `\r\n\t// \\u00e9 é 💶  \r\n${document}  \n`);
  },

  judge(history, named) {
    const found = keptOf(history, named);
    if ('verdict' in found) return blaming(found, 'ALG-13');
    const { created, read, sent, kept, places } = found;
    const ours = written(sent, places, ({ id, name }) => `${id} /* ${name} */`);
    if (!history.target.strict) return blaming(isKept(found), 'ALG-13');
    return allOf(
      blaming(isKept(found), 'ALG-13'),
      blaming(kept === ours ? pass : violated('each name in a comment behind its id', created, read), 'ALG-13'),
      blaming(refersTo(read, named), 'ALG-22'),
    );
  },
});
