import type { Scenario } from '../../../scenarios/index.ts';
import { UsageError } from '../usage-error.ts';

function nameOf(step: Scenario['steps'][number]): string | undefined {
  return 'name' in step ? step.name : undefined;
}

/**
 * The number of the step that `--from` names: `3`, `line:12` (the step that stands there, or the next), or the name of a
 * step. @throws UsageError
 */
export function fromStep(stated: string, { steps, file }: Scenario): number {
  const line = /^line:(\d+)$/.exec(stated)?.[1];
  const found =
    line === undefined
      ? steps.find((step) => `${step.n}` === stated || nameOf(step) === stated)
      : steps.find((step) => step.at.line >= Number(line));
  if (found !== undefined) return found.n;
  const names = [...new Set(steps.flatMap((step) => nameOf(step) ?? []))];
  const named = names.length === 0 ? '' : `, or a name: ${names.join(', ')}`;
  throw new UsageError(
    `--from ${stated}: ${file} has no such step; it is a number from 1 to ${steps.length}, line:N up to line:${steps.at(-1)?.at.line}${named}`,
  );
}
