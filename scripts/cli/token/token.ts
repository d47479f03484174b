import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { type CommandIo, defineCommand } from '../command.ts';
import { UsageError } from '../usage-error.ts';

/** Where the sandbox writes its profile by default, and where this command looks for it. */
export const PROFILE_FILE = '.touchstone/profile.json';

/** The help of the option that names another. */
export const PROFILE_OUT = `where the target profile is written; absent: ${PROFILE_FILE}, or profile-2.json beside it while another sandbox has that`;

/** `touchstone token`: prints a bearer token of a principal. */
export const tokenCommand = defineCommand<{ readonly target: string }>({
  name: 'token',
  operands: '<persona>',
  summary: 'print a bearer token of a principal, alone, fetched by client credentials',
  examples: ['token trader', 'token viewer --target staging.yaml'],
  declare: (command) => void command.option('--target <profile>', 'the target profile', PROFILE_FILE),

  async run([persona = ''], options, io) {
    const file = options.target;
    const text = await readFile(resolve(io.cwd, file), 'utf8').catch(() => undefined);
    if (text === undefined) {
      throw new UsageError(
        `cannot read the profile ${file}: start the sandbox in this folder (touchstone sandbox), or name one with --target`,
      );
    }
    io.stdout.write(`${await tokenOf(persona, text, file, io)}\n`);
    return 0;
  },
});

async function tokenOf(persona: string, text: string, file: string, { env, cwd }: CommandIo): Promise<string> {
  const { parseProfile, ProfileProblem } = await import('../../../conformance/member/profile/read-profile.ts');
  const { Redactor } = await import('../../../conformance/member/exchange/redactor.ts');
  const { startStopwatch } = await import('../../../conformance/runner/stopwatch.ts');
  const { tokenEndpointOf } = await import('../../../conformance/member/tokens/token-grant.ts');
  const { Tokens } = await import('../../../conformance/member/tokens/tokens.ts');
  const { Unreached } = await import('../../../conformance/member/sending/unreached.ts');
  try {
    const loaded = parseProfile(text, file, env, dirname(resolve(cwd, file)));
    const { credentials } = loaded;
    const principal = [...credentials.keys()].find((name) => name === persona);
    if (principal === undefined) {
      throw new UsageError(`${file} names no principal ${persona}; it names ${[...credentials.keys()].join(', ')}`);
    }
    const tokens = new Tokens(credentials, tokenEndpointOf(loaded), new Redactor(), startStopwatch());
    try {
      return await tokens.of(principal);
    } finally {
      await tokens.close();
    }
  } catch (error) {
    if (error instanceof ProfileProblem) throw UsageError.ofEach(error);
    if (error instanceof Unreached) throw new UsageError(`${error.message}: is the target running?`);
    throw error;
  }
}
