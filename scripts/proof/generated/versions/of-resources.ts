import { legsOfA, legsOfB } from '../../../../gateway/testing/sample-material.ts';
import { type Change, of, seen } from './change.ts';
import type { MemberOfVersion } from './every-version.ts';

const schemaOf = async (member: MemberOfVersion, name: string) =>
  of(await member.document(), 'components', 'schemas', name);

const propertiesOf = async (member: MemberOfVersion, name: string) =>
  Object.keys(of(await schemaOf(member, name), 'properties') ?? {});

function credential(exchangeId: number, canTrade: boolean, material: object): object {
  return { exchangeId, canReadBalances: true, canTrade, material };
}

/** What a document and the register say and take: 0.2.0, 0.3.0, and 0.5.0 to 0.11.1. */
export const RESOURCE_CHANGES: readonly Change[] = [
  {
    at: '0.2.0',
    gate: 'document.operations',
    what: 'the tags and the update operations of the document',
    async see(member) {
      const { tags, operationId } = of(await member.document(), 'paths', '/users/{id}', 'put') as Record<
        string,
        unknown
      >;
      return [of(await member.document(), 'tags', 0, 'name'), tags, operationId];
    },
    before: [undefined, undefined, 'putUsersId'],
    since: ['Contract', ['Users'], 'restateUser'],
  },
  {
    at: '0.3.0',
    gate: 'routes.account-balances',
    what: 'GET /account-balances, and its path in the document',
    async see(member) {
      const { status } = await member.get('/account-balances');
      return [status, '/account-balances' in (await member.document()).paths];
    },
    before: [404, false],
    since: [200, true],
  },
  {
    at: '0.5.0',
    gate: 'orders.account-alias',
    what: 'an order for an account by name, and the member of its body in the document',
    see: async (member) => [
      seen(await member.order({ accountId: undefined, account: 'main', price: '90.001' })),
      (await propertiesOf(member, 'SubmitOrderBody')).includes('account'),
    ],
    before: [{ status: 400, code: 'MALFORMED_REQUEST' }, false],
    since: [{ status: 422, code: 'TICK_SIZE_VIOLATION', placed: true }, true],
  },
  {
    at: '0.5.0',
    gate: 'codes.account-not-active',
    what: 'an order for an account that nobody holds',
    see: async (member) => seen(await member.order({ accountId: 999_999 })),
    before: { status: 422, code: 'INVALID_FIELD', placed: true },
    since: { status: 422, code: 'ACCOUNT_NOT_ACTIVE', placed: true },
  },
  {
    at: '0.6.0',
    gate: 'orders.algo-instance',
    what: 'an order that an instance placed',
    async see(member, { landmarks, world }) {
      const { algoInstanceId, userId } = (await member.get(`/orders/${landmarks.machine}`)).json as Record<
        string,
        unknown
      >;
      const isTheManager = userId === world.sample.principal('algoManager')?.userId;
      return [
        algoInstanceId,
        isTheManager || userId,
        (await propertiesOf(member, 'OrderUpdated')).includes('algoInstanceId'),
      ];
    },
    before: [undefined, true, false],
    since: [1, 0, true],
  },
  {
    at: '0.6.0',
    gate: 'orders.algo-instance',
    what: 'an order of a person',
    see: async (member, { landmarks }) => of((await member.get(`/orders/${landmarks.order}`)).json, 'algoInstanceId'),
    before: undefined,
    since: null,
  },
  {
    at: '0.7.0',
    gate: 'capabilities.algos-manage',
    what: 'GET /me of who holds it, their row, a user who is to have it, and the document',
    async see(member, { world }) {
      const user = { subject: `walker-${member.version}`, capabilities: ['algos:manage'] };
      const { userId } = world.sample.principal('algoManager') ?? {};
      return [
        of((await member.get('/me', 'algoManager')).json, 'capabilities'),
        of((await member.get(`/users/${userId}`)).json, 'capabilities'),
        (await member.write('POST', '/users', user)).status,
        JSON.stringify(await member.document()).includes('algos:manage'),
      ];
    },
    before: [[], [], 400, false],
    since: [['algos:manage'], ['algos:manage'], 201, true],
  },
  {
    at: '0.8.0',
    gate: 'credentials.family-b',
    what: 'credentials of a venue of family B, by the legs of either family',
    see: async (member) => [
      seen(await member.write('POST', '/credentials', credential(2, true, legsOfB()))),
      seen(await member.write('POST', '/credentials', credential(2, true, legsOfA()))),
    ],
    before: [
      { status: 422, code: 'VENUE_UNSUPPORTED' },
      { status: 422, code: 'VENUE_UNSUPPORTED' },
    ],
    since: [
      { status: 201, placed: true },
      { status: 400, code: 'MALFORMED_REQUEST' },
    ],
  },
  {
    at: '0.8.0',
    gate: 'credentials.family-b',
    what: 'the material of the document',
    async see(member) {
      const { oneOf, type, ...material } = (await schemaOf(member, 'CredentialMaterial')) as Record<string, unknown>;
      return [of(oneOf, 'length'), type, 'x-service-intake-venues' in material];
    },
    before: [undefined, 'object', false],
    since: [2, undefined, true],
  },
  {
    at: '0.9.0',
    gate: 'credentials.scope-unobserved',
    what: 'a credential whose scope nobody reads',
    see: async (member) => [
      of((await member.get('/credentials/1002')).json, 'scopeUnobserved'),
      (await propertiesOf(member, 'Credential')).includes('scopeUnobserved'),
    ],
    before: [undefined, false],
    since: [true, true],
  },
  {
    at: '0.10.0',
    gate: 'credentials.balances-only',
    what: 'a credential of family B that only reads balances',
    from: '0.8.0',
    see: async (member) => seen(await member.write('POST', '/credentials', credential(2, false, legsOfB()))),
    before: { status: 400, code: 'MALFORMED_REQUEST' },
    since: { status: 201, placed: true },
  },
  {
    at: '0.11.0',
    gate: 'routes.algos',
    what: 'the algos routes, and what the document says of them',
    async see(member) {
      const { paths, info } = await member.document();
      const operations = Object.entries<object>(paths).filter(([path]) => path.startsWith('/algos/'));
      return {
        read: (await member.get('/algos/versions')).status,
        write: (await member.write('POST', '/algos/halt', {})).status,
        published: operations.flatMap(([, methods]) => Object.keys(methods)).length,
        schema: info['x-service-algos-schema'],
      };
    },
    before: { read: 404, write: 404, published: 0, schema: undefined },
    since: { read: 200, write: 200, published: 12, schema: '121.v0' },
  },
  {
    at: '0.11.0',
    gate: 'operations.algos',
    what: 'the operation of an algos key, and that of another',
    async see(member, { landmarks }) {
      const algos = await member.get(`/operations/${landmarks.algosKey}`);
      const other = await member.get(`/operations/${landmarks.credentialKey}`);
      const outcome = of(other.json, 'outcome') as object;
      return [algos.status, of(algos.json, 'outcome', 'family'), 'instanceId' in outcome, 'configSeq' in outcome];
    },
    before: [404, undefined, false, false],
    since: [200, 'algos', true, true],
  },
  {
    at: '0.11.1',
    gate: 'algos.names',
    what: 'a document that names its account and instrument',
    from: '0.11.0',
    see: async (member, { world }) => {
      const { algoVersion, namingDocument } = world.sample.world.fixtures;
      const { id: algoVersionId, pool } = algoVersion;
      const body = { algoVersionId, pool, displayName: 'named', document: namingDocument.text };
      return seen(await member.write('POST', '/algos/instances', body, { as: 'algoManager' }));
    },
    before: { status: 422, code: 'FIELD_TYPE_MISMATCH', placed: true },
    since: { status: 201, placed: true },
  },
];
