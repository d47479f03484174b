/** Members that do not hold what an order names against what it names again. */
import type { Defect } from '../defect.ts';
import { type LaxReading, laxDoor } from '../mon/lax-door.ts';

interface LaxNaming {
  readonly name: string;
  readonly breaks: readonly string[];
  readonly story: string;
  readonly read: LaxReading;
}

/** The body without `dropped` where both stand in it: the other alone decides. */
function decidedWithout(dropped: string, other: string): LaxReading {
  return (body) => (body[dropped] && body[other] ? { ...body, [dropped]: undefined } : body);
}

const ROWS: readonly LaxNaming[] = [
  {
    name: 'takes-another-client-order-id',
    breaks: ['ORD-01'],
    story: "throws a body's clientOrderId away, whatever it is",
    read: ({ clientOrderId: _, ...body }) => body,
  },
  {
    name: 'ignores-an-account-id-beside-a-name',
    breaks: ['ORD-02'],
    story: 'takes the account that the alias names, whatever accountId says',
    read: decidedWithout('accountId', 'account'),
  },
  {
    name: 'ignores-an-account-name-beside-an-id',
    breaks: ['ORD-02'],
    story: 'takes the account of accountId, whatever the alias says',
    read: decidedWithout('account', 'accountId'),
  },
  {
    name: 'takes-an-order-without-an-account',
    breaks: ['ORD-02'],
    story: "trades on the organisation's first account where an order names none",
    read: (body) => ('accountId' in body || 'account' in body ? body : { ...body, accountId: 1 }),
  },
  {
    name: 'ignores-an-instrument-id-beside-a-symbol',
    breaks: ['ORD-03'],
    story: 'takes the instrument that the alias names, whatever instrumentId says',
    read: decidedWithout('instrumentId', 'instrument'),
  },
  {
    name: 'ignores-a-symbol-beside-an-instrument-id',
    breaks: ['ORD-03'],
    story: 'takes the instrument of instrumentId, whatever the alias says',
    read: decidedWithout('instrument', 'instrumentId'),
  },
];

export const LAX_NAMING: readonly Defect[] = ROWS.map(({ read, ...row }) => ({ ...row, stages: laxDoor(read) }));
