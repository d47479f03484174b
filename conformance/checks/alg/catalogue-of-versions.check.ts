import { asObject, type JsonObject } from '../../client/contract-document.ts';
import { rows } from '../../client/exchange.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { allOf, inconclusive, pass, violated } from '../../runner/judgement.ts';

/** What tells a JSON Schema from any other object. */
const OF_A_SCHEMA = ['$schema', '$ref', 'type', 'properties', 'allOf', 'anyOf', 'oneOf', 'enum', 'const', 'items'];

function isSchema(value: unknown): boolean {
  return OF_A_SCHEMA.some((name) => Object.hasOwn(asObject(value), name));
}

/** What an entry lacks, as words. What manifest and schema are called is not shown, and what a manifest holds. */
function lackOf(row: JsonObject, strict: boolean): string | undefined {
  const { algoVersionId, pool, manifest } = row;
  if (!Number.isInteger(algoVersionId) || typeof pool !== 'string') return 'an algoVersionId and its pool';
  const objects = Object.values(row).filter((value) => Object.keys(asObject(value)).length > 0);
  if (!objects.some(isSchema)) return 'the JSON Schema of its documents';
  if (objects.length < 2) return 'its manifest';
  if (!strict) return undefined;
  const { name, version } = asObject(manifest);
  const isOurs = typeof name === 'string' && typeof version === 'string' && isSchema(row['documentSchema']);
  return isOurs ? undefined : 'manifest with name and version, and documentSchema';
}

export const catalogueOfVersions = check({
  id: 'alg/catalogue-of-versions',
  proves: ['ALG-20'],
  title: 'the catalogue lists each loaded version once per pool, with its manifest and the JSON Schema of its document',
  needs: ['admin', 'algos'],

  async drive({ admin }) {
    await admin.get('/algos/versions', { label: 'catalogue' });
  },

  judge(history) {
    const page = history.one('catalogue');
    const served = expects(page, { status: 200 });
    if (served.verdict !== 'pass') return served;
    const versions = rows(page);
    if (versions.length === 0) return inconclusive('no pool has loaded a version');
    const lack = versions.map((row) => lackOf(row, history.target.strict)).find((words) => words !== undefined);
    const names = versions.map(({ algoVersionId, pool }) => JSON.stringify([pool, algoVersionId]));
    return allOf(
      lack === undefined ? pass : violated(`of each version ${lack}`, page),
      new Set(names).size === names.length ? pass : violated('each version once per pool', page),
    );
  },
});
