import { isAtLeast } from '../../contract/versions.ts';
import { type Exchange, status } from '../../member/exchange/exchange.ts';
import { sameId } from '../../member/exchange/open-id.ts';
import type { PrincipalName } from '../../member/profile/principals.ts';
import type { FixtureName, Fixtures } from '../../member/profile/profile.ts';
import { FIXTURE_NAMES } from '../../member/profile/profile.ts';
import { Unreached } from '../../member/sending/unreached.ts';
import type { Session } from '../../member/session.ts';
import type { Target } from '../../member/target.ts';
import type { Finding, Found } from './finding.ts';
import { doubtful, note, ok, readPatiently, wrong } from './finding.ts';
import type { FixtureScene } from './fixture-scene.ts';
import { findRow, OURS, rowFor, stated } from './fixture-scene.ts';
import { namedIn } from './own-row.ts';

function namedAccount(names: readonly PrincipalName[]) {
  return async (scene: FixtureScene, fixture: FixtureName): Promise<Found> => {
    const { id, name } = stated<{ readonly id: number; readonly name: string }>(scene, fixture);
    const read = await rowFor(scene, names, `/accounts/${id}`, `fixtures.${fixture}.id`);
    if (!('row' in read)) return read;
    const { displayName, status: state } = read.row;
    if (state === 'DISCOVERED') return wrong('its status is DISCOVERED', `fixtures.${fixture}`);
    if (displayName === undefined) return note('its row names no displayName');
    if (displayName !== name) {
      return wrong(
        `its displayName is ${JSON.stringify(displayName)}, and "${name}" in the profile`,
        `fixtures.${fixture}.name`,
      );
    }
    // Its other states are not published, so this is the only one that is known to accept orders.
    if (fixture === 'account' && state !== undefined && state !== 'ACTIVE') {
      return note(`its status is ${String(state)}: if that is not open for orders, mend fixtures.account`);
    }
    return ok(`account ${id}, ${name}`);
  };
}

async function discovered(scene: FixtureScene): Promise<Found> {
  const id = scene.profile.fixtures?.discoveredAccount?.id;
  const read = await rowFor(scene, OURS, `/accounts/${id}`, 'fixtures.discoveredAccount.id');
  // A row that was never approved may be absent from the default view (decision A58).
  if (!('row' in read)) return read.level === 'bad' ? note(read.words) : read;
  const { displayName } = read.row;
  if (typeof displayName === 'string' && displayName !== '') {
    return wrong(`account ${id} is classified: its displayName is "${displayName}"`, 'fixtures.discoveredAccount.id');
  }
  return ok(`account ${id}, without a displayName`);
}

/** A row of the outsider's organisation, which the admin must not see. If both see it, the target may be wrong. */
function foreign(route: string, inner: (scene: FixtureScene, fixture: FixtureName) => Promise<Found>) {
  return async (scene: FixtureScene, fixture: FixtureName): Promise<Found> => {
    const { id } = stated<{ readonly id: number }>(scene, fixture);
    const key = `fixtures.${fixture}.id`;
    const theirs = scene.actor('outsider') === undefined ? undefined : await inner(scene, fixture);
    const admin = scene.actor('admin');
    if (admin === undefined) return theirs ?? note('neither admin nor outsider is in the profile: not seen');
    const ours = await scene.read(admin, `${route}/${id}`);
    if (status(ours) === 200) {
      if (theirs?.level === 'ok')
        return doubtful(`${route}/${id} is served to admin and to outsider; mend ${key} or the target`);
      return wrong(`${route}/${id} is served to admin, so it is no row of another organisation`, key);
    }
    return theirs ?? note(`${route}/${id} is not served to admin; add outsider to the profile to see who holds it`);
  };
}

function instance(names: readonly PrincipalName[], isDeleted: boolean) {
  return async (scene: FixtureScene, fixture: FixtureName): Promise<Found> => {
    const { id } = stated<{ readonly id: number | string }>(scene, fixture);
    const key = `fixtures.${fixture}.id`;
    const read = await rowFor(scene, names, `/algos/instances/${id}`, key);
    if (!('row' in read)) return read;
    const { status: state } = read.row;
    if (state === undefined) return note(`instance ${id} names no status`);
    if ((state === 'DELETED') === isDeleted) return ok(`instance ${id}, ${String(state)}`);
    return wrong(`instance ${id} is ${String(state)}${isDeleted ? ', not DELETED' : ''}`, key);
  };
}

async function loadedVersion(scene: FixtureScene): Promise<Found> {
  const { id, pool } = stated<{ readonly id: unknown; readonly pool: string }>(scene, 'algoVersion');
  const found = await findRow(
    scene,
    '/algos/versions',
    (row) => sameId(row['algoVersionId'], id) && row['pool'] === pool,
  );
  if (!('row' in found)) return found;
  if (found.row !== undefined) return ok(`version ${id} of ${pool}`);
  return wrong(`GET /algos/versions lists no algoVersionId ${id} in pool ${pool}`, 'fixtures.algoVersion');
}

