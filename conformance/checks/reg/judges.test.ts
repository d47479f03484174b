import { REGISTER } from '../../contract/register.ts';
import { cases, judges } from '../../testing/judges.ts';
import type { Sample } from '../../testing/sample-history.ts';
import { answer } from '../../testing/sample-history.ts';

const listed = (...items: object[]) => answer('GET /users', { status: 200, position: 9, asOf: 5, body: { items } });
const single = (body: object) => answer('GET /users/7', { status: 200, position: 9, asOf: 5, body });
const unheld = (code: string, position = 9) => answer('GET /users/7', { status: 404, code, position });
const users = (page: Sample) => ({ 'page of /users': page });
const user = (row: Sample) => ({ 'row of /users': row });

judges(
  'reg/nine-collections',
  Object.fromEntries(
    REGISTER.flatMap(({ path, id }) => [
      [`page of ${path}`, listed({ [id]: 7 })],
      [`row of ${path}`, single({ [id]: 7 })],
    ]),
  ),
  [
    ['one empty', { ...users(listed()), ...user(unheld('NOT_FOUND')) }, 'pass'],
    ['one that is not a list', users(single({ userId: 7 })), 'violated'],
    ['no route to rows', { ...users(listed()), ...user(unheld('ROUTE_NOT_FOUND')) }, 'violated'],
    ['a member that is behind', user(unheld('NOT_FOUND', 8)), 'inconclusive'],
  ],
);

const policy = (maxTicketAmount: unknown) => ({ assetPolicyId: 7, maxTicketAmount });
const policyWrite = (amount: unknown, status = 200) =>
  answer('PUT /asset-policies/7', { status, position: 9, body: policy(amount) });
const policyRow = (amount: unknown, position = 9) =>
  answer('GET /asset-policies/7', { status: 200, position, asOf: 5, body: policy(amount) });
const policies = (...items: object[]) => answer('GET /asset-policies', { status: 200, position: 9, body: { items } });
const noPolicy = answer('GET /asset-policies/7', { status: 404, code: 'NOT_FOUND', position: 9, asOf: 5 });

judges(
  'reg/views',
  {
    proposed: policyWrite('7.5', 201),
    'before any approval': noPolicy,
    approved: policyWrite('7.5'),
    restated: policyWrite('8.25'),
    'row latest': policyRow('8.25'),
    'page latest': policies(policy('8.25')),
    'row approved': policyRow('7.50'),
    'page approved': policies(policy('7.5')),
    'row default': policyRow('8.25'),
    'approved later': policyWrite('8.25'),
    'row approved later': policyRow('8.25'),
  },
  [
    ['approved is the latest', { 'row approved': policyRow('8.25') }, 'violated'],
    ['latest is the approved', { 'row latest': policyRow('7.5') }, 'violated'],
    ['the approved of the collection is the latest', { 'page approved': policies(policy('8.25')) }, 'violated'],
    ['the collection lacks the approved', { 'page approved': policies() }, 'violated'],
    ['approved, and still the former', { 'row approved later': policyRow('7.5') }, 'violated'],
    ['the default is the approved', { 'row default': policyRow('7.5') }, ['pass', 'violated']],
    ['served before any approval', { 'before any approval': policyRow('7.5') }, ['pass', 'violated']],
    ['nothing waited', { 'approved later': policyWrite('8.25', 409) }, 'inconclusive'],
    ['not restated', { restated: policyWrite('8.25', 400) }, 'inconclusive'],
    ['under another name', { 'approved later': policyWrite(undefined) }, 'inconclusive'],
    ['a member that is behind', { 'row approved': policyRow('8.25', 8) }, 'inconclusive'],
    ['not proposed', { proposed: policyWrite('7.5', 400), approved: [] }, 'inconclusive'],
  ],
);

const discovered = (displayName: unknown) => ({ accountId: 2, status: 'DISCOVERED', displayName });
const account = (body: object) => ({ row: answer('GET /accounts/2', { status: 200, body }) });
const accounts = (...items: object[]) => ({ page: answer('GET /accounts', { status: 200, body: { items } }) });
const named = { accountId: 1, status: 'ACTIVE', displayName: 'main' };

judges('reg/discovered-account', { ...account(discovered(null)), ...accounts(named, discovered(null)) }, [
  ['the name left out', account({ accountId: 2, state: 'DISCOVERED' }), 'pass'],
  ['classified since', account(named), 'inconclusive'],
]);

