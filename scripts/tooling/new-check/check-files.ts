/** The files that `npm run new:check` writes. */
import type { Requirement } from '../../../conformance/contract/requirements.ts';

const ID = /^([a-z]+)\/([a-z0-9]+(?:-[a-z0-9]+)*)$/;

/** What is wrong with the id of a check, in words; undefined: nothing. */
export function nameFault(id: string, areas: readonly string[]): string | undefined {
  const area = ID.exec(id)?.[1];
  if (area === undefined) return `'${id}' is no id: AREA/NAME, such as pos/reads-name-their-time`;
  return areas.includes(area) ? undefined : `there is no area ${area}: ${areas.join(', ')}`;
}

/** By path, from the root of the repository. */
export function checkFiles(
  id: string,
  { id: requirement, statement }: Pick<Requirement, 'id' | 'statement'>,
): Readonly<Record<string, string>> {
  const [, area = '', name = ''] = ID.exec(id) ?? [];
  const value = name.replaceAll(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  const base = `conformance/checks/${area}/${name}.check`;
  return {
    [`${base}.ts`]: `import { check } from '../../runner/check.ts';
import { eachOf, inconclusive, pass, violated } from '../../runner/judgement.ts';
import { isOk, status } from '../../member/exchange/exchange.ts';

export const ${value} = check({
  id: '${id}',
  proves: ['${requirement}'],
  title: ${quoted(statement)},
  // What the profile must name: without it the check is not exercised.
  needs: ['trader'],

  // Sends; judges nothing. What is judged has a label.
  async drive({ trader }) {
    await trader.get('/me', { label: 'read' });
  },

  // A pure function of what was recorded. An answer that shows nothing either way is inconclusive, never a pass.
  judge: (history) =>
    eachOf(history.labelled('read'), (e) => {
      if (!isOk(e)) return inconclusive('the read was refused');
      return status(e) === 200 ? pass : violated('what the interface says', e);
    }),
});
`,
    [`${base}.test.ts`]: `import { judges } from '../../testing/judges.ts';
import { answer } from '../../testing/sample-history.ts';
import { ${value} } from './${name}.check.ts';

// Each row differs from the good history in one label. The last one fails until the judge says what the clause says.
judges(${value}, { read: answer('GET /me', { status: 200 }) }, [
  ['refused', { read: answer('GET /me', { status: 503 }) }, 'inconclusive'],
  ['the clause broken', { read: answer('GET /me', { status: 200, body: {} }) }, 'violated'],
]);
`,
  };
}

function quoted(text: string): string {
  return text.includes("'") ? JSON.stringify(text) : `'${text}'`;
}
