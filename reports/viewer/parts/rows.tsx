import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

export interface Column<Item> {
  readonly name: string;
  /** As in `grid-template-columns`. */
  readonly width: string;
  cell(item: Item): ComponentChildren;
}

/** Which items are lines across the table instead of rows, and what they say. */
export interface Lines<Item, Line> {
  is(item: Item | Line): item is Line;
  text(line: Line): ComponentChildren;
}

interface RowsProps<Item, Line> {
  readonly label: string;
  readonly items: readonly (Item | Line)[];
  readonly columns: readonly Column<Item>[];
  /** Of the whole table, as CSS. */
  readonly height: string;
  keyOf(item: Item | Line): string | number;
  readonly selected?: string | number | undefined;
  onSelect?(item: Item): void;
  /** false: it stays at its beginning; what is new there does not end it. */
  readonly follows?: boolean;
  readonly lines?: Lines<Item, Line>;
  /** In place of rows: what would be there, and how to get it. */
  readonly empty?: ComponentChildren;
}

const ROW_PX = 30;
const HEAD_PX = 32;
/** Rows outside the window that are drawn all the same, so that scrolling shows no gap. */
const MARGIN = 10;

/**
 * A table of any length: only the rows in its window are drawn. It follows its end while it is scrolled there. Arrow
 * keys, Home and End move the selection, past lines.
 */
export function Rows<Item, Line = never>({
  label,
  items,
  columns,
  height,
  keyOf,
  selected,
  onSelect,
  follows = true,
  lines,
  empty,
}: RowsProps<Item, Line>) {
  const box = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [inView, setInView] = useState(20);
  const atEnd = useRef(follows);

  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    setInView(Math.ceil(element.clientHeight / ROW_PX));
    if (atEnd.current) element.scrollTop = element.scrollHeight;
  }, [items.length, height]);

  const scrolled = () => {
    const element = box.current;
    if (element === null) return;
    atEnd.current = follows && element.scrollTop + element.clientHeight >= element.scrollHeight - ROW_PX;
    setTop(element.scrollTop);
  };

  const from = Math.max(0, Math.floor((top - HEAD_PX) / ROW_PX) - MARGIN);
  const shown = items.slice(from, from + inView + 2 * MARGIN);
  const at = items.findIndex((item) => keyOf(item) === selected);

  const isLine = (item: Item | Line): item is Line => lines?.is(item) === true;
  const select = (first: number, step: number) => {
    let index = Math.min(Math.max(first, 0), items.length - 1);
    let item = items[index];
    for (; item !== undefined && isLine(item); item = items[index]) index += step;
    const element = box.current;
    if (item === undefined || element === null) return;
    onSelect?.(item as Item);
    const y = index * ROW_PX;
    if (y < element.scrollTop) element.scrollTop = y;
    if (y + ROW_PX > element.scrollTop + element.clientHeight - HEAD_PX) {
      element.scrollTop = y + ROW_PX - element.clientHeight + HEAD_PX;
    }
  };
  const pressed = (event: KeyboardEvent) => {
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    select(to, event.key === 'ArrowUp' || event.key === 'End' ? -1 : 1);
  };

  const active = at >= from && at < from + shown.length ? `${label}-${selected}` : undefined;
  return (
    <div
      class="rows"
      ref={box}
      role="grid"
      aria-label={label}
      aria-rowcount={items.length + 1}
      aria-activedescendant={active}
      tabIndex={0}
      onScroll={scrolled}
      onKeyDown={pressed}
      style={{ height, '--columns': columns.map(({ width }) => width).join(' ') }}
    >
      <div class="head" role="row" aria-rowindex={1}>
        {columns.map(({ name }) => (
          <span key={name} role="columnheader">
            {name}
          </span>
        ))}
      </div>
      <div style={{ position: 'relative', height: `${items.length * ROW_PX}px` }} role="rowgroup">
        {shown.map((item, i) => (
          <div
            key={keyOf(item)}
            id={`${label}-${keyOf(item)}`}
            class={isLine(item) ? 'row line' : 'row'}
            role="row"
            aria-rowindex={from + i + 2}
            aria-selected={keyOf(item) === selected}
            style={{ top: `${(from + i) * ROW_PX}px`, height: `${ROW_PX}px` }}
            onClick={() => {
              if (!isLine(item)) onSelect?.(item);
            }}
          >
            {isLine(item) ? (
              <span role="gridcell" aria-colspan={columns.length}>
                {lines?.text(item)}
              </span>
            ) : (
              columns.map(({ name, cell }) => (
                <span key={name} role="gridcell">
                  {cell(item)}
                </span>
              ))
            )}
          </div>
        ))}
        {items.length > 0 || empty === undefined ? null : (
          <div role="row" aria-rowindex={2}>
            <div class="empty" role="gridcell" aria-colspan={columns.length}>
              {empty}
            </div>
          </div>
        )}
      </div>
    </div>
  );
}
