/** The reads by which fixtures are examined. */
import type { Actor } from '../../member/actor.ts';
import type { Exchange } from '../../member/exchange/exchange.ts';
import { json, status } from '../../member/exchange/exchange.ts';
import type { PrincipalName } from '../../member/profile/principals.ts';
import type { FixtureName, Profile } from '../../member/profile/profile.ts';
import { cameInWords } from '../excuses/refusal-in-words.ts';
import { note, wrong } from './finding.ts';

export type Row = Readonly<Record<string, unknown>>;

/** The principals and the session with which fixtures are read. */
export interface FixtureScene {
  readonly profile: Profile;
  /** The contract document; undefined: none is served. */
  readonly document: unknown;
  readonly actor: (name: PrincipalName) => Actor | undefined;
  readonly read: (by: Actor, path: string, query?: Readonly<Record<string, string | number>>) => Promise<Exchange>;
}

/** The principals of the fixtures' organisation. */
export const OURS: readonly PrincipalName[] = ['trader', 'admin', 'viewer', 'deputy', 'approver', 'algoManager'];
const MOST_PAGES = 20;

/** What the profile states about a fixture; it is examined only where it is stated. */
export function stated<Shape>(scene: FixtureScene, name: FixtureName): Shape {
  return scene.profile.fixtures?.[name] as Shape;
}

/** The body of an answer as a row; empty where it is not JSON. */
export const rowOf = (e: Exchange): Row => (json(e) ?? {}) as Row;

/** Reads a row as the first of these principals that the profile has; a finding where it is not served. */
export async function rowFor(scene: FixtureScene, names: readonly PrincipalName[], path: string, key: string) {
  const name = names.find((each) => scene.actor(each) !== undefined);
  const actor = name === undefined ? undefined : scene.actor(name);
  if (actor === undefined) return note(`no principal of its organisation is in the profile (${names.join(', ')})`);
  const answer = await scene.read(actor, path);
  if (status(answer) === 200) return { name, row: rowOf(answer) };
  if (status(answer) === 404) return wrong(`GET ${path} by ${name} ${cameInWords(answer)}`, key);
  return note(`GET ${path} by ${name} ${cameInWords(answer)}: not seen`);
}

/** Searches a collection; undefined where the search did not reach its end. */
export async function findRow(scene: FixtureScene, route: string, fits: (row: Row) => boolean) {
  const actor = OURS.map(scene.actor).find((each) => each !== undefined);
  if (actor === undefined) return note('no principal of its organisation is in the profile');
  let cursor: string | undefined;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const answer = await scene.read(actor, route, { limit: 100, ...(cursor !== undefined && { cursor }) });
    const { items, nextCursor } = rowOf(answer);
    if (status(answer) !== 200 || !Array.isArray(items)) return note(`GET ${route} ${cameInWords(answer)}: not seen`);
    const row = (items as readonly Row[]).find(fits);
    if (row !== undefined) return { row };
    if (typeof nextCursor !== 'string') return { row: undefined };
    cursor = nextCursor;
  }
  return note(`not among the first rows of GET ${route}`);
}
