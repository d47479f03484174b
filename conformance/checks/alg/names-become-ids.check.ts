import fc from 'fast-check';
import { check } from '../../runner/check.ts';
import { allOf, pass, violated } from '../../runner/judgement.ts';
import { createByName, isKept, keptOf, NAMING_NEEDS, namingDocument } from './document-by-name.ts';
import { namedFixtures, written } from './names-in-a-document.ts';

export const namesBecomeIds = check({
  id: 'alg/names-become-ids',
  proves: ['ALG-13'],
  title: 'a named account or instrument in a document is replaced by its id; all else stays as written, byte for byte',
  needs: NAMING_NEEDS,
  given: (fixtures) => fc.constant(namedFixtures(fixtures)),
  runs: 1,

  async drive(scene) {
    const document = namingDocument(scene);
    // What no writer of JSON would put back: a line end of Windows, a tab, an escape, trailing spaces.
    if (document !== undefined) await createByName(scene, `\r\n\t// \\u00e9 é 💶  \r\n${document}  \n`);
  },

  judge(history, named) {
    const found = keptOf(history, named);
    if ('verdict' in found) return found;
    const { created, read, sent, kept, places } = found;
    const ours = written(sent, places, ({ id, name }) => `${id} /* ${name} */`);
    return allOf(
      isKept(found),
      !history.target.strict || kept === ours ? pass : violated('each name in a comment behind its id', created, read),
    );
  },
});
