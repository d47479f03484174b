import type { Import } from './imports.ts';
import { resolved } from './imports.ts';

export const FOLDERS = ['gateway', 'platform-sim', 'conformance', 'scenarios', 'reports', 'scripts'] as const;

type Folder = (typeof FOLDERS)[number];

interface Way {
  /** What of another folder may be reached. */
  readonly to: RegExp;
  /** The files that may; absent: all of the folder. */
  readonly only?: RegExp;
  /** Its types alone, which leave nothing at run time. */
  readonly types?: true;
}

/** Who may import whom, as the design has it: whatever is not named here is forbidden. .oxlintrc.json says the same as an editor shows it. */
const WAYS: Readonly<Record<Folder, readonly Way[]>> = {
  gateway: [],
  'platform-sim': [
    { to: /^gateway\/(facts(\/.*)?|platform-port|contract\/.*)\.ts$/ },
    // The member and the sequence hold a key for a day in the same structure.
    { to: /^gateway\/state\/expiring-map\.ts$/ },
    // What both sides count for the clock, listeners of foreign input, and the one way to Node's HTTP.
    { to: /^gateway\/(host-work|guarded|http\/node-http)\.ts$/ },
    // A sandbox's members may answer through variations.
    { to: /^gateway\/variations\/(layer|frames|variation|named)\.ts$/, only: /^platform-sim\/(permissive|hosting)\// },
    { to: /^gateway\/http\/server\.ts$/, only: /^platform-sim\/permissive\/permissive-front\.ts$/ },
    // Koa and its router are loaded in one place.
    { to: /^gateway\/http\/koa\.ts$/, only: /^platform-sim\/control\/app\.ts$/ },
    // What both web pages draw stands once.
    { to: /^reports\/viewer\/parts\//, only: /^platform-sim\/control\/console\// },
    // Served to editors as it is.
    { to: /^scenarios\/scenario\.schema\.json$/, only: /^platform-sim\/control\/app\.ts$/ },
    { to: /^gateway\/.*/, types: true },
    {
      to: /^gateway\/(member|http\/server|services)\.ts$/,
      only: /^platform-sim\/(sandbox(-ports)?|members\/(make|member)-seat|hosting\/world-options|nats\/bus\/(member-host|remote-seat))\.ts$/,
    },
    { to: /^gateway\/.*/, only: /\.test\.ts$/ },
  ],
  conformance: [],
  scenarios: [
    { to: /^conformance\/member\// },
    // Trouble strikes the routes that a client used.
    { to: /^conformance\/contract\/routes\.ts$/, only: /^scenarios\/schedules\// },
  ],
  reports: [
    { to: /^conformance\/runner\/record\/run-record\.ts$/, types: true },
    // The terminal and the reports say what failed, in which area and how deep a run went in the same words.
    { to: /^conformance\/runner\/record\/(areas|depth|headline)\.ts$/ },
  ],
  scripts: [{ to: /./ }],
};

/** Within the suite: what a folder of it may not reach. */
const WITHIN: readonly { readonly from: RegExp; readonly not: (target: string, area: string) => boolean }[] = [
  // An area states its own checks; what areas share stands in scenes/ and rules/.
  {
    from: /^conformance\/checks\/([a-z]+)\//,
    not: (target, area) =>
      target.startsWith('conformance/checks/') && !target.startsWith(`conformance/checks/${area}/`),
  },
  {
    from: /^conformance\/(?!checks\/|runner\/plan\/load-checks\.ts)/,
    not: (target) => target.startsWith('conformance/checks/'),
  },
];

/** Modules by which code reaches another without naming it where it stands; each is known and has its reason here. */
const COMPUTED: Readonly<Record<string, string>> = {
  'conformance/runner/plan/load-checks.ts': 'every check of conformance/checks',
  'scripts/tooling/setup/hand-over.mjs': 'the program that was asked for',
};

/** Why a file may not import this, or undefined where it may. */
export function forbidden(file: string, { kind, specifier, line }: Import): string | undefined {
  const from = folderOf(file);
  if (from === undefined) return undefined;
  const where = `${file}:${line}`;
  if (kind === 'computed') {
    if (file in COMPUTED || file.endsWith('.test.ts')) return undefined;
    return `${where} imports what only the run knows: name the module, or add the file to COMPUTED with its reason`;
  }
  const target = resolved(file, specifier);
  if (target.startsWith('..')) return `${where} reaches out of the repository: ${specifier}`;
  const to = folderOf(target);
  const within = WITHIN.some((way) => {
    const area = way.from.exec(file);
    return area !== null && way.not(target, area[1] ?? '');
  });
  if (within) return `${where} imports ${target}: what checks share stands in conformance/scenes or conformance/rules`;
  if (to === undefined || to === from) return undefined;
  const open = WAYS[from].some(
    (way) => way.to.test(target) && (way.only?.test(file) ?? true) && (way.types === undefined || kind === 'type'),
  );
  return open ? undefined : `${where} imports ${target} (${kind}): ${from} may not`;
}

function folderOf(path: string): Folder | undefined {
  return FOLDERS.find((folder) => path.startsWith(`${folder}/`));
}
