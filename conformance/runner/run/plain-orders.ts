/**
 * A member may want a property in an order that its document does not publish, and refuse each order for the lack of it.
 * Such a refusal says nothing of what a check asked for, and is known by a plain order that is refused in the same way.
 */
import type { Exchange } from '../../member/exchange/exchange.ts';
import { errorCode, isOf, isOk, sentJson, status, textAt } from '../../member/exchange/exchange.ts';
import { isNothing, restingOrder } from '../../member/exchange/order.ts';
import { Unreached } from '../../member/sending/unreached.ts';
import type { Target } from '../../member/target.ts';
import { refusalInWords } from '../excuses/refusal-in-words.ts';
import { History } from '../history.ts';
import type { Judgement } from '../judgement.ts';
import { eachPart, notExercised } from '../judgement.ts';

/** An order that rests, and one without a price. */
const KINDS = ['resting', 'market'] as const;
type Kind = (typeof KINDS)[number];

/** The refusals of plain orders; an order that was accepted is absent. */
export type RefusedPlainOrders = Readonly<Partial<Record<Kind, Exchange>>>;

function kindOf(e: Exchange): Kind {
  const { price } = (sentJson(e) ?? {}) as { readonly price?: unknown };
  return price === undefined || price === null || isNothing(price) ? 'market' : 'resting';
}

/** A refusal that may be for what the order does not state. */
function isRefusedForItsBody(e: Exchange): boolean {
  return isOf(e, 'POST /orders') && [400, 422].includes(status(e) ?? 0);
}

/** One plain order of a kind for each run: whether it is accepted does not depend on the check. */
const asked = new WeakMap<Target, Map<Kind, Promise<Exchange | undefined>>>();

/** Sends a plain order of each kind of which these exchanges have refusals alone. The sandbox's member is known to accept. */
export async function refusedPlainOrders(
  target: Target,
  exchanges: readonly Exchange[],
): Promise<RefusedPlainOrders | undefined> {
  if (target.facts.strict || target.profile.fixtures?.instrument === undefined) return undefined;
  const orders = exchanges.filter((e) => isOf(e, 'POST /orders'));
  const doubted = KINDS.filter((kind) => {
    const own = orders.filter((e) => kindOf(e) === kind);
    return own.some(isRefusedForItsBody) && !own.some(isOk);
  });
  const refused = await Promise.all(doubted.map(async (kind) => [kind, await plainOrder(target, kind)] as const));
  const found = refused.filter(([, e]) => e !== undefined);
  return found.length === 0 ? undefined : Object.fromEntries(found);
}

function known(target: Target): Map<Kind, Promise<Exchange | undefined>> {
  const orders = asked.get(target) ?? new Map<Kind, Promise<Exchange | undefined>>();
  asked.set(target, orders);
  return orders;
}

function plainOrder(target: Target, kind: Kind): Promise<Exchange | undefined> {
  const order = known(target).get(kind) ?? sendPlain(target, kind);
  known(target).set(kind, order);
  return order;
}

/** Its refusal; undefined where it is accepted, or not answered. */
async function sendPlain(target: Target, kind: Kind): Promise<Exchange | undefined> {
  const session = target.session({ fitsBodies: true, waitsWhileBusy: true, check: 'a plain order' });
  const trader = session.actors.get('trader');
  const { fixtures = {} } = target.profile;
  const { instrument } = fixtures;
  if (trader === undefined || instrument === undefined || fixtures.account === undefined) return undefined;
  try {
    const answer = await trader.submit(
      restingOrder(fixtures, kind === 'market' ? { price: undefined, qty: instrument.step } : {}),
    );
    const orderId = textAt(answer, 'orderId');
    if (orderId !== undefined) await trader.cancel(orderId);
    return isRefusedForItsBody(answer) ? answer : undefined;
  } catch (error) {
    if (error instanceof Unreached) return undefined;
    throw error;
  } finally {
    await session.finish();
  }
}

/** Whether this order was refused as a plain one is. */
function isRefusedAsPlain(e: Exchange, plain: RefusedPlainOrders): boolean {
  const refused = isRefusedForItsBody(e) ? plain[kindOf(e)] : undefined;
  return refused !== undefined && status(refused) === status(e) && errorCode(refused) === errorCode(e);
}

function inWords(refused: Exchange): string {
  const key = 'bodies: { "POST /orders": { ... } }';
  return `${refusalInWords(refused)}, and so is a plain order; what the target wants in an order can be stated in the profile: ${key}`;
}

/**
 * The judgement where plain orders are refused, too: what such refusals break or leave open is not exercised, and what the
 * other exchanges alone do not show is not shown either. `judge` judges a history, and must not throw.
 */
export function unlessOrdersAreRefused(
  judgement: Judgement,
  history: History,
  plain: RefusedPlainOrders | undefined,
  judge: (history: History) => Judgement,
): Judgement {
  if (plain === undefined) return judgement;
  const refused = history.exchanges.find((e) => isRefusedAsPlain(e, plain));
  if (refused === undefined) return judgement;
  const { exchanges, target, conversations, notes } = history;
  if (judgement.verdict === 'pass') {
    const others = exchanges.filter((e) => !isRefusedAsPlain(e, plain));
    const ofOthers = judge(new History(others, target, conversations, notes));
    return ofOthers.verdict === 'pass' ? judgement : notExercised(inWords(refused));
  }
  return eachPart(judgement, (part) => {
    const isOfIt = part.verdict === 'violated' ? part.seen.some((e) => isRefusedAsPlain(e, plain)) : true;
    return part.verdict === 'pass' || !isOfIt ? part : notExercised(inWords(refused));
  });
}
