import type { Command, RegisterTerms } from '../../facts.ts';
import type { Known } from '../../stage.ts';
import { heldBy, sendingAnother } from '../another-command.ts';
import { type Defect, rewriteBody, without } from '../defect.ts';
import { withoutTheArm } from '../without-the-arm.ts';

type Terms = RegisterTerms['trading-policies'];

/** Proposes a trading policy of other terms than were stated. */
function proposing(change: (terms: Terms) => Partial<Terms>): NonNullable<Defect['stages']> {
  return sendingAnother(({ command }) => {
    const { body } = command;
    if (body.kind !== 'create' || body.family !== 'trading-policies') return undefined;
    return { ...command, body: { ...body, terms: { ...body.terms, ...change(body.terms) } } };
  });
}

/** The terms of a chain policy as they were before. */
function asBefore(known: Known): Command | undefined {
  const { command } = known;
  const { body } = command;
  if (body.kind !== 'restate' || body.family !== 'chain-policies') return undefined;
  const { maxTransferAmount } = heldBy(known, 'chain-policies', body.id) ?? body.terms;
  return { ...command, body: { ...body, terms: { ...body.terms, maxTransferAmount } } };
}

/** Each is wrong about one thing that a policy is or binds. */
export const SPOILT_POLICIES: readonly Defect[] = [
  {
    name: 'keeps-the-former-bound-of-a-chain-policy',
    breaks: ['POL-01'],
    story: 'a chain policy that is restated keeps its maxTransferAmount',
    stages: sendingAnother(asBefore),
  },
  {
    name: 'has-no-arm-that-resumes-a-policy',
    breaks: ['POL-01'],
    story: 'POST /asset-policies/{id}/resume is no route of this member',
    stages: withoutTheArm('resumeAssetPolicy'),
  },
  {
    name: 'reads-an-unset-cap-as-0',
    breaks: ['POL-02'],
    story: 'a maxOrderNotional that is unset reads back as a cap of 0',
    spoil: (answer, { path }) =>
      /^\/trading-policies\/[0-9]+$/.test(path) && answer.status === 200
        ? rewriteBody(answer, (row) => ({ ...row, maxOrderNotional: row['maxOrderNotional'] ?? '0' }))
        : answer,
  },
  {
    name: 'lets-the-governing-row-alone-bind',
    breaks: ['POL-03'],
    story: 'the organisation-wide default row has no word on how many orders a minute are taken',
    stages: proposing(({ instrumentId }) => (instrumentId === null ? { maxOrdersPerMinute: null } : {})),
  },
  {
    name: 'lets-the-default-row-alone-bind',
    breaks: ['POL-03'],
    story: 'a policy of one instrument has no word on how many orders may be open',
    stages: proposing(({ instrumentId }) => (instrumentId === null ? {} : { maxOpenOrders: null })),
  },
  {
    name: 'replays-the-ceiling-unsaid',
    breaks: ['POL-04'],
    story: 'a replayed RATE_CEILING does not say that it is one',
    spoil: (answer) => (answer.refused?.code === 'RATE_CEILING' ? without(answer, 'Idempotent-Replay') : answer),
  },
  {
    name: 'holds-a-cap-as-a-float',
    breaks: ['POL-05'],
    story: 'a maxOrderQty of more digits than a floating-point number holds binds at the nearest that it holds',
    stages: proposing(({ maxOrderQty }) => ({ maxOrderQty: maxOrderQty === null ? null : floating(maxOrderQty) })),
  },
  {
    name: 'cuts-a-cap-at-eight-places',
    breaks: ['POL-05'],
    story: 'a maxOrderNotional binds without its places past the eighth',
    stages: proposing(({ maxOrderNotional }) => ({
      maxOrderNotional: maxOrderNotional?.replace(/^([0-9]+\.[0-9]*[1-9][0-9]*)$/, cut) ?? null,
    })),
  },
];

/** One unit of the last place more where the nearest is the amount itself, so that it shows on any. */
function floating(amount: string): string {
  if (amount.replace('.', '').length < 16) return amount;
  const nearest = String(Number(amount));
  return nearest === amount ? amount.slice(0, -1) : nearest;
}

/** What is less than the eighth place holds stays as it is. */
function cut(amount: string): string {
  const eight = /^[0-9]+\.[0-9]{8}/.exec(amount)?.[0] ?? amount;
  return /[1-9]/.test(eight) ? eight : amount;
}
