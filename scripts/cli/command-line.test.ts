import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { CommandIo } from './command.ts';
import { runCommandLine } from './command-line.ts';
import { COMMANDS } from './command-table.ts';

async function touchstone(...args: readonly string[]) {
  return run(args, {});
}

async function run(args: readonly string[], of: Partial<CommandIo>) {
  let stdout = '';
  let stderr = '';
  const io: CommandIo = {
    stdout: { write: (text) => (stdout += text), columns: 200 },
    stderr: { write: (text) => (stderr += text) },
    env: {},
    cwd: join(import.meta.dirname, '../..'),
    interrupted: new AbortController().signal,
    ...of,
  };
  const status = await runCommandLine(args, io);
  return { status, stdout, stderr };
}

describe('help', () => {
  test('it names every command, in order', async () => {
    const { status, stdout, stderr } = await touchstone('--help');
    expect([status, stderr]).toEqual([0, '']);
    const named = [...stdout.matchAll(/^ {2}([a-z]+) /gm)].map(([, name]) => name);
    expect(named).toEqual([...Object.keys(COMMANDS), 'help']);
  });

  test.each(Object.keys(COMMANDS))('%s --help: its purpose and its syntax', async (name) => {
    const { status, stdout, stderr } = await touchstone(name, '--help');
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toContain(`Usage: npm run -s touchstone -- ${name}`);
    expect(stdout).toContain(`Examples:\n  npm run -s touchstone -- ${name}`);
  });

  test('no command at all: the help, and status 2', async () => {
    expect(await touchstone()).toMatchObject({
      status: 2,
      stderr: '',
      stdout: expect.stringContaining('Usage: touchstone'),
    });
  });
});

test('--version', async () => {
  expect(await touchstone('--version')).toEqual({ status: 0, stdout: '0.1.0\n', stderr: '' });
});

describe('an internal error of touchstone', () => {
  const stdout = {
    write: () => {
      throw new Error('the first line\n    and the second');
    },
  };

  test('one line, status 2', async () => {
    expect(await run(['--version'], { stdout })).toMatchObject({
      status: 2,
      stderr:
        'touchstone: a fault of touchstone itself: the first line and the second (set TOUCHSTONE_DEBUG=1 for the stack)\n',
    });
  });

  test('the stack if it is requested', async () => {
    const { stderr } = await run(['--version'], { stdout, env: { TOUCHSTONE_DEBUG: '1' } });
    expect(stderr).toMatch(/^ {4}at /m);
  });
});
