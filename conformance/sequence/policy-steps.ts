/** Rows that one user proposes and another approves: policies, and on the sandbox credentials. */
import fc from 'fast-check';
import { manager, newestBack, pair, precondition, reviewer } from './draws.ts';
import { onNewest } from './on-newest.ts';
import type { Play } from './play-state.ts';
import { PRECONDITIONS } from './records.ts';
import type { Weighted } from './step.ts';
import { drawn, step } from './step.ts';
import type { Write, Writer } from './writes.ts';
import { armOf, backOf } from './writes.ts';

type Amount = string | null;
/** Amounts that limit no order of the suite, unset ones among them. */
const amount = fc.constantFrom<Amount[]>('250.00', '1000', '0', '0.00', '12.50', null);

/** No other user of the target makes transfers on a chain of this name. */
const CHAIN = 'TOUCHSTONE';

interface Policy {
  readonly path: string;
  /** An approved policy of this kind would apply to other users: only on the sandbox. */
  readonly strict: boolean;
  /** undefined: the profile names nothing that it could govern. */
  terms(fixtures: Play['scene']['fixtures'], least: Amount, most: Amount): object | undefined;
}

const POLICIES: Readonly<Record<'chain' | 'asset' | 'trading', Policy>> = {
  chain: {
    path: '/chain-policies',
    strict: false,
    terms: ({ asset }, minTransferAmount, maxTransferAmount) =>
      asset && { assetId: asset.id, chain: CHAIN, minTransferAmount, maxTransferAmount },
  },
  asset: {
    path: '/asset-policies',
    strict: true,
    terms: ({ asset }, approvalThresholdAmount, maxTicketAmount) =>
      asset && { assetId: asset.id, maxTicketAmount, approvalThresholdAmount },
  },
  trading: {
    path: '/trading-policies',
    strict: true,
    terms: ({ cappedInstrument }, _, maxOrderQty) =>
      cappedInstrument && { instrumentId: cappedInstrument.id, maxOrderQty, maxOpenOrders: 500 },
  },
};

interface Terms {
  readonly kind: keyof typeof POLICIES;
  readonly least: Amount;
  readonly most: Amount;
}

const terms = fc.record<Terms>({
  kind: fc.constantFrom<Terms['kind'][]>('chain', 'chain', 'asset', 'trading'),
  least: amount,
  most: amount,
});

const proposes = (writer: Writer, { kind, least, most }: Terms) =>
  `${writer} proposes a policy of the ${kind} with ${least ?? 'null'} and ${most ?? 'null'}`;

/** The path of the new policy; undefined: none was created. */
async function propose(play: Play, writer: Writer, { kind, least, most }: Terms): Promise<string | undefined> {
  const policy = POLICIES[kind];
  const body = policy.terms(play.scene.fixtures, least, most);
  if (body === undefined || (policy.strict && !play.strict)) return undefined;
  return made(play, 'policies', () => play.sendNew(writer, { path: policy.path, body }));
}

/** The path of the row that a write creates. */
async function made(play: Play, list: 'policies' | 'credentials', write: () => Promise<unknown>) {
  const before = play.records[list][0];
  await write();
  const newest = play.records[list][0];
  return newest === before ? undefined : newest;
}

function amendmentOf(play: Play, path: string, least: Amount, most: Amount): Write | undefined {
  const policy = Object.values(POLICIES).find((one) => path.startsWith(`${one.path}/`));
  const body = policy?.terms(play.scene.fixtures, least, most);
  return body && { method: 'PUT', path, body };
}

const POLICY_ARMS = ['approve', 'approve', 'withdraw', 'halt', 'resume', 'retire'] as const;
const CREDENTIAL_ARMS = [
  ...(['approve', 'approve', 'rotate', 'rotate', 'withdraw', 'suspend', 'reactivate', 'revoke'] as const),
];
const someOf = <Arm>(arms: readonly Arm[]) => fc.array(fc.constantFrom(...arms), { minLength: 1, maxLength: 3 });

/** A step in which one user proposes a policy, and then something happens to it. */
function onProposed(
  [proposer]: readonly Writer[],
  drawnTerms: Terms,
  words: string,
  run: (play: Play, path: string) => Promise<unknown>,
) {
  return step(`${proposes(proposer as Writer, drawnTerms)}${words}`, async (play: Play) => {
    const path = await propose(play, proposer as Writer, drawnTerms);
    if (path !== undefined) await run(play, path);
  });
}

