import type {
  Fact,
  RegisterCreate,
  RegisterFamily,
  RegisterMove,
  RegisterRestate,
  RegisterRows,
} from '../../../gateway/facts.ts';
import type { Refused, Sequenced } from '../../owner.ts';
import { unauthorised } from '../authority.ts';
import { type Directory, type Held, heldOf } from '../directory.ts';
import { refused } from '../refused.ts';
import type { FamilyRules, Write } from './family.ts';

type RegisterWrite = RegisterCreate | RegisterRestate | RegisterMove;

/**
 * Judges a write of the register in this order: the caller's capability, the row, its version, and then the rules of
 * its collection.
 *
 * @param mint the id of a new row.
 */
export function judgeWrite<Family extends RegisterFamily>(
  rules: FamilyRules<Family>,
  directory: Directory,
  { command }: Sequenced<RegisterWrite>,
  mint: () => number,
): readonly Fact[] | Refused {
  const { principal, body } = command;
  const { orgId, userId } = principal;
  const scope = rules.needs[body.kind];
  if (scope === undefined) return refused('TRANSITION_NOT_ADMITTED', `${body.family} have no arm ${body.kind}`);
  const denied = unauthorised(directory, principal, scope);
  if (denied !== undefined) return denied;
  const write: Write = { directory, orgId, userId };
  if (body.kind === 'create') return rules.create(write, mint(), body.terms as Parameters<typeof rules.create>[2]);

  const held = heldOf(directory, body.family, body.id) as Held<RegisterRows[Family]> | undefined;
  const holds = rules.holds ?? ((row: RegisterRows[Family]) => row.orgId === orgId);
  // The member answers 404 for a row that the organisation does not hold: this is for a member that lags.
  if (held === undefined || !holds(held.row, orgId))
    return refused('NOT_FOUND', "no such row in the caller's organisation");
  const { version } = held.row;
  if (body.ifMatch !== null && body.ifMatch !== String(version)) {
    const { refused: stale } = refused('VERSION_CONFLICT', `If-Match: the row is at version ${version}`);
    return { refused: { ...stale, currentVersion: version } };
  }
  if (body.kind === 'restate') return rules.restate(write, held, body.terms as Parameters<typeof rules.restate>[2]);
  return rules.move(write, held, body.kind);
}

/** The next state of a row: one version on. */
export function changed<Row extends { readonly version: number }>(row: Row, change: Partial<Row>): Row {
  return { ...row, ...change, version: row.version + 1 };
}

/** The fact of a row; `approved` if its approved state differs from it or is absent. */
export function recorded<Family extends RegisterFamily>(
  family: Family,
  row: RegisterRows[Family],
  approved?: RegisterRows[Family] | null,
): readonly Fact[] {
  const fact = { kind: 'RegisterRecorded', family, row, ...(approved === undefined ? {} : { approved }) };
  return [fact as Fact];
}
