/** The contract documents that a target serves: read while it is reached, and whether members of several versions answer. */
import { isAtLeast } from '../contract/versions.ts';
import type { Exchange } from './exchange.ts';
import { isOk, status, textAt } from './exchange.ts';
import type { Profile } from './profile.ts';
import type { Session } from './target.ts';
import type { TargetFacts } from './target-facts.ts';
import { TargetProblem } from './target-problem.ts';
import { Unreached } from './unreached.ts';

const VERSION = /^[0-9]+\.[0-9]+\.[0-9]+$/;

/** The contract document may ask for a token (decision A4). undefined: it is not to be had, and not needed. */
export async function readDocument({ contract }: Profile, session: Session): Promise<Exchange | undefined> {
  const reader = session.actors.values().next().value ?? session.anonymous;
  try {
    return await reader.get('/openapi.json');
  } catch (error) {
    if (error instanceof Unreached && contract?.rest !== undefined) return undefined;
    throw error;
  }
}

/** `info.version` of the contract that the member serves. */
export function servedVersion(profile: Profile, document: Exchange | undefined): string {
  const version = document === undefined ? undefined : textAt(document, 'info', 'version');
  if (version !== undefined && VERSION.test(version)) return version;
  const came = document?.failure ?? `answered ${document && status(document)} and names no info.version`;
  throw new TargetProblem(`GET /openapi.json of ${profile.baseUrl}: ${came}; state contract.rest in the profile`);
}

/** So often the document is read of a target that may be several members: the one after the other may be of another version. */
const LOOKS_FOR_A_WINDOW = 5;

/** The contract versions that the members serve; of a target that is one member, or that a control plane moves, that of the document alone. */
export async function versionsSeen(
  { members, control, contract }: Profile,
  document: Exchange | undefined,
  session: Session,
): Promise<ReadonlySet<string>> {
  const reader = session.actors.values().next().value ?? session.anonymous;
  const maybeSeveral = members === 'several' || (members === undefined && contract?.rest === undefined);
  const looks = maybeSeveral && control === undefined ? LOOKS_FOR_A_WINDOW : 1;
  const documents = document === undefined ? [] : [document];
  while (documents.length > 0 && documents.length < looks && documents.every(isOk))
    documents.push(await reader.get('/openapi.json'));
  const versions = documents.map((e) => textAt(e, 'info', 'version') ?? '');
  return new Set(versions.filter((version) => VERSION.test(version)));
}

/** In a window nothing newer than the oldest member is asked of any of them. */
export function ofTheWindow(facts: TargetFacts, versions: ReadonlySet<string>): TargetFacts {
  if (versions.size < 2) return facts;
  const window = [...versions].sort((a, b) => (isAtLeast(a, b) ? 1 : -1));
  return { ...facts, rest: window[0] ?? facts.rest, window };
}
