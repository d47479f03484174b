import { Refusal } from '../../contract/refusals.ts';
import type { OrganisationRow, UserRow } from '../../facts.ts';
import type { Known, Stage } from '../../stage.ts';
import type { Defect } from '../defect.ts';
import { refusing } from '../err/refusing.ts';
import { unverifiedBearer } from './bearer.ts';
import { lettingThrough } from './letting-through.ts';

/** The caller as the records hold them, whatever their status. */
function callerAnyway({ services, token }: Known): { organisation: OrganisationRow; user: UserRow } | undefined {
  const organisation = services.state.register.organisationNamed(token.externalOrgId);
  const user = organisation && services.state.register.userNamed(organisation.orgId, token.subject);
  return organisation === undefined || user === undefined ? undefined : { organisation, user };
}

function isOneExecution({ path }: Known): boolean {
  return path.startsWith('/executions/');
}

function asksNonsense({ rawQuery }: Known): boolean {
  return rawQuery.includes('nonsense');
}

const unreadable = (): Refusal => new Refusal('MALFORMED_REQUEST', 'nonsense: not a parameter of this route');

/** GET /me as any other route. */
function admittedAlone(good: Stage): Stage {
  return {
    ...good,
    run: (known, proceed) =>
      good.run(known, (given) => {
        if (known.path === '/me' && given.caller?.user.status === 'AWAITING_ADMISSION')
          throw new Refusal('AWAITING_ADMISSION', 'an administrator has to admit the user');
        return proceed(given);
      }),
  };
}

export const LAX_ADMISSION: readonly Defect[] = [
  {
    name: 'answers-nobody-where-there-is-no-row',
    breaks: ['AUTH-01'],
    story: 'GET /executions/{id} without a token answers 404',
    stages: {
      authenticate: refusing('UNAUTHENTICATED', (known) =>
        isOneExecution(known) && known.request.headers.authorization === undefined
          ? new Refusal('NOT_FOUND', 'no such execution')
          : undefined,
      ),
    },
  },
  {
    name: 'serves-executions-to-those-who-await',
    breaks: ['AUTH-03'],
    story: 'GET /executions is served before the user is admitted',
    stages: {
      'require-admission': lettingThrough('AWAITING_ADMISSION', ({ path }) =>
        path === '/executions' ? {} : undefined,
      ),
    },
  },
  {
    name: 'keeps-me-from-those-who-await',
    breaks: ['AUTH-04'],
    story: 'GET /me answers 403 AWAITING_ADMISSION before the user is admitted',
    stages: { admit: admittedAlone },
  },
  {
    name: 'takes-a-nameless-token-for-none',
    breaks: ['AUTH-05'],
    story: 'a token that names no organisation or user answers 401',
    stages: {
      authenticate: refusing('FORBIDDEN_PRINCIPAL', ({ request }) =>
        isNameless(unverifiedBearer(request)?.claims) ? new Refusal('UNAUTHENTICATED', 'it names nobody') : undefined,
      ),
    },
  },
  {
    name: 'serves-an-execution-to-the-disabled',
    breaks: ['AUTH-06'],
    story: 'GET /executions/{id} is served to a disabled user',
    stages: {
      admit: lettingThrough('FORBIDDEN_PRINCIPAL', (known) => {
        const caller = isOneExecution(known) ? callerAnyway(known) : undefined;
        return caller && { caller };
      }),
    },
  },
  {
    name: 'serves-an-execution-to-the-suspended',
    breaks: ['AUTH-07'],
    story: 'GET /executions/{id} is served to a user of a suspended organisation',
    stages: {
      admit: lettingThrough('ORG_NOT_ACTIVE', (known) => {
        const caller = isOneExecution(known) ? callerAnyway(known) : undefined;
        return caller && { caller };
      }),
    },
  },
  {
    name: 'takes-an-unknown-organisation-for-nobody',
    breaks: ['AUTH-07'],
    story: 'a token of an organisation that is not registered answers 401',
    stages: {
      admit: refusing('ORG_NOT_ACTIVE', ({ services, token }) =>
        services.state.register.organisationNamed(token.externalOrgId) === undefined
          ? new Refusal('UNAUTHENTICATED', 'no such organisation')
          : undefined,
      ),
    },
  },
  {
    name: 'never-catches-up',
    breaks: ['AUTH-08'],
    story: 'a member that catches up says that it never will',
    stages: { admit: refusing('NOT_PRIMED', () => new Refusal('NOT_PRIMED', 'not primed', { forGood: true })) },
  },
  {
    name: 'names-the-time-of-no-state',
    breaks: ['POS-09'],
    story: 'a member that has applied nothing names a time of its state all the same',
    stages: {
      admit: refusing(
        'NOT_PRIMED',
        () => new Refusal('NOT_PRIMED', 'not primed', { headers: { 'X-Service-As-Of-Seq-Ts': '0' } }),
      ),
    },
  },
  {
    name: 'reads-the-query-before-the-token',
    breaks: ['AUTH-09'],
    story: 'an unknown parameter answers 400 to a caller without a token',
    stages: { authenticate: refusing('UNAUTHENTICATED', (known) => (asksNonsense(known) ? unreadable() : undefined)) },
  },
  {
    name: 'reads-the-query-before-the-records',
    breaks: ['AUTH-09'],
    story: 'an unknown parameter answers 400 to a caller whose organisation is suspended',
    stages: { admit: refusing('ORG_NOT_ACTIVE', (known) => (asksNonsense(known) ? unreadable() : undefined)) },
  },
];

function isNameless(claims: Readonly<Record<string, unknown>> = {}): boolean {
  return ![claims['org_id'], claims['sub']].every((name) => typeof name === 'string' && /^[\x20-\x7e]+$/.test(name));
}
