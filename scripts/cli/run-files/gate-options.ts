/** The gate of `check`, `recheck` and `report merge`: its options, and the gated record. */
import type { Command } from 'commander';
import type { Baseline } from '../../../conformance/runner/gate/baseline.ts';
import type { CoverageDemands } from '../../../conformance/runner/gate/coverage.ts';
import { CoverageProblem, checkDemands, withCoverage } from '../../../conformance/runner/gate/coverage.ts';
import { withBaseline } from '../../../conformance/runner/gate/gate.ts';
import { withSince } from '../../../conformance/runner/record/compare.ts';
import type { RunRecord } from '../../../conformance/runner/record/run-record.ts';
import { type CommandIo, collect, wholeNumber } from '../command.ts';
import { orUsage } from '../usage-error.ts';
import { baselineOf } from './baseline-files.ts';
import { readRecord } from './record-files.ts';

export interface GateOptions {
  readonly baseline?: string;
  readonly updateBaseline?: string;
  readonly require?: readonly string[];
  readonly minPassed?: number;
  /** For --no-less-than: commander parses `--no-` as a negation, whose value is true if it is absent. */
  readonly lessThan?: string | true;
  readonly since?: string;
}

/** Declares the options of the gate on a command. */
export function declareGate(command: Command): void {
  command
    .option('--baseline <file>', 'known failures (YAML): they are reported, and only new ones fail')
    .option('--update-baseline <file>', 'write what failed as a new baseline file, for a person to complete')
    .option(
      '--require <id|area>',
      'a requirement, or an area such as IDEM, that must be exercised; may be repeated',
      collect,
    )
    .option('--min-passed <n>', 'how many requirements must pass', wholeNumber('--min-passed', 0))
    .option('--no-less-than <file>', 'a report.json: what was exercised there must be exercised again')
    .option('--since <file>', 'a report.json of an earlier run: reports say what is new, fixed and lost since');
}

/** The file of --no-less-than. */
export function noLessThanOf({ lessThan }: GateOptions): string | undefined {
  return typeof lessThan === 'string' ? lessThan : undefined;
}

export interface Gate {
  readonly baseline: Baseline | undefined;
  applyTo(record: RunRecord): RunRecord;
}

/** Reads the gate's files. @throws UsageError */
export async function gateOf(options: GateOptions, io: CommandIo): Promise<Gate> {
  const { require = [], minPassed } = options;
  const file = noLessThanOf(options);
  const baseline = await baselineOf(options.baseline, io);
  await orUsage(() => checkDemands({ require }), CoverageProblem);
  const noLessThan = file === undefined ? undefined : { file, record: await readRecord(file, io, '--no-less-than') };
  const { since } = options;
  const earlier = since === undefined ? undefined : await readRecord(since, io, '--since');
  const demands: CoverageDemands = { require, minPassed, noLessThan };
  return {
    baseline,
    applyTo(record) {
      const gated = withCoverage(baseline === undefined ? record : withBaseline(record, baseline), demands);
      return since === undefined || earlier === undefined ? gated : withSince(gated, since, earlier);
    },
  };
}
