/** Reads a Containerfile as far as ours uses it. Throws for an instruction or an option that the stand-in does not carry out. */

export interface Step {
  readonly instruction: 'RUN' | 'COPY' | 'WORKDIR' | 'ENV';
  /** `--from=build`, as from: build. */
  readonly options: Readonly<Record<string, string>>;
  readonly text: string;
}

export interface Stage {
  readonly base: string;
  readonly name: string;
  readonly steps: readonly Step[];
  /** What the image says of its process: USER, WORKDIR, STOPSIGNAL, ENTRYPOINT, CMD, HEALTHCHECK; the last of each. */
  readonly settings: Readonly<Record<string, string>>;
}

const STEPS: readonly string[] = ['RUN', 'COPY', 'WORKDIR', 'ENV'] satisfies readonly Step['instruction'][];
const SETTINGS: readonly string[] = [
  ...['USER', 'WORKDIR', 'STOPSIGNAL', 'ENTRYPOINT', 'CMD', 'HEALTHCHECK', 'VOLUME', 'EXPOSE'],
];
const OPTIONS: readonly string[] = ['from', 'chown', 'mount', 'interval', 'timeout', 'start-period'];

export function readContainerfile(source: string): readonly Stage[] {
  const args: Record<string, string> = {};
  const stages: { base: string; name: string; steps: Step[]; settings: Record<string, string> }[] = [];
  const lines = source
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll('\\\n', '')
    .split('\n');
  for (const line of lines.filter((one) => one.trim() !== '')) {
    const [, instruction = '', rest = ''] = /^([A-Z]+) (.*)$/.exec(line) ?? [];
    const { options, text } = withoutOptions(rest);
    const stage = stages.at(-1);
    if (instruction === 'ARG') {
      const [name = '', value = ''] = text.split('=');
      args[name] = value;
    } else if (instruction === 'FROM') {
      const [base = '', , name = ''] = text.split(' ');
      stages.push({ base: args[/^\$\{(.*)\}$/.exec(base)?.[1] ?? ''] ?? base, name, steps: [], settings: {} });
    } else if (stage === undefined || !(STEPS.includes(instruction) || SETTINGS.includes(instruction))) {
      throw new Error(`the stand-in does not carry out: ${line}`);
    } else {
      if (STEPS.includes(instruction)) stage.steps.push({ instruction, options, text } as Step);
      if (SETTINGS.includes(instruction)) stage.settings[instruction] = text;
    }
  }
  return stages;
}

function withoutOptions(rest: string): Pick<Step, 'options' | 'text'> {
  const words = rest.split(' ');
  const first = words.findIndex((word) => !word.startsWith('--'));
  const options = words.slice(0, first).map((word) => /^--([a-z-]+)=(.*)$/.exec(word)?.slice(1) ?? [word, '']);
  const unknown = options.find(([name = '']) => !OPTIONS.includes(name));
  if (unknown !== undefined) throw new Error(`the stand-in knows no option ${unknown.join('=')}`);
  return { options: Object.fromEntries(options), text: words.slice(first).join(' ') };
}

/** The words of a command in its JSON form; HEALTHCHECK has CMD before them. */
export function words(text: string | undefined): readonly string[] {
  return JSON.parse((text ?? '[]').replace(/^CMD /, '')) as string[];
}
