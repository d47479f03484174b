/** Scripts for `page.evaluate` that measure how a page looks. Each returns what is wrong, one text an element. */

const NAMED = `const named = (one) => one.tagName + ' ' + (one.ariaLabel ?? one.id) + ' ' + one.textContent.slice(0, 40);`;

/** Fields and buttons with a border of less than 3:1 against what surrounds them (WCAG 1.4.11). */
export const PALE_BORDERS = `(() => { ${NAMED}
  const parts = (colour) => colour.match(/[0-9.]+/g).map(Number);
  const light = (colour) => {
    const [r, g, b] = parts(colour).map((c) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
  };
  const behind = (one) => {
    const colour = getComputedStyle(one).backgroundColor;
    return parts(colour)[3] === 0 && one.parentElement ? behind(one.parentElement) : colour;
  };
  return [...document.querySelectorAll('input, select, textarea, button')].flatMap((one) => {
    const [a, b] = [light(getComputedStyle(one).borderTopColor), light(behind(one.parentElement))];
    const ratio = Math.max(a, b) / Math.min(a, b);
    return ratio >= 3 ? [] : [named(one) + ': ' + ratio.toFixed(2)];
  });
})()`;

/** Labels above fields of one row, and buttons of one cell, that are not on one line. */
export const UNEVEN = `(() => { ${NAMED}
  const top = (one) => Math.round(one.getBoundingClientRect().top);
  const bottom = (one) => Math.round(one.getBoundingClientRect().bottom);
  const labels = [...document.querySelectorAll('.bar')].flatMap((bar) => {
    const fields = [...bar.querySelectorAll(':scope > .field, :scope > form > .field')];
    return fields.filter((one) => fields.some((other) => bottom(one) === bottom(other) && top(one) !== top(other)));
  });
  const buttons = [...document.querySelectorAll('.acts')].filter((cell) => new Set([...cell.querySelectorAll('button')].map(top)).size > 1);
  return [...labels, ...buttons].map(named);
})()`;

/** Cells, tables and fields that do not show all of their content. */
export const CUT_OFF = `(() => { ${NAMED}
  return [...document.querySelectorAll('main, .wide, [role=gridcell], [role=columnheader], main input')]
    .filter((one) => one.scrollWidth > one.clientWidth + 1).map(named);
})()`;
