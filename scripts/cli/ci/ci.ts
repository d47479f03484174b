import { type CommandIo, defineCommand, type ExitStatus } from '../command.ts';

/** A step of the job. Its inputs are environment variables, so that no shell ever reads them. */
const step = (name: string, summary: string, load: () => Promise<(io: CommandIo) => Promise<ExitStatus>>) =>
  defineCommand<object>({
    name,
    summary,
    examples: [`ci ${name}`],
    async run(_, __, io) {
      const run = await load();
      return run(io);
    },
  });

/** `touchstone ci`: what scripts/ci/action.yml and scripts/ci/gitlab/template.yml run. */
export const ciCommand = defineCommand<object>({
  name: 'ci',
  summary: 'the steps of a gate on GitHub and GitLab; inputs are the variables TOUCHSTONE_CI_...',
  examples: ['ci check'],
  within: [
    step('base', 'find the report of the base branch', async () => (await import('./run-base.ts')).runBase),
    step('check', 'run check, or merge shards, as the inputs say', async () => (await import('./run-gate.ts')).runGate),
    step(
      'report',
      'summary, annotations, outputs and comment',
      async () => (await import('./run-publish.ts')).runPublish,
    ),
  ],
});
