import type { Random } from '../seed.ts';

/**
 * Names of organisations, users and portfolios of a small world: word lists, because loading a package of names takes a
 * tenth of a start.
 */
export interface Names {
  company(): string;
  person(): string;
  portfolio(): string;
}

/** Names from short word lists, drawn from the world's randomness. */
export function namesOf(random: Random): Names {
  const { pick } = random;
  return {
    company: () => `${pick(FAMILIES)} ${pick(TRADES)}`,
    person: () => `${pick(FIRST_NAMES)} ${pick(FAMILIES)}`,
    portfolio: () => `${pick(KINDS)} ${pick(PURPOSES)}`,
  };
}

const FAMILIES = [
  ...['Abara', 'Alvarez', 'Bergstrom', 'Castellan', 'Dubois', 'Eriksen', 'Farouk', 'Grundy', 'Haddad', 'Ishikawa'],
  ...['Jankowski', 'Kaplan', 'Lindqvist', 'Moreau', 'Nakamura', 'Okafor', 'Petrov', 'Quiroga', 'Rasmussen', 'Silva'],
  ...['Tanaka', 'Ueda', 'Vasquez', 'Weber', 'Xiong', 'Yilmaz', 'Zielinski'],
] as const;
const FIRST_NAMES = [
  ...['Ada', 'Bruno', 'Chiara', 'Daniel', 'Elif', 'Farid', 'Greta', 'Hugo', 'Ines', 'Jonas', 'Kofi', 'Leila', 'Marek'],
  ...['Nadia', 'Oscar', 'Priya', 'Quentin', 'Rosa', 'Samuel', 'Tomas', 'Ursula', 'Victor', 'Wanda', 'Yuki', 'Zoe'],
] as const;
const TRADES = [
  'Capital',
  'Partners',
  'Trading',
  'Holdings',
  'Markets',
  'Brokers',
  'Asset Management',
  'and Sons',
] as const;
const KINDS = ['Main', 'Core', 'Growth', 'Income', 'Reserve', 'Market-neutral', 'Overlay', 'Systematic'] as const;
const PURPOSES = ['Portfolio', 'Book', 'Strategy', 'Account', 'Fund'] as const;
