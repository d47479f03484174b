/** Other spellings of one ticket in a query string, which a lenient reader would accept, and tickets changed in one place. */
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** What follows `ticket=` in the query string. */
export function respeltTickets(ticket: string): readonly string[] {
  const encoded = [...ticket].map((c) => `%${c.charCodeAt(0).toString(16).padStart(2, '0')}`);
  const last = ticket.at(-1) ?? '';
  const spare = DIGITS[DIGITS.indexOf(last) ^ 1] ?? last;
  return [
    `${encoded[0]}${ticket.slice(1)}`,
    encoded.join(''),
    `${ticket}=`,
    `${ticket}%3D%3D`,
    `${ticket.slice(0, -1)}${spare}`,
    `%20${ticket}`,
    `${ticket}%00`,
    `none&ticket=${ticket}`,
  ];
}

/** Tickets that differ from this one in one place, by what was done to each. */
export function tamperedTickets(ticket: string): Readonly<Record<string, string>> {
  const at = (place: number) => {
    const digit = DIGITS.indexOf(ticket[place] ?? '');
    const other = DIGITS[(digit + 32) % 64] ?? 'A';
    return `${ticket.slice(0, place)}${other}${ticket.slice(place + 1)}`;
  };
  return {
    'changed at its start': at(0),
    'changed in its middle': at(ticket.length >> 1),
    'changed in its last quarter': at(Math.floor(ticket.length * 0.8)),
    'cut short': ticket.slice(0, -4),
    longer: `${ticket}AAAA`,
    'turned round': [...ticket].reverse().join(''),
  };
}
