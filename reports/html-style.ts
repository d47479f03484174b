/** The only style sheet of a replay's page: light and dark by the reader's setting, and suitable for print. Nothing is fetched. */
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
  --fail: light-dark(#b3261e, #ff8a80);
  --inconclusive: light-dark(#8a5a00, #f2bd5b);
  --not-exercised: light-dark(#4a5a88, #a3b4e6);
  --not-applicable: light-dark(#69727d, #8c97a4);
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text); font: 15px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif; }
main, header, footer { max-width: 76rem; margin: 0 auto; padding: 0 1.5rem; }
header { padding-top: 2rem; }
h1 { font-size: 1.05rem; font-weight: 600; color: var(--soft); margin: 0 0 1rem; letter-spacing: .01em; }
h1 b { color: var(--text); }
h2 { font-size: 1.25rem; margin: 2.75rem 0 .9rem; }
h3 { font-size: 1.02rem; margin: 0; line-height: 1.4; }
code, pre { font: .86em/1.5 ui-monospace, 'SFMono-Regular', Menlo, Consolas, 'DejaVu Sans Mono', monospace; overflow-wrap: anywhere; }
pre { margin: 0; padding: .6rem .8rem; background: var(--code); border: 1px solid var(--line); border-radius: 6px; white-space: pre-wrap; }
.banner { border-radius: 10px; padding: 1.4rem 1.6rem; background: var(--card); border: 1px solid var(--line); border-left: 8px solid var(--tone); }
.banner p { margin: 0; }
.banner .headline { font-size: 1.9rem; font-weight: 700; line-height: 1.2; color: var(--tone); }
.banner .remark { margin-top: .4rem; color: var(--text); }
.good { --tone: var(--pass); } .bad { --tone: var(--fail); } .unsure { --tone: var(--inconclusive); }
.pass { --tone: var(--pass); } .fail { --tone: var(--fail); } .inconclusive { --tone: var(--inconclusive); }
.not-exercised { --tone: var(--not-exercised); } .not-applicable { --tone: var(--not-applicable); }
.counts { display: grid; grid-template-columns: repeat(auto-fit, minmax(9.5rem, 1fr)); gap: .75rem; margin: 1rem 0 0; padding: 0; list-style: none; }
.counts li { background: var(--card); border: 1px solid var(--line); border-top: 4px solid var(--tone); border-radius: 8px; padding: .7rem 1rem .6rem; }
.counts b { display: block; font-size: 1.9rem; line-height: 1.15; font-variant-numeric: tabular-nums; color: var(--tone); }
dt { color: var(--soft); font-size: .82rem; }
dd { margin: 0; overflow-wrap: anywhere; }
.card { background: var(--card); border: 1px solid var(--line); border-left: 5px solid var(--tone); border-radius: 8px; padding: 1rem 1.2rem; margin: 0 0 1rem; }
.card dl { display: grid; grid-template-columns: 6rem minmax(0, 1fr); gap: .45rem .9rem; margin: 0; }
.card dt { padding-top: .12rem; }
details { margin-top: .9rem; }
summary { cursor: pointer; color: var(--link); }
.badge { display: inline-block; white-space: nowrap; font-size: .82rem; font-weight: 600; color: var(--tone); }
.badge::before { content: ''; display: inline-block; width: .6em; height: .6em; margin-right: .45em; border-radius: 50%; background: var(--tone); }
.not-exercised .badge::before, .badge.not-exercised::before, .not-applicable .badge::before { background: transparent; border: 2px solid var(--tone); }
footer { margin-top: 3rem; padding-bottom: 3rem; color: var(--soft); font-size: .85rem; }
@media print {
  :root { color-scheme: light; }
  body { background: #fff; font-size: 10pt; }
  main, header, footer { max-width: none; padding: 0; }
  .card, .counts li { break-inside: avoid; }
  .banner, .counts li, .card, .badge::before { print-color-adjust: exact; }
}
`;
