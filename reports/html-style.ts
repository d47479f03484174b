/** The page's only style sheet: light and dark by the reader's setting, and suitable for print. Nothing is fetched. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --page: light-dark(#f6f7f9, #101418);
  --card: light-dark(#ffffff, #181d23);
  --line: light-dark(#dde1e7, #2b323b);
  --text: light-dark(#1b2128, #e4e8ee);
  --soft: light-dark(#59636f, #9aa5b2);
  --code: light-dark(#f1f3f6, #11161b);
  --link: light-dark(#0b5cad, #7ab7ff);
  --pass: light-dark(#17713a, #5cc98a);
  --part: light-dark(#5f6d00, #c3d04f);
  --part-ground: light-dark(#f7f8e6, #23261a);
  --fail: light-dark(#b3261e, #ff8a80);
  --inconclusive: light-dark(#8a5a00, #f2bd5b);
  --not-exercised: light-dark(#4a5a88, #a3b4e6);
  --not-applicable: light-dark(#69727d, #8c97a4);
}
* { box-sizing: border-box; }
html { scroll-padding-top: 3.5rem; }
body { margin: 0; background: var(--page); color: var(--text); font: 15px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif; }
main, header, footer { max-width: 76rem; margin: 0 auto; padding: 0 1.5rem; }
header { padding-top: 2rem; }
a { color: var(--link); }
h1 { font-size: 1.05rem; font-weight: 600; color: var(--soft); margin: 0 0 1rem; letter-spacing: .01em; }
h1 b { color: var(--text); }
h2 { font-size: 1.25rem; margin: 2.75rem 0 .9rem; }
h3 { font-size: 1.02rem; margin: 0; line-height: 1.4; }
code, pre, .mono { font: .86em/1.5 ui-monospace, 'SFMono-Regular', Menlo, Consolas, 'DejaVu Sans Mono', monospace; overflow-wrap: anywhere; }
pre { margin: 0; padding: .6rem .8rem; background: var(--code); border: 1px solid var(--line); border-radius: 6px; white-space: pre-wrap; }
.banner { border-radius: 10px; padding: 1.4rem 1.6rem; background: var(--card); border: 1px solid var(--line); border-left: 8px solid var(--tone); }
.banner p { margin: 0; }
.banner .headline { font-size: 1.9rem; font-weight: 700; line-height: 1.2; color: var(--tone); }
.banner .remark { margin-top: .4rem; color: var(--text); }
.good { --tone: var(--pass); } .bad { --tone: var(--fail); } .unsure { --tone: var(--inconclusive); }
.pass { --tone: var(--pass); } .pass.part { --tone: var(--part); } .fail { --tone: var(--fail); } .inconclusive { --tone: var(--inconclusive); }
.not-exercised { --tone: var(--not-exercised); } .not-applicable { --tone: var(--not-applicable); }
.counts { display: grid; grid-template-columns: repeat(auto-fit, minmax(9.5rem, 1fr)); gap: .75rem; margin: 1rem 0 0; padding: 0; list-style: none; }
.counts li { background: var(--card); border: 1px solid var(--line); border-top: 4px solid var(--tone); border-radius: 8px; padding: .7rem 1rem .6rem; }
.counts b { display: block; font-size: 1.9rem; line-height: 1.15; font-variant-numeric: tabular-nums; color: var(--tone); }
.counts .part { display: block; color: var(--part); font-weight: 600; }
.bar { display: block; width: 100%; height: 10px; margin: 1rem 0 0; border-radius: 5px; }
.bar rect { fill: var(--tone); }
dl.facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(9.5rem, auto)); gap: .4rem 1.5rem; margin: 1.25rem 0 0; }
dl.facts div { min-width: 0; }
dt { color: var(--soft); font-size: .82rem; }
dd { margin: 0; overflow-wrap: anywhere; }
.card { background: var(--card); border: 1px solid var(--line); border-left: 5px solid var(--tone); border-radius: 8px; padding: 1rem 1.2rem; margin: 0 0 1rem; }
.card .proves { margin: .15rem 0 .8rem; color: var(--soft); }
.card dl { display: grid; grid-template-columns: 6rem minmax(0, 1fr); gap: .45rem .9rem; margin: 0; }
.card dt { padding-top: .12rem; }
details { margin-top: .9rem; }
summary { cursor: pointer; color: var(--link); }
.exchange { border-top: 1px solid var(--line); margin-top: .8rem; padding-top: .8rem; }
.exchange p { margin: 0 0 .4rem; }
.exchange.named p b { color: var(--fail); }
.sides { display: grid; grid-template-columns: repeat(auto-fit, minmax(20rem, 1fr)); gap: .6rem; }
.badge { display: inline-block; white-space: nowrap; font-size: .82rem; font-weight: 600; color: var(--tone); }
.badge::before { content: ''; display: inline-block; width: .6em; height: .6em; margin-right: .45em; border-radius: 50%; background: var(--tone); }
.not-exercised .badge::before, .badge.not-exercised::before, .not-applicable .badge::before { background: transparent; border: 2px solid var(--tone); }
.badge.part { white-space: normal; }
.badge.part::before { background: linear-gradient(90deg, var(--tone) 50%, transparent 50%); border: 2px solid var(--tone); }
tr.part > * { background: var(--part-ground); }
tr.part > th { box-shadow: inset 4px 0 0 var(--part); }
.filters { border: 0; margin: 0 0 .8rem; padding: 0; display: flex; flex-wrap: wrap; gap: .4rem; }
.filters legend { float: left; margin-right: .6rem; padding: .25rem 0; color: var(--soft); }
.filters label { cursor: pointer; padding: .2rem .8rem; border: 1px solid var(--line); border-radius: 999px; background: var(--card); }
.filters label:has(:checked) { border-color: var(--link); box-shadow: inset 0 0 0 1px var(--link); }
.filters label:has(:focus-visible) { outline: 2px solid var(--link); outline-offset: 2px; }
.filters input { position: absolute; opacity: 0; }
.requirements:has([value='pass']:checked) tr[class]:not(.pass),
.requirements:has([value='part']:checked) tr[class]:not(.part),
.requirements:has([value='fail']:checked) tr[class]:not(.fail),
.requirements:has([value='inconclusive']:checked) tr[class]:not(.inconclusive),
.requirements:has([value='not-exercised']:checked) tr[class]:not(.not-exercised),
.requirements:has([value='not-applicable']:checked) tr[class]:not(.not-applicable) { display: none; }
.scroll { overflow-x: auto; background: var(--card); border: 1px solid var(--line); border-radius: 8px; }
table { border-collapse: collapse; width: 100%; }
caption { text-align: left; padding: .6rem .9rem; color: var(--soft); }
th, td { text-align: left; vertical-align: top; padding: .45rem .9rem; border-top: 1px solid var(--line); }
thead th { border-top: 0; color: var(--soft); font-size: .82rem; font-weight: 600; white-space: nowrap; }
tbody th { font-weight: 600; white-space: nowrap; }
tbody th.area { background: var(--code); color: var(--soft); font-size: .82rem; letter-spacing: .04em; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; }
.requirements td:last-child { min-width: 15rem; }
td .why { display: block; color: var(--soft); font-size: .88rem; }
.ids a { white-space: nowrap; text-decoration: none; }
.ids a:hover, .ids a:focus-visible { text-decoration: underline; }
td details { margin-top: .2rem; font-size: .88rem; }
tr:target > * { background: light-dark(#fff5d6, #3a3118); }
footer { margin-top: 3rem; padding-bottom: 3rem; color: var(--soft); font-size: .85rem; }
@media print {
  :root { color-scheme: light; }
  body { background: #fff; font-size: 10pt; }
  main, header, footer { max-width: none; padding: 0; }
  .filters { display: none; }
  .scroll { overflow: visible; }
  .card, tr, .counts li { break-inside: avoid; }
  thead { display: table-header-group; }
  a { color: inherit; text-decoration: none; }
  .banner, .counts li, .card, .bar, .badge::before, tr.part > * { print-color-adjust: exact; }
}
`;
