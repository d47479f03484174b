import { expect, test } from 'vitest';
import { TicketWarnings } from './ticket-warnings.ts';

test('warns at the start and at a ticket, each warning once', () => {
  let now: string | undefined = 'in turn';
  const said: string[] = [];
  const stream = { write: (text: string) => said.push(text) };
  const tickets = new TicketWarnings({ stderr: stream });
  tickets.start({ ticketWarning: () => now });
  for (now of ['in turn', undefined, 'by chance', 'in turn', 'by chance']) {
    tickets.observe({ method: 'GET', path: '/me' });
    tickets.observe({ method: 'POST', path: '/v1/ws-tickets' });
  }
  expect(said).toEqual(['touchstone: in turn\n', 'touchstone: by chance\n']);
});
