/** The one argument of a bench: how many; ends the process with 2 where it is none. */
export function countArgument(of: string, absent: number): number {
  const count = Number(process.argv[2] ?? absent);
  if (Number.isInteger(count) && count >= 1) return count;
  console.error(`the number of ${of} is a whole number from 1 on, such as ${absent}; got ${process.argv[2]}`);
  process.exit(2);
}
