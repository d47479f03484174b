/** The hooks of a profile, one row each: commands by which a deployed member's platform can be brought into a state. */

export interface HookKind {
  readonly description: string;
  /** It begins a state, which its `undo` ends. */
  readonly isState: boolean;
  readonly example: { readonly run: string; readonly undo?: string; readonly timeoutMs?: number };
}

/** In the order in which a run uses them: what disturbs most comes last. */
export const HOOKS = {
  slowOwner: {
    description:
      'Record owners answer later than the sync deadline of members, or not at all, so that a write is answered 202. undo lets them answer again; what they were sent meanwhile is judged.',
    isState: true,
    example: { run: 'kubectl exec deploy/owners -- kill -STOP 1', undo: 'kubectl exec deploy/owners -- kill -CONT 1' },
  },
  stopOwner: {
    description:
      'Record owners are absent, so that a write is answered 503 OWNER_ABSENT. undo brings them back, without loss.',
    isState: true,
    example: {
      run: 'kubectl scale deploy/owners --replicas 0',
      undo: 'kubectl scale deploy/owners --replicas 1 && kubectl rollout status deploy/owners',
    },
  },
  cutOff: {
    description:
      'Members cannot look keys up at the platform, so that a write is answered 503 NOT_SERVING at the write deadline. undo connects them again.',
    isState: true,
    example: { run: './network.sh cut members journal', undo: './network.sh join members journal' },
  },
  stopIntake: {
    description:
      'The intake of key material does not answer members, so that a new credential is refused 503 INTAKE_UNAVAILABLE. undo brings it back.',
    isState: true,
    example: { run: 'sudo systemctl stop intake', undo: 'sudo systemctl start intake' },
  },
  dropSurfaces: {
    description:
      'Every member is replaced by one without algos, balances and a key to sign tickets. undo brings the former ones back.',
    isState: true,
    example: { run: './deploy.sh bare.env', undo: './deploy.sh staging.env' },
  },
  rotateKey: {
    description:
      'The issuer signs with a new key and withdraws the former one: it is published no longer. Tokens signed by it are refused from then on.',
    isState: false,
    example: { run: './issuer.sh rotate --withdraw' },
  },
  restart: {
    description: 'Every member is started again, without loss of what was answered. It ends when they serve again.',
    isState: false,
    example: {
      run: 'kubectl rollout restart deploy/gateway && kubectl rollout status deploy/gateway',
      timeoutMs: 120_000,
    },
  },
  clock: {
    description:
      'Moves the clock of members, platform and issuer ahead by TOUCHSTONE_SECONDS (up to a day). undo sets the time right again, if the platform can go back.',
    isState: false,
    example: { run: './clock.sh ahead "$TOUCHSTONE_SECONDS"', undo: './clock.sh right' },
  },
} as const satisfies Readonly<Record<string, HookKind>>;

export type HookName = keyof typeof HOOKS;
/** The hooks that begin a state. */
export type StateName = { [N in HookName]: (typeof HOOKS)[N]['isState'] extends true ? N : never }[HookName];

export const HOOK_NAMES = Object.keys(HOOKS) as readonly HookName[];

export function isHook(name: string): name is HookName {
  return Object.hasOwn(HOOKS, name);
}

/** One hook of a profile. */
export interface Hook {
  /** For /bin/sh, in the folder of the profile. */
  readonly run: string;
  readonly undo?: string | undefined;
  /** Of each of the two commands. */
  readonly timeoutMs: number;
}

export const USUAL_HOOK_MS = 60_000;

/** A hook as a profile states it, in its short form or its long one. */
export type StatedHook = string | (Omit<Hook, 'timeoutMs'> & { readonly timeoutMs?: number | undefined });

/** With what the profile does not state. */
export function hookOf(stated: StatedHook): Hook {
  return typeof stated === 'string'
    ? { run: stated, timeoutMs: USUAL_HOOK_MS }
    : { ...stated, timeoutMs: stated.timeoutMs ?? USUAL_HOOK_MS };
}

/** The hooks that a run may use, in their order; none beside a control plane. */
export function hooksOf({
  control,
  hooks = {},
}: {
  readonly control?: string | undefined;
  readonly hooks?: { readonly [N in HookName]?: StatedHook | undefined } | undefined;
}): ReadonlyMap<HookName, Hook> {
  if (control !== undefined) return new Map();
  return new Map(
    HOOK_NAMES.flatMap((name) => (hooks[name] === undefined ? [] : [[name, hookOf(hooks[name])] as const])),
  );
}
