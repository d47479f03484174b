import { refusedMoney } from './refused-money.ts';

/** `digits` as the last of so many fractional places; the last is never a zero (decision A69). */
function atPlaces(places: number, digits: string): string {
  return `0.${`${digits.replace(/0$/, '1')}`.padStart(places, '0')}`;
}

export const nineteenPlacesAreRefused = refusedMoney({
  id: 'mon/nineteen-places-are-refused',
  proves: 'MON-08',
  title: 'money of more than 18 fractional digits is refused; 18 are taken',
  spellings: (digits) => [atPlaces(19, digits), `-${atPlaces(19, digits)}`, atPlaces(20, digits), atPlaces(40, digits)],
  taken: (digits) => [atPlaces(18, digits)],
});
