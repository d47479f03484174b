/** What hundreds of organisations, people and portfolios are called: loaded with a large world, and with no other start. */
import { createRequire } from 'node:module';
import type { Random } from '../seed.ts';
import type { Names } from './names.ts';

export function manyNamesOf(random: Random): Names {
  const { faker } = createRequire(import.meta.url)('@faker-js/faker/locale/en') as typeof import('@faker-js/faker');
  // The package has one source of chance for all who use it: each name takes it from the world's own, and leaves none behind.
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
