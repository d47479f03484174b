import { expect, test } from 'vitest';
import { profileSchema } from './profile.ts';
import { profileKeys } from './profile-keys.ts';

const keys = profileKeys();
const holdsKeys = (path: string) =>
  path.startsWith('principals.') || keys.some((key) => key.path.startsWith(`${path}.`));

test('every key of a profile has a description, a whole sentence except for principals', () => {
  expect(keys.filter(({ description }) => description === '').map(({ path }) => path)).toEqual([]);
  expect(
    keys.filter(({ path, description }) => !/^principals\.[a-z]/.test(path) && !description.endsWith('.')),
  ).toEqual([]);
});

test('every key without sub-keys has an example', () => {
  expect(keys.filter(({ path, example }) => example === undefined && !holdsKeys(path)).map(({ path }) => path)).toEqual(
    [],
  );
});

test('the keys of a principal are listed once', () => {
  const paths = keys.map(({ path }) => path);
  expect(paths).toContain('principals.trader');
  expect(paths).toContain('principals.NAME.clientSecretEnv');
  expect(paths).not.toContain('principals.trader.clientId');
  expect(new Set(paths).size).toBe(paths.length);
});

test('a profile accepts every example', () => {
  const all: Record<string, unknown> = {};
  for (const { path, example } of keys.filter((key) => key.example !== undefined)) {
    const steps = path.replace('.NAME.', '.trader.').split('.');
    let at = all;
    for (const step of steps.slice(0, -1)) {
      at[step] ??= {};
      at = at[step] as Record<string, unknown>;
    }
    at[steps.at(-1) ?? ''] = example;
  }
  expect(profileSchema.safeParse(all).error?.issues ?? []).toEqual([]);
});
