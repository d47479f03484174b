/**
 * The pytest fixture and the JUnit extension of scripts/examples, copied into an empty folder and run as a user does, by
 * Debian's pytest and JUnit.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fromRoot } from '../tooling/setup/root.mjs';

/** As a shell reads it: the shell that starts the command has both variables. */
const TOUCHSTONE = '"$NODE" "$MAIN"';
const JARS = '/usr/share/java';
const API = ['junit-jupiter-api', 'junit-platform-commons', 'apiguardian-api'].map((name) => `${JARS}/${name}.jar`);
const JUNIT = `${JARS}/junit-platform-console-standalone.jar`;

const RUNNERS = [
  {
    name: 'pytest',
    needs: ['/usr/bin/python3', '/usr/lib/python3/dist-packages/pytest'],
    compile: () => {},
    command: ['/usr/bin/python3', '-B', '-m', 'pytest', '-q', '--color=no', '-p', 'no:cacheprovider'],
    passed: /^2 passed/m,
  },
  {
    name: 'junit',
    needs: ['/usr/bin/java', '/usr/bin/javac', JUNIT],
    compile(cwd: string) {
      const sources = readdirSync(cwd).filter((file) => file.endsWith('.java'));
      execFileSync('/usr/bin/javac', ['-cp', API.join(':'), ...sources], { cwd });
    },
    command: [
      ...['/usr/bin/java', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-Duser.language=en'],
      ...['-jar', JUNIT, '-cp', '.', '--scan-classpath', '--disable-banner', '--disable-ansi-colors'],
    ],
    passed: /\b2 tests successful\b/,
  },
];

/** A command that starts another one and passes no signal, as npx does; it writes that one's process id and its last argument. */
const WRAPPER = `exec 3<&0
"$@" <&3 3<&- &
for last in "$@"; do :; done
echo "$! $last" >started
wait $!
`;

test.each([
  ['python', 'pytest/test_orders.py'],
  ['java', 'junit/OrdersTest.java'],
])('what the README shows in %s stands in the example', (language, file) => {
  const fence = new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'ms');
  const [, shown = 'nothing'] = fence.exec(readFileSync(fromRoot('scripts/README.md'), 'utf8')) ?? [];
  const lines = readFileSync(fromRoot(`scripts/examples/${file}`), 'utf8').split('\n');
  expect(
    shown
      .trimEnd()
      .split('\n')
      .filter((line) => !lines.includes(line)),
  ).toEqual([]);
});

describe.each(RUNNERS)('$name', ({ name, needs, compile, command, passed }) => {
  const lacking = needs.filter((path) => !existsSync(path));
  if (lacking.length > 0) console.warn(`skipped: the sandbox of ${name}: ${lacking.join(', ')} is not here`);

  describe.skipIf(lacking.length > 0)('its sandbox', () => {
    const folder = mkdtempSync(join(tmpdir(), 'touchstone-embedded-'));
    const wrapped = (line: string) => `sh wrapper.sh ${line}`;
    const taken = createServer();
    beforeAll(async () => {
      cpSync(fromRoot(`scripts/examples/${name}`), folder, { recursive: true });
      writeFileSync(join(folder, 'wrapper.sh'), WRAPPER);
      compile(folder);
      await once(taken.listen(0, '127.0.0.1'), 'listening');
    });
    afterAll(() => {
      taken.close();
      rmSync(folder, { recursive: true });
    });

    function start(line: string, readyWithinS = 60) {
      rmSync(join(folder, 'started'), { force: true });
      const given = { TOUCHSTONE_COMMAND: line, TOUCHSTONE_READY_WITHIN_S: String(readyWithinS) };
      const env = { ...process.env, ...given, NODE: process.execPath, MAIN: fromRoot('scripts/touchstone.mjs') };
      const [program = '', ...args] = command;
      const child = spawn(program, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] });
      return {
        child,
        printed: text(child.stdout),
        status: once(child, 'close').then(([status]) => status as number | null),
      };
    }

    /** The process id of what the wrapper started, and its last argument. */
    function started(): readonly [number, string] {
      const [, pid, last] = /^(\d+) (.*)\n$/.exec(readFileSync(join(folder, 'started'), 'utf8')) ?? [];
      if (pid === undefined || last === undefined) throw new Error('the wrapper is still writing');
      return [Number(pid), last];
    }
    const ended = async () => {
      await expect.poll(() => isRunning(started()[0]), { timeout: 30_000 }).toBe(false);
    };

    test('serves its example, and ends with the run', async () => {
      const { printed, status } = start(wrapped(TOUCHSTONE));
      expect(await printed).toMatch(passed);
      expect(await status).toBe(0);
      await ended();
    });

    test('ends when the run is killed', async () => {
      const { child, status } = start(wrapped(TOUCHSTONE));
      await expect.poll(() => readFileSync(started()[1], 'utf8'), { timeout: 60_000 }).toContain('baseUrl');
      child.kill('SIGKILL');
      expect(await status).toBe(null);
      await ended();
    });

    test('is missed in one line where the command prints something else', async () => {
      const { printed, status } = start('echo hello');
      expect(await printed).toMatch(
        /`echo hello sandbox` did not start within 60 s \(exit status 0\): first line 'hello sandbox --port /,
      );
      expect(await status).toBe(1);
    });

    test('is missed in one line where a port is taken', async () => {
      const port = (taken.address() as { readonly port: number }).port;
      const { printed } = start(`sh -c '${TOUCHSTONE} sandbox --port ${port}' x`);
      const line = `did not start within 60 s \\(exit status 2\\): first line '', standard error: touchstone: .*${port}.*`;
      expect(await printed).toMatch(new RegExp(line));
    });

    test('is missed in one line where it is never ready, and what was started is killed', async () => {
      const { printed } = start(wrapped(`sh -c 'exec sleep 600' x`), 1);
      expect(await printed).toMatch(/did not start within 1 s \(killed\): first line '', standard error: /);
      await ended();
    });
  });
});

/** A process that ended, but whose parent did not wait for it, has an empty command line. */
function isRunning(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8') !== '';
  } catch {
    return false;
  }
}
