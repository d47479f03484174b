/** Sequences over rows of every kind: 3 to 12 steps, of which about every third uses a key again. */
import fc from 'fast-check';
import type { DocumentKind } from './algo-steps.ts';
import {
  configure,
  configureTwice,
  createInstance,
  haltStory,
  INSTANCE_ARMS,
  moveInstance,
  pendingStory,
  readInstance,
} from './algo-steps.ts';
import { cancel, cancelNobodys } from './cancellations.ts';
import { SYNC_DEADLINE_MS, type Writer } from './driver.ts';
import { advance } from './misfortunes.ts';
import type { Pair, PolicyKind } from './policy-steps.ts';
import {
  AMOUNTS,
  amendPolicy,
  approvedStory,
  CREDENTIAL_ARMS,
  credentialStory,
  moveCredential,
  movePolicy,
  POLICY_ARMS,
  proposeCredential,
  proposePolicy,
  reviewStory,
  withdrawalStory,
} from './policy-steps.ts';
import type { Meanwhile } from './record-reads.ts';
import {
  MEANWHILE,
  misuseCursor,
  readBalances,
  readMe,
  readRows,
  readWhole,
  type View,
  WALKED,
  WHOLES,
  walkAll,
  walkWhile,
  writeNobodys,
} from './record-reads.ts';
import type { Precondition } from './records.ts';
import type { Named, NameIndex } from './register-steps.ts';
import {
  clerkRenames,
  clerkSubmits,
  createPortfolio,
  GRANTS,
  grant,
  grantAndAct,
  heldRename,
  rename,
  renameAndLoseAnswer,
  renameTwice,
  submitByName,
} from './register-steps.ts';
import type { RetryKind } from './retries.ts';
import { retry, retryLast } from './retries.ts';
import { made, Sequence } from './sequence.ts';
import type { Back, Step } from './step.ts';

const back = fc.constantFrom<Back[]>(0, 0, 0, 1);
/** Users who hold every capability, and sometimes one who holds none or another. */
const manager = fc.constantFrom<Writer[]>('admin', 'admin', 'deputy', 'deputy', 'deputy', 'viewer', 'trader');
const reviewer = fc.constantFrom<Writer[]>('admin', 'deputy');
const pair = fc.constantFrom<Pair[]>(['admin', 'deputy'], ['deputy', 'admin']);
const anybody = fc.constantFrom<Writer[]>('admin', 'trader', 'deputy', 'outsider');
const named = fc.constantFrom<Named[]>('portfolio', 'portfolio', 'account');
const nameIndex = fc.constantFrom<NameIndex[]>(0, 1);
const precondition = fc.constantFrom<Precondition[]>('none', 'any', 'fresh', 'fresh', 'former');
const amount = fc.constantFrom(...AMOUNTS);
const terms = fc.record({
  kind: fc.constantFrom<PolicyKind[]>('chain', 'chain', 'asset', 'trading'),
  least: amount,
  most: amount,
});
const documentKind = fc.constantFrom<DocumentKind[]>('taken', 'refused');
const view = fc.constantFrom<View[]>('latest', 'latest', 'approved', 'active');
const retryKind = fc.constantFrom<RetryKind[]>(
  'as it was',
  'as it was',
  'as it was',
  'with another body',
  'for another operation',
  'without its precondition',
  'under another precondition',
);
const deadline = fc.constantFrom(SYNC_DEADLINE_MS, SYNC_DEADLINE_MS, undefined);

const STEPS: readonly { readonly weight: number; readonly arbitrary: fc.Arbitrary<Step> }[] = [
  // Rows that change.
  of(5, made(rename, manager, named, nameIndex, precondition)),
  of(4, made(renameTwice, reviewer, named)),
  of(2, made(createPortfolio, manager)),
  of(5, made(heldRename, reviewer, deadline)),
  of(2, made(renameAndLoseAnswer, reviewer, nameIndex)),
  of(3, made(submitByName, fc.constantFrom<Writer[]>('trader', 'admin'), nameIndex)),
  of(2, made(grant, manager, fc.constantFrom(...GRANTS))),
  of(5, made(grantAndAct, reviewer, fc.shuffledSubarray([...GRANTS], { minLength: 2, maxLength: 3 }))),
  of(2, fc.constant(clerkSubmits())),
  of(1, made(clerkRenames, nameIndex)),
  of(2, made(writeNobodys, manager)),
  // Rows that one user proposes and another approves.
  of(5, made(proposePolicy, manager, terms)),
  of(6, made(movePolicy, reviewer, fc.constantFrom(...POLICY_ARMS), back)),
  of(4, made(amendPolicy, reviewer, back, fc.tuple(amount, amount), precondition)),
  of(4, made(reviewStory, pair, terms)),
  of(3, made(approvedStory, pair, terms, fc.array(fc.constantFrom(...POLICY_ARMS), { minLength: 1, maxLength: 3 }))),
  of(2, made(withdrawalStory, pair, terms)),
  of(1, made(proposeCredential, manager)),
  of(2, made(credentialStory, pair, fc.array(fc.constantFrom(...CREDENTIAL_ARMS), { minLength: 1, maxLength: 3 }))),
  of(2, made(moveCredential, reviewer, fc.constantFrom(...CREDENTIAL_ARMS))),
  // Instances.
  of(4, made(createInstance, manager, documentKind)),
  of(3, made(configure, manager, back, documentKind, precondition)),
  of(3, made(configureTwice, reviewer)),
  of(5, made(moveInstance, manager, fc.constantFrom(...INSTANCE_ARMS), back)),
  of(3, made(haltStory, reviewer)),
  of(5, made(pendingStory, reviewer, documentKind, precondition)),
  of(3, made(readInstance, anybody, back)),
  // Orders in between.
  of(2, made(cancel, anybody, fc.constant<Back>(0), fc.constant('A' as const), fc.boolean())),
  of(2, made(cancelNobodys, anybody, fc.constant('B' as const))),
  // Retries of keys.
  of(42, made(retryLast, back, retryKind)),
  of(3, made(retry, anybody, back, retryKind)),
  // Reads.
  of(6, made(readWhole, anybody, fc.constantFrom(...WHOLES), view, fc.boolean())),
  of(9, made(walkAll, anybody, fc.constantFrom(...WALKED), view, fc.boolean())),
  of(5, made(walkWhile, anybody, fc.constantFrom<Meanwhile[]>(...(Object.keys(MEANWHILE) as Meanwhile[])))),
  of(5, made(misuseCursor, fc.constantFrom<Writer[]>('admin', 'deputy', 'outsider'))),
  of(2, made(readBalances, anybody, fc.constantFrom('own' as const, 'foreign' as const))),
  of(2, made(readMe, fc.constantFrom<Writer[]>('admin', 'clerk', 'clerk'))),
  of(3, made(readRows, fc.constantFrom<Writer[]>('admin', 'viewer', 'outsider'))),
  of(2, made(advance, fc.constantFrom(60, 700))),
];

function of(weight: number, arbitrary: fc.Arbitrary<Step>) {
  return { weight, arbitrary };
}

/** Like `sequences`: an array, whose path alone reproduces a counterexample. */
export function recordSequences(): fc.Arbitrary<Sequence> {
  const orNone = fc.option(fc.oneof(...STEPS), { nil: undefined, freq: 1_000_000 });
  return fc
    .noBias(fc.array(orNone, { minLength: 3, maxLength: 12, size: 'max' }))
    .map((steps) => new Sequence(steps.filter((one) => one !== undefined)));
}
