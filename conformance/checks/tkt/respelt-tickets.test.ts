import fc from 'fast-check';
import { expect, test } from 'vitest';
import { respeltTickets, tamperedTickets } from './respelt-tickets.ts';

const TICKET = fc.string({
  unit: fc.constantFrom(...'ABCXYZabcxyz0189-_.~='),
  minLength: 16,
  maxLength: 200,
});

test('a tampered ticket is another one', () => {
  fc.assert(
    fc.property(TICKET, (ticket) => {
      // One that reads the same from both ends cannot be turned round.
      fc.pre(ticket !== [...ticket].reverse().join(''));
      expect(Object.values(tamperedTickets(ticket))).not.toContain(ticket);
    }),
  );
});

test('a respelt ticket stands otherwise in its query string, and escapes mean what they say', () => {
  fc.assert(
    fc.property(TICKET, (ticket) => {
      const [escaped, whole] = respeltTickets(ticket);
      expect([escaped, whole]).not.toContain(ticket);
      expect([escaped, whole].map((spelling) => decodeURIComponent(spelling ?? ''))).toEqual([ticket, ticket]);
    }),
  );
});
