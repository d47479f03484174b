import { type CommandIo, defineCommand } from '../command.ts';

/** `touchstone list`: lists checks or requirements. */
export const listCommand = defineCommand<{ readonly requirements?: boolean }>({
  name: 'list',
  summary: 'the checks and what each needs, or the requirements and what proves them',
  examples: ['list', 'list --requirements'],
  declare: (command) => void command.option('--requirements', 'the requirements, each with its checks'),

  async run(_, { requirements }, io: CommandIo) {
    const { loadChecks } = await import('../../../conformance/runner/plan/load-checks.ts');
    const { checkLines, requirementLines } = await import('../../../conformance/runner/plan/listing.ts');
    const checks = await loadChecks();
    const { isTTY, columns } = io.stdout;
    // Piped output gets one line a row.
    const width = isTTY === true && columns !== undefined && columns > 0 ? columns : undefined;
    const lines = requirements === true ? requirementLines(checks, width) : checkLines(checks, width);
    io.stdout.write(`${lines.join('\n')}\n`);
    return 0;
  },
});
