/** Members that grant a session other things than the platform's records say, or say to whom (WSS-04, WSS-05). */
import { inDeclaredOrder, type Scope } from '../../contract/capabilities.ts';
import type { Frame } from '../../sockets/server-frame.ts';
import type { Grant } from '../../sockets/session-rules.ts';
import type { Caller } from '../../stage.ts';
import type { Defect } from '../defect.ts';

type Row = readonly [name: string, story: string, granted: (held: readonly Scope[]) => readonly Scope[]];

const OTHER_CAPABILITIES: readonly Row[] = [
  ['grants-the-last-capability-first', 'the grant has its capabilities in reverse order', (held) => held.toReversed()],
  ['grants-in-order-of-the-alphabet', 'the grant has its capabilities sorted', (held) => held.toSorted()],
  ['grants-what-the-socket-serves', 'the grant has orders:trade, or nothing', (held) => held.filter(isToTrade)],
  ['grants-everybody-to-trade', 'every grant is orders:trade, whoever it is for', () => ['orders:trade']],
  [
    'grants-everybody-to-manage-algos',
    'every grant has algos:manage too, which this member has no use for',
    (held) => inDeclaredOrder([...held, 'algos:manage']),
  ],
];

function isToTrade(scope: Scope): boolean {
  return scope === 'orders:trade';
}

const granting = (granted: Row[2]): NonNullable<Defect['session']> => {
  return (good) => ({
    ...good,
    grantOf(caller, leaseEndNs) {
      const grant = good.grantOf(caller, leaseEndNs);
      return { ...grant, capabilities: granted(grant.capabilities) };
    },
  });
};

/** A grant with more members. */
function naming(more: (caller: Caller) => object): NonNullable<Defect['session']> {
  return (good) => ({
    ...good,
    grantOf: (caller, leaseEndNs): Grant => ({ ...good.grantOf(caller, leaseEndNs), ...more(caller) }),
  });
}

/** The frame of this name has its grant as a good member tells it. */
function asGoodIn(frameName: string, member: string): NonNullable<Defect['frame']> {
  return (frame, { socket, name }) => {
    const told = frame[member] as Frame | undefined;
    if (socket !== 'trading' || name !== frameName || told === undefined) return frame;
    const { capabilities, expiresAtNs } = told;
    return { ...frame, [member]: { capabilities, expiresAtNs } };
  };
}

export const OTHER_GRANTS: readonly Defect[] = [
  ...OTHER_CAPABILITIES.map(
    ([name, story, granted]): Defect => ({ name, breaks: ['WSS-04'], story, session: granting(granted) }),
  ),
  {
    name: 'answers-auth-with-the-last-capability-first',
    breaks: ['WSS-04'],
    story: 'the grant in the answer to op auth has its capabilities in reverse order',
    frame: (frame, { name }) => {
      const grant = frame['session'] as Grant | undefined;
      if (name !== 'auth' || grant === undefined) return frame;
      return { ...frame, session: { ...grant, capabilities: grant.capabilities.toReversed() } };
    },
  },
  {
    name: 'grants-to-a-user-id',
    breaks: ['WSS-05'],
    story: 'every grant has the userId of its grantee',
    session: naming(({ user }) => ({ userId: String(user.userId) })),
  },
  {
    name: 'greets-by-subject',
    breaks: ['WSS-05'],
    story: 'sessionOpened says whom it greets, by the subject of the token',
    session: naming(({ user }) => ({ holder: user.subject })),
    frame: asGoodIn('auth', 'session'),
  },
  {
    name: 'names-the-organisation-to-who-renews',
    breaks: ['WSS-05'],
    story: 'the grant in the answer to op auth has the orgId of its grantee',
    session: naming(({ user }) => ({ orgId: String(user.orgId) })),
    frame: asGoodIn('sessionOpened', 'data'),
  },
];
