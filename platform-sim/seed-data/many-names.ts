/** Names of hundreds of organisations, users and portfolios: loaded only with a large world. */
import { createRequire } from 'node:module';
import type { Random } from '../seed.ts';
import type { Names } from './names.ts';

/** Names from a large package, drawn from the world's randomness. */
export function manyNamesOf(random: Random): Names {
  const { faker } = createRequire(import.meta.url)('@faker-js/faker/locale/en') as typeof import('@faker-js/faker');
  // The package has one random source for all its users: each name takes its draws from the world's own source and
  // restores it.
  const named = (say: () => string): string => {
    faker.seed(random.uint32());
    return say();
  };
  return {
    company: () => named(() => faker.company.name()),
    person: () => named(() => faker.person.fullName()),
    portfolio: () => named(() => `${faker.location.country()} Fund`),
  };
}
