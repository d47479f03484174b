/** The options of `replay`, and which of them do not go together. */
import type { Version } from '../../../gateway/contract/versions.ts';
import { VERSIONS } from '../../../gateway/contract/versions.ts';
import { hint } from '../../../scenarios/index.ts';
import { UsageError } from '../usage-error.ts';

export interface ReplayOptions {
  readonly target?: string;
  readonly baseUrl?: string;
  readonly reset?: true;
  readonly transcript?: string;
  readonly out?: string;
  readonly format?: string;
  readonly jobs?: number;
  readonly step?: true;
  readonly watch?: true;
  readonly from?: string;
  readonly against?: readonly string[];
  readonly quiet?: true;
  readonly defect?: readonly string[];
  readonly shrink?: string | true;
}

type Name = keyof ReplayOptions;

/** An option, one that it does not go with, and why. */
const APART: readonly (readonly [Name, Name, string])[] = [
  ['defect', 'target', 'a known-bad member is one of its own sandbox'],
  ['shrink', 'against', 'one failure is made small'],
  ['shrink', 'step', 'every smaller file is played'],
  ['shrink', 'watch', 'play it again by hand'],
  ['shrink', 'format', 'it writes a scenario'],
  ['defect', 'against', 'each version is played as it should be'],
  ['jobs', 'target', 'several at once need worlds of their own, and the target has one'],
  ['jobs', 'step', 'one play at a time can be stepped through'],
  ['against', 'target', 'the versions are played in sandboxes of their own'],
  ['against', 'step', 'one play at a time can be stepped through'],
  ['against', 'from', 'every version is judged from the first step on'],
  ['against', 'watch', 'play it again by hand'],
  ['against', 'transcript', 'a transcript is of one version'],
  ['step', 'watch', 'both read what is typed'],
];

const FLAGS: Readonly<Partial<Record<Name, string>>> = {
  ...{ jobs: '--jobs', target: '--target', step: '--step', against: '--against', from: '--from', watch: '--watch' },
  ...{ transcript: '--transcript', defect: '--defect', shrink: '--shrink', format: '--format' },
};

/** @throws UsageError */
export function mustGoTogether(options: ReplayOptions): void {
  if (options.reset && options.target === undefined) {
    throw new UsageError('--reset needs --target: its own sandbox starts from the seed anyway');
  }
  const wrong = APART.find(([one, other]) => options[one] !== undefined && options[other] !== undefined);
  if (wrong === undefined) return;
  const [one, other, why] = wrong;
  throw new UsageError(`${FLAGS[one]} does not go with ${FLAGS[other]}: ${why}`);
}

/** The versions of `--against`: separated by spaces or commas, or `all`; in the order of the changelog. @throws UsageError */
export function versionsOf(stated: readonly string[]): readonly Version[] {
  const words = stated.flatMap((one) => one.split(',')).filter((one) => one !== '');
  if (words.includes('all')) return VERSIONS;
  const wrong = words.find((word) => !(VERSIONS as readonly string[]).includes(word));
  if (wrong !== undefined) {
    const isFile = /[/*]|\.ya?ml$/.test(wrong);
    const near = isFile ? '; name files before --against' : hint(wrong, [...VERSIONS, 'all']);
    throw new UsageError(`--against ${wrong}: there is no such contract version${near}`);
  }
  return VERSIONS.filter((version) => words.includes(version));
}
