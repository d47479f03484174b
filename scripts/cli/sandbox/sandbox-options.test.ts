import { describe, expect, test } from 'vitest';
import { UsageError } from '../usage-error.ts';
import type { SandboxCommandOptions } from './sandbox-options.ts';
import { sandboxOptions } from './sandbox-options.ts';

const given: SandboxCommandOptions = {
  port: 4010,
  controlPort: 4011,
  host: '127.0.0.1',
  controlHost: '127.0.0.1',
  route: 'round-robin',
  seed: 1,
  world: 'small',
  clock: 'real',
};

describe('sandboxOptions', () => {
  // biome-ignore format: an aligned table
  test.each([
    [{}, { clock: 'real', world: 'small', route: 'round-robin' }],
    [{ clock: 'virtual' }, { clock: 'virtual' }],
    [{ clock: 'x60' }, { clock: { rate: 60 } }],
    [{ clock: 'x0.5' }, { clock: { rate: 0.5 } }],
    [{ member: ['0.14.0', '0.13.0'] }, { members: [{ version: '0.14.0' }, { version: '0.13.0' }] }],
    [{ member: ['0.14.0,algos=off,replica=on'] }, { members: [{ version: '0.14.0', surfaces: { algos: false, replica: true } }] }],
    [{ member: ['0.14.0@ws=1.1.0,tickets=off'] }, { members: [{ version: '0.14.0', socketVersion: '1.1.0', surfaces: { tickets: false } }] }],
    [
      { route: 'weighted', member: ['0.13.0', '0.14.0,algos=off,weight=3'] },
      {
        route: 'weighted',
        members: [{ version: '0.13.0' }, { version: '0.14.0', surfaces: { algos: false }, weight: 3 }],
      },
    ],
    [{ route: 'sticky' }, { route: 'sticky' }],
    [{ publicUrl: 'http://sandbox:4010/' }, { publicUrl: 'http://sandbox:4010' }],
    [{ allowHost: ['Sandbox', 'dash.example'] }, { allowHosts: ['sandbox', 'dash.example'] }],
    [{ cors: ['http://localhost:5173/', '*'] }, { cors: ['http://localhost:5173', '*'] }],
    [{ permissive: true as const }, { permissive: ['decisions'] }],
    [{ permissive: 'order-created-200,no-date' }, { permissive: ['order-created-200', 'no-date'] }],
  ])('%j', async (over, expected) => {
    expect(await sandboxOptions({ ...given, ...over })).toMatchObject(expected);
  });

  // biome-ignore format: an aligned table
  test.each([
    [{ clock: 'x0' }, '--clock x0: real, virtual or xN is needed, such as x60 for an hour a minute, up to x100000'],
    [{ clock: 'x100001' }, '--clock x100001: real, virtual or xN is needed, such as x60 for an hour a minute, up to x100000'],
    [{ data: '' }, '--data: it names no folder; name one, such as --data ./kept'],
    [{ data: ' ' }, '--data: it names no folder; name one, such as --data ./kept'],
    [{ clock: 'fast' }, '--clock fast: real, virtual or xN is needed, such as x60 for an hour a minute, up to x100000'],
    [{ route: 'fairly' }, '--route fairly: one of round-robin, random, sticky, weighted is needed'],
    [{ world: 'world.yaml' }, '--world world.yaml: one of small, large is needed'],
    [{ member: ['0.15.0'] }, '--member 0.15.0: no such contract version; there are 0.1.0 to 0.14.0, as in its changelog'],
    [{ member: ['0.14.0@ws=1.2.0'] }, '--member 0.14.0@ws=1.2.0: @ws=1.2.0 is none of @ws=1.0.0, @ws=1.1.0, @ws=1.4.0'],
    [{ member: ['0.14.0@1.4.0'] }, '--member 0.14.0@1.4.0: @1.4.0 is none of @ws=1.0.0, @ws=1.1.0, @ws=1.4.0'],
    [
      { member: ['0.14.0,algo=off'] },
      '--member 0.14.0,algo=off: algo=off is none of algos, balances, intake, replica, tickets, each =on or =off, and weight=N',
    ],
    [
      { member: ['0.14.0,algos=no'] },
      '--member 0.14.0,algos=no: algos=no is none of algos, balances, intake, replica, tickets, each =on or =off, and weight=N',
    ],
    [{ member: ['0.14.0,weight=3.5'] }, '--member 0.14.0,weight=3.5: weight=3.5 is no weight: a whole number from 0 to 1000 is needed'],
    [{ member: ['0.14.0,'] }, '--member 0.14.0,: nothing is none of algos'],
    [{ permissive: 'no-dat' }, '--permissive=no-dat: no such variation; did you mean no-date?'],
    [{ permissive: 'qwertyuiop' }, '--permissive=qwertyuiop: no such variation; --permissive=list prints them'],
    [{ publicUrl: 'sandbox:4010' }, '--public-url sandbox:4010: scheme, host and port are needed'],
    [{ publicUrl: 'http://sandbox/v1' }, '--public-url http://sandbox/v1: scheme, host and port are needed'],
    [{ allowHost: ['http://sandbox'] }, '--allow-host http://sandbox: the name of a host is needed'],
    [{ cors: ['localhost:5173'] }, '--cors localhost:5173: an origin is needed, scheme, host and port without a path'],
    [{ allowHost: ['sandbox:4011'] }, '--allow-host sandbox:4011: the name of a host is needed'],
    [{ defect: ['qwertyuiop'] }, '--defect qwertyuiop: no such defect; --defect list prints them'],
  ])('refuses %j', async (over, message) => {
    const refused = sandboxOptions({ ...given, ...over });
    await expect(refused).rejects.toThrow(UsageError);
    await expect(refused).rejects.toThrow(message);
  });
});
