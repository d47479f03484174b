import { expect, test } from 'vitest';
import { SCOPES } from '../../contract/scopes.ts';
import { judges, judgesOf } from '../../testing/judges.ts';
import { answer, answersTo, type Sample } from '../../testing/sample-history.ts';
import { presetsOf, type putReplacesTheWholeSet } from './capabilities.check.ts';

const of = (capabilities: readonly string[] | undefined, status = 200, position = 9) =>
  answer('GET /users/7', { status, position, body: { capabilities }, sentBody: { capabilities: SCOPES } });
const all = of(SCOPES);
const five = SCOPES.slice(0, 5);

judges('cap/every-scope-is-granted', { me: all, granted: all, read: all }, [
  ['all six, and one of a newer member', { me: of(['desks:read', ...SCOPES]) }, 'pass'],
  ['read of a member that is behind', { read: of(five, 200, 8) }, 'inconclusive'],
  ['not taken', { granted: of(undefined, 400) }, 'inconclusive'],
  [
    'the request names them differently',
    { granted: answer('PUT /users/7', { status: 200, position: 9, body: { capabilities: [] }, sentBody: {} }) },
    'inconclusive',
  ],
  ['the row names them differently', { granted: of(undefined) }, 'inconclusive'],
]);

const grant = (preset: string, capabilities: readonly string[] | undefined, status = 200) =>
  answer('PUT /users/7', { status, sentBody: { capabilities: [preset] }, body: { capabilities } });
const trader = grant('TRADER', ['orders:trade']);

const made = (...capabilities: readonly string[]) =>
  answer('POST /users', { status: 201, sentBody: { capabilities: ['TRADER'] }, body: { capabilities } });
const readTrader = (capabilities: readonly string[] | undefined, position = 9) =>
  answer('GET /users/7', { status: 200, position, body: { capabilities } });
const putTrader = answer('PUT /users/7', {
  ...{ status: 200, position: 9 },
  sentBody: { capabilities: ['TRADER'] },
  body: { capabilities: ['orders:trade'] },
});

judges('cap/presets-expand', { granted: putTrader, read: readTrader(['orders:trade']), made: made('orders:trade') }, [
  ['read of a member that is behind', { read: readTrader(['users:manage'], 8) }, 'pass'],
  ['the row read later names none', { read: readTrader(undefined) }, 'pass'],
  ['its own scope beside it is refused', { 'beside its own': answer('PUT /users/7', { status: 400 }) }, 'pass'],
  ['the user is there already', { made: [] }, 'pass'],
]);

judgesOf('cap/presets-expand', (granted: readonly Sample[]) => ({ granted }), [
  ['TRADER trades', [trader], 'pass'],
  ['others have their own', [trader, grant('DESK', ['users:manage', 'orders:trade'])], 'pass'],
  ['a name that is no preset', [trader, grant('DESK', undefined, 400)], 'pass'],
  ['another runs algos', [trader, grant('DESK', ['orders:trade', 'algos:manage'])], 'violated'],
  ['TRADER is not taken', [grant('TRADER', undefined, 400)], 'inconclusive'],
  ['the row names them differently', [grant('TRADER', undefined)], 'inconclusive'],
]);

{
  const put = answersTo('PUT /users/7', { position: 9 });
  const malformed = answer('PUT /users/7', { status: 400, code: 'MALFORMED_REQUEST' });
  const read = (...capabilities: string[]) =>
    answer('GET /users/7', { status: 200, position: 9, asOf: 5, body: { capabilities } });
  const preset = answer('PUT /users/7', { status: 200, position: 9, body: { capabilities: ['orders:trade'] } });

  judges(
    'cap/scope-beside-a-preset',
    { preset, beside: [malformed, malformed], read: read('orders:trade'), within: put(200) },
    [
      ['refused by the owner', { beside: [malformed, put(422, 'INVALID_FIELD')] }, ['pass', 'violated']],
      ['granted', { beside: [malformed, put(200)] }, 'violated'],
      ['a scope of the preset is refused', { within: malformed }, ['pass', 'violated']],
      ['presets are not taken', { preset: malformed }, 'inconclusive'],
    ],
  );
}

{
  const SENT = ['users:manage', 'orders:trade', 'algos:manage'];
  const put = (capabilities: readonly string[] | undefined, status = 200, sent: readonly string[] = SENT) =>
    answer('PUT /users/7', { status, position: 9, body: { userId: 7, capabilities }, sentBody: { scopes: sent } });
  const read = (capabilities: readonly string[], position = 9) =>
    answer('GET /users/7', { status: 200, position, asOf: 5, body: { userId: 7, capabilities } });
  const given: Parameters<typeof putReplacesTheWholeSet.judge>[1] & object = {
    former: ['orders:trade', 'algos:manage'],
    next: ['users:manage'],
  };
  const GOOD = { former: put(given.former), next: put(given.next), read: read(given.next) };

  // biome-ignore format: an aligned table
  judges(
    'cap/put-replaces-the-whole-set',
    GOOD,
    [
      ['in another order',                   { former: put(['algos:manage', 'orders:trade']) },              'pass'],
      ['read of a member that is behind',    { read: read(given.former, 8) },                                'inconclusive'],
      ['the request names them differently', { next: put(given.former, 200, []), read: read(given.former) }, 'inconclusive'],
      ['not taken',                          { next: put(undefined, 400) },                                  'inconclusive'],
      ['the row names them differently',     { former: put(undefined) },                                     'inconclusive'],
    ],
    { given },
  );

  judges('cap/put-replaces-the-whole-set', { ...GOOD, former: put(['orders:trade']) }, [], {
    target: { rest: '0.6.0' },
    given,
  });
}

const documentOf = (method: string, path: string, capabilities: object) => ({
  paths: {
    [path]: {
      [method]: {
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Body' } } } },
      },
    },
  },
  components: { schemas: { Body: { type: 'object', properties: { capabilities } } } },
});
const list = { type: 'array', items: { enum: ['orders:trade', 'TRADER', 'DESK'] } };

// biome-ignore format: an aligned table
test.each([
  ['of a creation',     documentOf('post', '/users', list),                                                                    ['TRADER', 'DESK']],
  ['of a restatement',  documentOf('put', '/users/{userId}', list),                                                            ['TRADER', 'DESK']],
  ['in alternatives',   documentOf('post', '/users', { items: { anyOf: [{ enum: ['orders:trade'] }, { const: 'TRADER' }] } }), ['TRADER']],
  ['of something else', documentOf('post', '/orgs', list),                                                                     []],
  ['any text',          documentOf('post', '/users', { type: 'array', items: { type: 'string' } }),                            []],
  ['no list',           documentOf('post', '/users', {}),                                                                      []],
  ['no document',       {},                                                                                                    []],
])('%s', (_, document, presets) => {
  expect(presetsOf(document)).toEqual(presets);
});
