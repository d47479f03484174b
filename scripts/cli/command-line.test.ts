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
    cwd: import.meta.dirname,
    interrupted: new AbortController().signal,
    ...of,
  };
  const status = await runCommandLine(args, io);
  return { status, stdout, stderr };
}

describe('wrong usage: one line with the mistake and its place, status 2, nothing on standard output', () => {
  // biome-ignore format: an aligned table
  test.each([
    [['chek'],                   "unknown command 'chek' (Did you mean check?); see touchstone --help"],
    [['sandbox', '--prot', '4'], "unknown option '--prot' (Did you mean --port?); see touchstone sandbox --help"],
    [['--port', '4'],            "unknown option '--port'; see touchstone --help"],
    [['check', '--seed'],        "option '--seed <n>' argument missing; see touchstone check --help"],
    [['list', 'extra'],          "too many arguments for 'list'. Expected 0 arguments but got 1: extra.; see touchstone list --help"],
    [['replay'],                 "missing required argument 'file'; see touchstone replay --help"],
    [['report'],                 'report needs a command of its own; see touchstone report --help'],
    [['import', 'x.har'],        'import x.har: there is no such file'],
    [['member'],                 "required option '--platform <url>' not specified; see touchstone member --help"],
  ])('touchstone %j', async (args, line) => {
    expect(await touchstone(...args)).toEqual({ status: 2, stdout: '', stderr: `touchstone: ${line}\n` });
  });

  test.each([
    [['check', '--target', 'no-such-profile.yaml'], 'no-such-profile.yaml'],
    [['doctor', '--target', 'no-such-profile.yaml'], 'no-such-profile.yaml'],
    [['replay', 'no-such-scenario.yaml'], 'no-such-scenario.yaml'],
    [['report', 'render', 'no-such-report.json', '--out', 'x'], 'no-such-report.json'],
    [['token', 'trader', '--target', 'no-such-profile.yaml'], 'no-such-profile.yaml'],
    [['sandbox', '--port', '65536'], '--port 65536'],
    [['sandbox', '--clock', 'x0'], '--clock x0'],
    [['check', '--shard', '3/2'], '--shard 3/2'],
    [['member', '--platform', 'memory'], 'such as nats://127.0.0.1:4222'],
    [['platform', '--platform', 'http://127.0.0.1'], 'such as nats://127.0.0.1:4222'],
  ])('touchstone %j', async (args, named) => {
    const { status, stdout, stderr } = await touchstone(...args);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain(named);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(stderr).not.toContain('a fault of touchstone');
    expect(stderr).not.toMatch(/^\s+at /m);
  });
});

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
    expect(stdout).toContain(`Usage: touchstone ${name}`);
    expect(stdout).toContain(`Examples:\n  touchstone ${name}`);
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
