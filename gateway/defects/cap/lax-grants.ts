import type { Scope } from '../../contract/capabilities.ts';
import { expanded, inDeclaredOrder } from '../../contract/capabilities.ts';
import type { Command } from '../../facts.ts';
import type { Known, Stage } from '../../stage.ts';
import { heldBy, sendingAnother } from '../another-command.ts';
import { type Defect, rewriteBody } from '../defect.ts';

const USER = /^\/users\/[^/]+$/;

/** The body of a restated user, changed before anything looks at it. */
function readingAnotherBody(change: (capabilities: readonly string[]) => readonly string[]): (good: Stage) => Stage {
  return (good) => ({
    ...good,
    run(known, proceed) {
      if (known.operation !== 'restateUser') return good.run(known, proceed);
      const readBytes = async () => changed(await known.readBytes(), change);
      return good.run({ ...known, readBytes }, proceed);
    },
  });
}

/** Bytes that are no such body stay as they are: the good stage says what is wrong with them. */
function changed(bytes: string, change: (capabilities: readonly string[]) => readonly string[]): string {
  try {
    const body = JSON.parse(bytes) as { readonly capabilities?: unknown };
    return Array.isArray(body.capabilities)
      ? JSON.stringify({ ...body, capabilities: change(body.capabilities as string[]) })
      : bytes;
  } catch {
    return bytes;
  }
}

const insteadOf =
  (preset: string, scopes: readonly Scope[]) =>
  (capabilities: readonly string[]): readonly string[] =>
    capabilities.length === 1 && capabilities[0] === preset ? scopes : capabilities;

/** What a user held stays granted beside what is granted now. */
function granting(known: Known): Command | undefined {
  const { command } = known;
  const { body } = command;
  if (body.kind !== 'restate' || body.family !== 'users' || body.terms.capabilities.length === 0) return undefined;
  const held = heldBy(known, 'users', body.id);
  const capabilities = inDeclaredOrder([...body.terms.capabilities, ...(held?.capabilities ?? [])]);
  return { ...command, body: { ...body, terms: { ...body.terms, capabilities } } };
}

export const LAX_GRANTS: readonly Defect[] = [
  {
    name: 'does-not-know-a-scope',
    breaks: ['CAP-01'],
    story: 'GET /me has no word for credentials:propose',
    spoil: (answer, { path }) =>
      path === '/me' && answer.status === 200
        ? rewriteBody(answer, (me) => ({
            ...me,
            capabilities: (me['capabilities'] as string[]).filter((scope) => scope !== 'credentials:propose'),
          }))
        : answer,
  },
  {
    name: 'declares-algos-manage-first',
    breaks: ['CAP-01'],
    story: 'the row of a user lists its capabilities in the opposite of declared order',
    spoil: (answer, { path }) =>
      USER.test(path) && answer.status === 200
        ? rewriteBody(answer, (row) => ({ ...row, capabilities: (row['capabilities'] as string[]).toReversed() }))
        : answer,
  },
  {
    name: 'lets-a-trader-manage-users',
    breaks: ['CAP-02'],
    story: 'the preset TRADER expands to users:manage too',
    stages: { 'read-body': readingAnotherBody(insteadOf('TRADER', ['users:manage', 'orders:trade'])) },
  },
  {
    name: 'lets-a-preset-run-algos',
    breaks: ['CAP-02'],
    story: 'a preset other than TRADER holds algos:manage',
    stages: {
      'read-body': readingAnotherBody(insteadOf('ADMINISTRATOR', ['users:manage', 'algos:manage'])),
    },
  },
  {
    name: 'takes-a-scope-beside-a-preset',
    breaks: ['CAP-03'],
    story: 'a scope beside a preset is granted on top of it',
    stages: { 'read-body': readingAnotherBody((named) => expanded(named as readonly Scope[])) },
  },
  {
    name: 'adds-to-what-was-granted',
    breaks: ['CAP-04'],
    story: 'a PUT of a user that grants anything adds it to what the user holds',
    stages: sendingAnother(granting),
  },
];
