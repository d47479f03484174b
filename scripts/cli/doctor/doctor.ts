import { type CommandIo, defineCommand } from '../command.ts';
import { UsageError } from '../usage-error.ts';

export interface DoctorOptions {
  readonly target?: string;
  readonly baseUrl?: string;
}

/** `touchstone doctor`: checks a profile against its target. */
export const doctorCommand = defineCommand<DoctorOptions>({
  name: 'doctor',
  summary: 'is the profile complete, the target reachable, the clock close, each principal what it claims',
  examples: ['doctor --target staging.yaml'],
  declare: (command) =>
    void command
      .option('--target <profile>', 'the profile to look at')
      .option('--base-url <url>', "instead of the profile's baseUrl"),

  async run(_, options, io: CommandIo) {
    if (options.target === undefined) throw new UsageError('doctor needs --target PROFILE');
    const { runDoctor } = await import('./run-doctor.ts');
    return runDoctor(options, io);
  },
});
