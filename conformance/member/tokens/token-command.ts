/** Runs a command of the profile that prints a bearer token. */
import { execFile } from 'node:child_process';

/** Long enough for a person to answer a prompt of the command. */
const LONGEST_MS = 60_000;

/** The token, or the reason why there is none: exit status and the first line of standard error. */
export function runTokenCommand(
  command: string,
  folder: string,
): Promise<{ readonly token: string } | { readonly why: string }> {
  return new Promise((resolve) => {
    execFile('/bin/sh', ['-c', command], { cwd: folder, timeout: LONGEST_MS }, (error, stdout, stderr) => {
      const said = stderr.trim().split('\n', 1)[0] ?? '';
      const told = said === '' ? '' : `: ${said}`;
      const token = stdout.trim();
      if (error?.killed === true) resolve({ why: `its tokenCommand took longer than ${LONGEST_MS / 1000} s${told}` });
      else if (error !== null)
        resolve({ why: `its tokenCommand ended with status ${error.code ?? error.signal}${told}` });
      else if (token === '') resolve({ why: `its tokenCommand printed nothing${told}` });
      else if (/\s/.test(token)) resolve({ why: `its tokenCommand printed more than one word` });
      else resolve({ token });
    });
  });
}
