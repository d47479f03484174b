/** On paper nothing can be opened: whatever matters (`data-print`) is open while the page is printed. */
export function openForPrint(): void {
  let opened: HTMLDetailsElement[] = [];
  const open = () => {
    opened = [...document.querySelectorAll<HTMLDetailsElement>('details[data-print]:not([open])')];
    for (const details of opened) details.open = true;
  };
  const close = () => {
    for (const details of opened) details.open = false;
    opened = [];
  };
  addEventListener('beforeprint', open);
  addEventListener('afterprint', close);
  matchMedia('print').addEventListener('change', ({ matches }) => (matches ? open() : close()));
}
