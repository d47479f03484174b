/** Reads a Containerfile as far as ours uses it. */

interface Step {
  readonly instruction: string;
  /** `--from=build`, as from: build. */
  readonly options: Readonly<Record<string, string>>;
  readonly text: string;
}

export interface Stage {
  readonly base: string;
  /** '' for the last one. */
  readonly name: string;
  readonly steps: readonly Step[];
}

export function readContainerfile(source: string): readonly Stage[] {
  const args: Record<string, string> = {};
  const stages: (Stage & { readonly steps: Step[] })[] = [];
  for (const [, instruction = '', rest = ''] of source.replaceAll('\\\n', '').matchAll(/^([A-Z]+) (.*)$/gm)) {
    const [, stated = '', text = ''] = /^((?:--\S+ )*)(.*)$/.exec(rest) ?? [];
    const options = Object.fromEntries(stated.matchAll(/--([a-z-]+)=(\S+)/g).map(([, name, value]) => [name, value]));
    if (instruction === 'ARG') Object.assign(args, Object.fromEntries([text.split('=')]));
    else if (instruction === 'FROM') {
      const [base = '', , name = ''] = text.replace(/\$\{(\w+)\}/, (_, arg: string) => args[arg] ?? '').split(' ');
      stages.push({ base, name, steps: [] });
    } else stages.at(-1)?.steps.push({ instruction, options, text });
  }
  return stages;
}

/** What the image says of its process, such as USER; '' if nothing. */
export function setting(stage: Stage | undefined, instruction: string): string {
  return stage?.steps.findLast((step) => step.instruction === instruction)?.text ?? '';
}

/** The words of a command in its JSON form; HEALTHCHECK has CMD before them. */
export function command(stage: Stage | undefined, instruction: string): readonly string[] {
  return JSON.parse(setting(stage, instruction).replace(/^CMD /, '')) as string[];
}
