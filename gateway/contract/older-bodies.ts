import { lenientMoney } from './lenient-money.ts';
import { malformed } from './refusals.ts';
import type { ShapeName } from './shapes/shapes.ts';
import type { Gate, Gates } from './versions.ts';

type Body = Readonly<Record<string, unknown>>;
/**
 * Converts a body of an older version to the newest shape; throws a Refusal where this version does not support what it
 * states.
 */
type Reading = (body: Body) => Body;

/** How a member reads a body while a gate is closed: applied before the shape, which is that of the newest version. */
const OLDER: Partial<Record<Gate, Partial<Record<ShapeName, Reading>>>> = {
  'money.pattern': {
    SubmitOrderBody: saidLeniently('price', 'qty'),
    ...ofBoth(
      'AssetPolicyBody',
      saidLeniently('maxTicketAmount', 'approvalThresholdAmount', 'reconciliationToleranceAmount'),
    ),
    ...ofBoth('ChainPolicyBody', saidLeniently('minTransferAmount', 'maxTransferAmount')),
    ...ofBoth('TradingPolicyBody', saidLeniently('maxOrderQty', 'maxOrderNotional')),
  },
  'orders.account-alias': {
    SubmitOrderBody: (body) => {
      if ('account' in body) throw malformed('account: not a member of this body', 'account');
      return body;
    },
  },
  'capabilities.algos-manage': ofBoth('UserBody', (body) => {
    if (Array.isArray(body['capabilities']) && body['capabilities'].includes('algos:manage')) {
      throw malformed('capabilities: algos:manage is no capability', 'capabilities');
    }
    return body;
  }),
};

const READINGS = Object.entries(OLDER) as [Gate, (typeof OLDER)[Gate]][];

/** @throws Refusal MALFORMED_REQUEST */
export function readAt(gates: Gates, shape: ShapeName, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  let body = value as Body;
  for (const [gate, readings] of READINGS) {
    if (!gates[gate]) body = readings?.[shape]?.(body) ?? body;
  }
  return body;
}

/** The same reading for the creation and the restatement of a row. */
function ofBoth<Name extends string>(name: Name, reading: Reading): Partial<Record<ShapeName, Reading>> {
  return { [`Create${name}`]: reading, [`Restate${name}`]: reading };
}

function saidLeniently(...members: readonly string[]): Reading {
  return (body) => {
    const said = members.filter((name) => typeof body[name] === 'string');
    return { ...body, ...Object.fromEntries(said.map((name) => [name, lenientMoney(body[name] as string)])) };
  };
}