const write = (member: string, value: string, status = 200) =>
  answer('PUT /x/7', { status, position: 9, sentBody: { [member]: value } });
const read = (member: string, value: unknown, position = 9) =>
  answer('GET /x/7', { status: 200, position, asOf: 5, body: { [member]: value } });
const notFound = answer('GET /x/7', { status: 404, code: 'NOT_FOUND' });

const family = (path: string, member: string): Record<string, Sample> => ({
  [`created in ${path}`]: write(member, 'one', 201),
  [`read in ${path}`]: read(member, 'one'),
  [`restated in ${path}`]: write(member, 'two'),
  [`read again in ${path}`]: read(member, 'two'),
});

judges(
  'reg/rows-are-created-and-restated',
  {
    ...family('/portfolios', 'displayName'),
    ...family('/accounts', 'displayName'),
    ...family('/account-addresses', 'address'),
  },
  [
    ['of another name', { 'read in /portfolios': read('name', 'one') }, 'pass'],
    ['created and not there', { 'read in /accounts': notFound }, 'violated'],
    ['a member that is behind', { 'read again in /accounts': read('displayName', 'one', 8) }, 'inconclusive'],
    ['created in other words', { 'created in /accounts': write('displayName', 'one', 400) }, 'inconclusive'],
    ['restated in other words', { 'restated in /accounts': write('displayName', 'two', 400) }, 'inconclusive'],
    ['created, and its id is elsewhere', { 'read in /portfolios': [] }, 'inconclusive'],
  ],
);

const userRow = (capabilities: readonly string[] | undefined, position = 9) =>
  answer('GET /users/7', { status: 200, position, asOf: 5, body: { userId: 7, capabilities } });
const userWrite = (status: number, capabilities: readonly string[] = ['TRADER']) =>
  answer('POST /users', { status, position: 9, body: { userId: 7 }, sentBody: { capabilities } });
const nothingElse = { read: [], restated: [], 'read again': [] };

judges(
  'reg/user-is-created-and-restated',
  {
    created: userWrite(201),
    read: userRow(['orders:trade']),
    restated: userWrite(200, ['users:manage', 'orders:trade']),
    'read again': userRow(['users:manage', 'orders:trade']),
  },
  [
    ['a member that is behind', { 'read again': userRow(['orders:trade'], 8) }, 'inconclusive'],
    ['restated in other words', { restated: userWrite(400) }, 'inconclusive'],
    ['capabilities have another name in the body', { created: userWrite(201, []), read: userRow([]) }, 'inconclusive'],
    ['under another name', { read: userRow(undefined) }, 'inconclusive'],
    ['not created', { created: userWrite(400), ...nothingElse }, 'inconclusive'],
    ['created, and its id is elsewhere', nothingElse, 'inconclusive'],
  ],
);

const put = (options: object) => answer('PUT /users/7', { status: 403, ...options });

cases([
  ['reg/users-need-users-manage', 'the body is not taken of anyone', { taken: put({ status: 400 }) }, 'inconclusive'],
]);

const arm = (status: number, code?: string, position?: number) =>
  answer('POST /orgs/7/suspend', {
    status,
    ...(code !== undefined && { code }),
    ...(position !== undefined && { position }),
  });
const armDenied = arm(403, 'CAPABILITY_DENIED', 9);
const armTaken = arm(200, undefined, 9);
const without = (...arms: readonly Sample[]) => ({ 'without the capability': arms });
const holding = (...arms: readonly Sample[]) => ({ 'with the capability': arms });

judges(
  'reg/organisation-arms',
  {
    created: answer('POST /orgs', { status: 201, body: { orgId: 7 } }),
    ...without(armDenied, armDenied),
    ...holding(armTaken, armTaken),
  },
  [
    ['no such arm', without(armDenied, arm(404, 'ROUTE_NOT_FOUND')), ['inconclusive', 'violated']],
    ['an arm that does not fit', holding(armTaken, arm(409, 'OTHER', 9)), ['pass', 'violated']],
    ['taken from no caller', holding(arm(400, 'MALFORMED_REQUEST')), ['inconclusive', 'violated']],
    ['not proposed', { created: arm(400, 'MALFORMED_REQUEST') }, 'inconclusive'],
  ],
);
