/** Reads the contract documents of a target while it is reached, and detects members of several versions. */
import { isAtLeast } from '../../contract/versions.ts';
import type { ControlPlane } from '../control/control-plane.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { isOk, status, textAt } from '../exchange/exchange.ts';
import { Unreached } from '../sending/unreached.ts';
import type { Session } from '../session.ts';
import type { Profile } from './profile.ts';
import type { TargetFacts } from './target-facts.ts';
import { TargetProblem } from './target-problem.ts';

const VERSION = /^[0-9]+\.[0-9]+\.[0-9]+$/;

/**
 * Reads the contract document, which may require a token (decision A4). undefined: it is unavailable and the profile
 * states the version.
 */
export async function readDocument({ contract }: Profile, session: Session): Promise<Exchange | undefined> {
  const reader = session.actors.values().next().value ?? session.anonymous;
  try {
    return await reader.get('/openapi.json');
  } catch (error) {
    if (error instanceof Unreached && contract?.rest !== undefined) return undefined;
    throw error;
  }
}

/** `info.version` of the member's contract document. Throws a TargetProblem where it states none. */
export function servedVersion(profile: Profile, document: Exchange | undefined): string {
  const version = document === undefined ? undefined : textAt(document, 'info', 'version');
  if (version !== undefined && VERSION.test(version)) return version;
  const came = document?.failure ?? `answered ${document && status(document)} and names no info.version`;
  // An ingress without a route answers 404 here, too.
  const isServed = document !== undefined && status(document) === 200;
  const cure = isServed ? '' : 'check baseUrl: are the routes of a gateway below it? If they are, ';
  throw new TargetProblem(
    `GET /openapi.json of ${profile.baseUrl}: ${came}; ${cure}state contract.rest in the profile`,
  );
}

/** How often the document of a target is read that may have several members, whose versions may differ. */
const LOOKS_FOR_A_WINDOW = 5;

/** The contract versions that the members serve: as a control plane lists them, or as several looks at the document show. */
export async function versionsSeen(
  { members, contract }: Profile,
  document: Exchange | undefined,
  session: Session,
  plane: ControlPlane | undefined,
): Promise<ReadonlySet<string>> {
  if (members === 'single') return new Set();
  const deployed = await versionsDeployed(plane);
  if (deployed !== undefined) return deployed;
  const reader = session.actors.values().next().value ?? session.anonymous;
  const maybeSeveral = members === 'several' || (members === undefined && contract?.rest === undefined);
  const looks = maybeSeveral ? LOOKS_FOR_A_WINDOW : 1;
  const documents = document === undefined ? [] : [document];
  while (documents.length > 0 && documents.length < looks && documents.every(isOk))
    documents.push(await reader.get('/openapi.json'));
  const versions = documents.map((e) => textAt(e, 'info', 'version') ?? '');
  return new Set(versions.filter((version) => VERSION.test(version)));
}

/** undefined: no control plane says so. */
async function versionsDeployed(plane: ControlPlane | undefined): Promise<ReadonlySet<string> | undefined> {
  try {
    return plane && new Set((await plane.readMembers()).items.map(({ version }) => version));
  } catch (error) {
    // Control of a clock or an issuer, perhaps, that lists no members.
    if (error instanceof Unreached || error instanceof TypeError || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** During a deploy window, requirements newer than the oldest member are not judged. */
export function ofTheWindow(facts: TargetFacts, versions: ReadonlySet<string>): TargetFacts {
  if (versions.size < 2) return facts;
  const window = [...versions].sort((a, b) => (isAtLeast(a, b) ? 1 : -1));
  return { ...facts, rest: window[0] ?? facts.rest, window };
}