async function heldAsset(scene: FixtureScene): Promise<Found> {
  const id = scene.profile.fixtures?.asset?.id;
  const found = await findRow(scene, '/account-balances', (row) => row['assetId'] === id);
  if (!('row' in found)) return found;
  return found.row === undefined
    ? note(`no balance is of asset ${id}, so it is not seen`)
    : ok(`asset ${id}, of which there is a balance`);
}

async function namingDocument(scene: FixtureScene): Promise<Found> {
  const { namingDocument: document, account, instrument } = scene.profile.fixtures ?? {};
  const lacks = [account?.name, instrument?.symbol].filter(
    (name) => name !== undefined && document?.text.includes(`"${name}"`) !== true,
  );
  return lacks.length === 0
    ? ok('names the account and the instrument')
    : wrong(`does not name ${lacks.join(' and ')}`, 'fixtures.namingDocument.text');
}

interface IntakeVenue {
  readonly exchangeId?: unknown;
  readonly family?: unknown;
}

const isVenues = (value: unknown): value is readonly IntakeVenue[] => Array.isArray(value);

async function venues(scene: FixtureScene): Promise<Found> {
  const actor = OURS.map(scene.actor).find((each) => each !== undefined);
  const ours = scene.profile.fixtures?.venues ?? {};
  const listed: unknown = actor && namedIn(scene.document, 'x-service-intake-venues', Number.POSITIVE_INFINITY);
  if (!isVenues(listed) || listed.every(({ exchangeId }) => exchangeId === undefined)) {
    return note('the contract document lists no x-service-intake-venues with their exchangeId: not seen');
  }
  for (const [key, id] of Object.entries(ours)) {
    const venue = listed.find(({ exchangeId }) => exchangeId === id);
    const stands = `fixtures.venues.${key}`;
    if (key === 'unsupported') {
      if (venue !== undefined) return wrong(`venue ${id} takes key material`, stands);
      continue;
    }
    if (venue === undefined) return wrong(`the contract document lists no venue ${id}`, stands);
    const { family } = venue;
    // A venue that takes keys of unscoped capabilities is of family B as well.
    if (typeof family === 'string' && /^[ab]$/i.test(family) && /^a$/i.test(family) !== (key === 'a')) {
      return wrong(`venue ${id} is of family ${family}`, stands);
    }
  }
  return ok('as the contract document lists them');
}

type InstrumentName = Extract<FixtureName, `${string}nstrument`>;

const CLAIMS: Readonly<
  Record<Exclude<FixtureName, InstrumentName>, (scene: FixtureScene, fixture: FixtureName) => Promise<Found>>
> = {
  account: namedAccount(OURS),
  discoveredAccount: discovered,
  foreignAccount: foreign('/accounts', namedAccount(['outsider'])),
  uncredentialledAccount: namedAccount(OURS),
  suspendedCredentialAccount: namedAccount(OURS),
  balancesOnlyAccount: namedAccount(OURS),
  throttledAccount: namedAccount(['throttled']),
  asset: heldAsset,
  algoVersion: loadedVersion,
  namingDocument,
  algoInstance: instance(['admin', ...OURS], false),
  foreignAlgoInstance: foreign('/algos/instances', instance(['outsider'], false)),
  deletedAlgoInstance: instance(['admin', ...OURS], true),
  venues,
};

/** No route serves instruments, so what the profile states about them is not verified. */
function isInstrument(name: FixtureName): name is InstrumentName {
  return /instrument$/i.test(name);
}

/** The version that added the routes of algos. */
const ALGOS_SINCE = '0.11.0';
const isOfAlgos = (name: FixtureName) => /algo/i.test(name);

/** One finding for each of `names` that the profile states. */
export async function examineFixtures(
  session: Session,
  { profile, facts, document }: Pick<Target, 'profile' | 'facts' | 'document'>,
  sleep: (ms: number) => Promise<void>,
  names: readonly FixtureName[] = FIXTURE_NAMES,
): Promise<readonly Finding[]> {
  // Two fixtures may be one row.
  const reads = new Map<string, Promise<Exchange>>();
  const scene: FixtureScene = {
    profile,
    document,
    actor: (name) => session.actors.get(name),
    async read(by, path, query) {
      const name = `${by.name} ${path} ${JSON.stringify(query)}`;
      const known = reads.get(name) ?? readPatiently(by, path, sleep, query);
      reads.set(name, known);
      return known;
    },
  };
  const hasAlgos = profile.surfaces?.algos !== false && isAtLeast(facts.rest, ALGOS_SINCE);
  const fixtures: Fixtures = profile.fixtures ?? {};
  const examined = names
    .filter((name) => fixtures[name] !== undefined && (hasAlgos || !isOfAlgos(name)))
    .filter((name) => !isInstrument(name));
  const findings = await Promise.all(
    examined.map(async (name): Promise<Finding> => {
      const subject = `fixtures.${name}`;
      try {
        return { subject, ...(await CLAIMS[name](scene, name)) };
      } catch (error) {
        if (!(error instanceof Unreached)) throw error;
        return { subject, ...note(`not seen: ${error.message}`) };
      }
    }),
  );
  const unseen = names.filter((name) => isInstrument(name) && fixtures[name] !== undefined);
  if (unseen.length > 0) {
    findings.push({ subject: 'instruments', ...note(`no route serves them, so not seen: ${unseen.join(', ')}`) });
  }
  return findings;
}
