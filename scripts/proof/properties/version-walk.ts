/** Walks over versions of the contract: deploys a member with each in turn and sends it the request of every sign. */
import { ASK_NEEDS, ASKS, type AskName, LONG_ASKS } from '../../../conformance/checks/ver/asks.ts';
import { isAtLeast } from '../../../conformance/contract/versions.ts';
import type { Exchange } from '../../../conformance/member/exchange/exchange.ts';
import { check } from '../../../conformance/runner/check.ts';
import type { History } from '../../../conformance/runner/history.ts';
import { pass } from '../../../conformance/runner/judgement.ts';
import { NEWEST, type Version } from '../../../gateway/contract/versions.ts';
import { startSandbox } from '../../../platform-sim/sandbox.ts';
import { judgedByProfile } from '../suite/judged-by-profile.ts';
import { type Landmarks, type Walking, writeLandmarks } from './version-landmarks.ts';
import type { GateSign } from './version-signs.ts';

/** Further actions in each version. */
export type Also = (scene: Walking, marks: Landmarks, version: Version) => Promise<unknown>;

const SUITE_ASKS = { ...ASKS, ...LONG_ASKS };

function labelOf(version: string, { ask, name }: GateSign): string {
  return `${version} ${typeof ask === 'string' ? ask : name}`;
}

/** Drives a sandbox through `versions`. @returns all of its answers, in order */
export async function walk(
  versions: readonly Version[],
  signs: readonly GateSign[],
  also: Also = async () => undefined,
): Promise<History> {
  await using sandbox = await startSandbox({ limits: { intakePerMinute: 100_000 } });
  let walked: History | undefined;
  const walking = check({
    id: 'ver/walk',
    proves: ['VER-04'],
    title: 'each version is deployed and sent the request of every sign',
    needs: [...ASK_NEEDS, 'algoManager', 'trading-socket', 'control', 'virtual-clock', 'destructive'],
    unanswered: 'judged',
    busy: 'judged',
    async drive(scene) {
      const marks = await writeLandmarks(scene, sandbox.platform);
      const suites = new Set(signs.flatMap(({ ask }) => (typeof ask === 'string' ? [ask] : [])));
      for (const version of versions) {
        await scene.control.deploy({ version });
        await scene.admin.get('/me', { label: `${version} begins` });
        for (const name of suites) await SUITE_ASKS[name as AskName](scene, `${version} ${name}`);
        for (const sign of signs)
          if (typeof sign.ask !== 'string') await sign.ask(scene, marks, labelOf(version, sign));
        await also(scene, marks, version);
      }
      await scene.control.deploy({ version: NEWEST });
    },
    judge(history) {
      walked = history;
      return pass;
    },
  });
  const { checks } = await judgedByProfile(sandbox.profile, [walking], { resetBetweenChecks: false });
  if (walked === undefined || checks[0]?.verdict !== 'pass') throw new Error(`the walk ended: ${checks[0]?.reason}`);
  return walked;
}

/** All answers of a version, in order. */
export function answersIn({ exchanges }: History, version: Version): readonly Exchange[] {
  const from = exchanges.findIndex(({ label }) => label === `${version} begins`);
  const to = exchanges.findIndex(({ label }, i) => i > from && label?.endsWith(' begins') === true);
  return exchanges.slice(from, to < 0 ? undefined : to);
}

/** The state of a sign at a version: `before` or `after`, or the answer if it has neither form or both. */
function shownBy({ before, after, see }: GateSign, answers: readonly Exchange[]): string {
  const [isBefore, isAfter] = [answers.every(before), answers.every(after)];
  if (answers.length === 0) return 'no answer';
  return isBefore === isAfter ? answers.map(see).join(', ') : isBefore ? 'before' : 'after';
}

/** The actual and the expected state of each sign at one version. */
export function signsAt(history: History, version: Version, signs: readonly GateSign[]) {
  const shown = signs.map((sign) => [sign.name, shownBy(sign, history.labelled(labelOf(version, sign)))]);
  const expected = signs.map(({ name, since }) => [name, isAtLeast(version, since) ? 'after' : 'before']);
  return { shown: Object.fromEntries(shown), expected: Object.fromEntries(expected) };
}