/** Key material that no venue knows: the sandbox's venues report the permissions that are declared. */
const material = (of: string) => ({ key: `${of}-key`, secret: `${of}-secret`, passphrase: `${of}-passphrase` });

/** Moves a credential; a rotation states other material. */
function moveCredential(play: Play, writer: Writer, path: string, arm: string): Promise<unknown> {
  return play.sendNew(writer, armOf(path, arm, arm === 'rotate' ? { material: material('rotated') } : {}));
}

/** Key material is never deleted: only on the sandbox. */
function proposeCredential(play: Play, writer: Writer): Promise<string | undefined> {
  const exchangeId = play.scene.fixtures.venues?.a;
  const body = { exchangeId, canReadBalances: true, canTrade: true, material: material('proposed') };
  return made(play, 'credentials', async () => {
    if (exchangeId !== undefined) await play.sendNew(writer, { path: '/credentials', body });
  });
}

const isStrict = ({ strict }: Play): boolean => strict;

export const POLICY_STEPS: readonly Weighted<Play>[] = [
  drawn(5, [manager, terms], (writer, stated) =>
    step(proposes(writer, stated), (play: Play) => propose(play, writer, stated)),
  ),
  drawn(6, [reviewer, fc.constantFrom(...POLICY_ARMS), newestBack], (writer, arm, back) =>
    onNewest('policies', back, `${writer} tries to ${arm} ${backOf('policy', back)}`, (play, path) =>
      play.sendNew(writer, armOf(path, arm)),
    ),
  ),
  drawn(4, [reviewer, newestBack, fc.tuple(amount, amount), precondition], (writer, back, [least, most], under) => {
    const words = `${writer} restates ${backOf('policy', back)} with ${least} and ${most} ${PRECONDITIONS[under]}`;
    return onNewest('policies', back, words, async (play, path) => {
      const amendment = amendmentOf(play, path, least, most);
      if (amendment === undefined) return;
      const conditional = await play.records.conditionOf(writer, path, under);
      await play.sendNew(writer, { ...amendment, ...conditional });
    });
  }),
  // The second user approves, amends, and tries to approve the amendment; the first user approves it.
  drawn(4, [pair, terms], ([proposer, other], stated) => {
    const words = `; ${other} approves it, amends it and tries to approve that, too; ${proposer} does`;
    return onProposed([proposer], stated, words, async (play, path) => {
      const approve = armOf(path, 'approve');
      await play.sendNew(other, approve);
      const amendment = amendmentOf(play, path, '1.25', '99.5');
      if (amendment !== undefined) await play.sendNew(other, amendment);
      await play.sendNew(other, approve);
      await play.get(proposer, path);
      await play.sendNew(proposer, approve);
    });
  }),
  drawn(3, [pair, terms, someOf(POLICY_ARMS)], ([proposer, other], stated, arms) =>
    onProposed(
      [proposer],
      stated,
      `, ${other} approves it; then they try to ${arms.join(', ')}`,
      async (play, path) => {
        await play.sendNew(other, armOf(path, 'approve'));
        for (const [i, arm] of arms.entries()) await play.sendNew(i % 2 === 0 ? proposer : other, armOf(path, arm));
      },
    ),
  ),
  drawn(2, [pair, terms], ([proposer, other], stated) =>
    onProposed([proposer], stated, `, which ${other} tries to withdraw; ${proposer} does`, async (play, path) => {
      for (const writer of [other, proposer]) await play.sendNew(writer, armOf(path, 'withdraw'));
    }),
  ),
  drawn(1, [manager], (writer) =>
    step(`${writer} proposes a credential`, (play: Play) => proposeCredential(play, writer), isStrict),
  ),
  drawn(2, [pair, someOf(CREDENTIAL_ARMS)], ([proposer, other], arms) =>
    step(
      `${proposer} proposes a credential, ${other} approves it; then they try to ${arms.join(', ')}`,
      async (play: Play) => {
        const path = await proposeCredential(play, proposer);
        if (path === undefined) return;
        await moveCredential(play, other, path, 'approve');
        for (const [i, arm] of arms.entries()) await moveCredential(play, i % 2 === 0 ? proposer : other, path, arm);
      },
      isStrict,
    ),
  ),
  drawn(2, [reviewer, fc.constantFrom(...CREDENTIAL_ARMS)], (writer, arm) =>
    onNewest('credentials', 0, `${writer} tries to ${arm} the newest credential`, (play, path) =>
      moveCredential(play, writer, path, arm),
    ),
  ),
];
