import { createHash } from 'node:crypto'

/** The light and dark colours and the typefaces of every page. */
export const palette = `:root{color-scheme:light dark;--paper:#f6f3ec;--sheet:#fffdf9;--ink:#201d18;--soft:#645d51;--line:#ddd6c8;--stage:#ebe6da;
--yes:#1d6144;--yes-ink:#fff;--no:#9c2f24;--wait:#7a5a12;--focus:#2456a6;
--serif:'Iowan Old Style','Charter','Palatino Linotype',Palatino,'Source Serif 4',Georgia,'DejaVu Serif',serif;
--sans:-apple-system,'Segoe UI',Roboto,'Helvetica Neue','Open Sans','Noto Sans',Arial,sans-serif}
@media (prefers-color-scheme:dark){:root{--paper:#171512;--sheet:#201e1a;--ink:#efe9de;--soft:#b3ab9c;--line:#3a362f;--stage:#2b2823;
--yes:#7cc9a2;--yes-ink:#0d2419;--no:#f0968a;--wait:#e0bc68;--focus:#9cc1ff}}
`

/**
 * The stylesheet of every page for people outside the retailer's team. Light and dark, responsive; no text under 16 px,
 * no touch target under 48 px. It is inlined in the page, and the page's policy allows it by its hash.
 */
export const stylesheet = `
${palette}*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;scroll-behavior:smooth;scroll-padding-bottom:6rem}
body{margin:0;background:var(--paper);color:var(--ink);font:1.0625rem/1.55 var(--sans);overflow-wrap:anywhere}
main,header,footer{max-width:76rem;margin:0 auto;padding:0 1.25rem}
header{padding-top:2rem}
a{color:inherit;text-decoration-thickness:1px;text-underline-offset:.2em}
a:focus-visible,button:focus-visible,textarea:focus-visible{outline:3px solid var(--focus);outline-offset:2px}
h1,h2{font-family:var(--serif);font-weight:500;line-height:1.15;margin:0;text-wrap:balance}
h1{font-size:clamp(2.2rem,1.4rem + 3vw,3.5rem);letter-spacing:-.02em}
h2{font-size:1.625rem}
.kicker{font-size:1rem;color:var(--soft);margin:0 0 .6rem}
.lead{font-size:1.1875rem;margin:.9rem 0 0;max-width:44rem}
.lead+.soft{margin:.15rem 0 0}
.soft{color:var(--soft)}
.facts{display:grid;grid-template-columns:repeat(auto-fit,minmax(9.5rem,1fr));gap:1rem 1.5rem;margin:1.75rem 0 0;padding:1.1rem 0;border:solid var(--line);border-width:1px 0}
.facts dt{color:var(--soft);font-size:1rem}
.facts dd{margin:0;font-weight:600}
.columns{display:grid;gap:2.5rem;padding-top:2rem;padding-bottom:3rem}
.columns>*{min-width:0}
.creative{padding-bottom:2.25rem}
.creative+.creative{border-top:1px solid var(--line);padding-top:2.25rem}
.creative p{margin:.35rem 0 0}
.sizes{display:flex;flex-wrap:wrap;align-items:flex-start;gap:1.75rem 1.5rem;margin:1.25rem 0 0;padding:0;list-style:none}
figure{margin:0}
.sizes li{max-width:100%}
figure img{display:block;max-width:100%;height:auto;background:var(--stage);box-shadow:0 0 0 1px var(--line)}
figcaption{padding-top:.55rem;line-height:1.4;max-width:30rem;min-width:9.5rem;width:min-content}
figcaption .soft{display:inline-block}
figcaption strong{display:block;font-weight:600}
figure.w figcaption{width:auto}
figcaption a{display:inline-block;white-space:nowrap;padding:.6rem 0;min-height:2.75rem}
.sheet{background:var(--sheet);border:1px solid var(--line);border-radius:.5rem;padding:1.5rem}
.sheet h2{margin-bottom:.5rem}
.sheet p{margin:.5rem 0 0}
.creative .warning{margin:.25rem 0 0}
.warning{color:var(--no);font-weight:600}
label{display:block;margin:1.1rem 0 .4rem;font-weight:600}
label span{font-weight:400;color:var(--soft)}
textarea{width:100%;min-height:7.5rem;padding:.7rem .8rem;font:inherit;font-size:1.0625rem;color:inherit;background:var(--paper);border:1px solid var(--soft);border-radius:.375rem;resize:vertical}
.buttons{display:grid;gap:.75rem;margin-top:1rem}
button,.button{display:block;width:100%;min-height:3.5rem;padding:.85rem 1.25rem;border:2px solid var(--yes);border-radius:.375rem;background:var(--yes);color:var(--yes-ink);font:600 1.125rem/1.3 var(--sans);text-align:center;text-decoration:none;cursor:pointer}
button:hover,.button:hover{filter:brightness(1.08)}
button.no{background:transparent;border-color:var(--no);color:var(--no)}
.others{margin-top:2rem}
.others h2{font-size:1.375rem}
.approvers{list-style:none;margin:.25rem 0 0;padding:0}
.approvers li{padding:.8rem 0;border-top:1px solid var(--line)}
.approvers li:first-child{border-top:0}
.who{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 1rem;font-weight:600}
.Approved{color:var(--yes)}.Rejected{color:var(--no)}.Pending{color:var(--wait)}.Unavailable,.Invalid{color:var(--soft)}
blockquote{margin:.35rem 0 0;padding-inline-start:.9rem;border-inline-start:3px solid var(--line);white-space:pre-wrap}
.jump{position:sticky;bottom:0;margin:0 -1.25rem;padding:.75rem 1.25rem;background:var(--paper);border-top:1px solid var(--line)}
.notice{max-width:44rem;padding-top:min(14vh,8rem);padding-bottom:4rem}
.notice h1{font-size:clamp(2.2rem,1.6rem + 2vw,2.9rem)}
.notice blockquote{margin-top:1.5rem;font-size:1.125rem}
.notice .soft{margin-top:1.5rem}
.mark{display:block;width:3.5rem;height:.375rem;background:currentColor;margin-bottom:1.75rem}
footer{border-top:1px solid var(--line);padding-top:1.25rem;padding-bottom:2.5rem;color:var(--soft);font-size:1rem}
.tabs{display:flex;flex-wrap:wrap;gap:.25rem 1.5rem;margin:1.25rem 0 0;padding:0;list-style:none}
.tabs a{display:inline-block;padding:.7rem 0;min-height:3rem}
.tabs a[aria-current]{font-weight:600;text-decoration:none;box-shadow:inset 0 -3px currentColor}
main.live{max-width:none;padding:0}
.stage{margin-top:1.5rem;padding:clamp(1.25rem,4vw,4rem);background:var(--stage);border:solid var(--line);border-width:1px 0;overflow:auto;text-align:center}
.stage iframe{display:inline-block;border:0;background:#fff;box-shadow:0 1px 2px #0003,0 12px 40px #0002;vertical-align:top}
@media (max-height:24rem){html{scroll-padding-bottom:4rem}}
@media (min-width:60rem){html{scroll-padding-bottom:0}main,header,footer{padding-left:2.5rem;padding-right:2.5rem}header{padding-top:3.5rem}
.columns{grid-template-columns:minmax(0,1fr) 22rem;gap:3.5rem;align-items:start;padding-top:2.75rem}
.aside{position:sticky;top:1.5rem;max-height:calc(100vh - 3rem);overflow:auto}
.jump{display:none}.notice{padding-left:2.5rem}
.facts{grid-template-columns:none;grid-auto-flow:column;grid-auto-columns:auto}}
@media (max-height:24rem){.jump{padding-top:.25rem;padding-bottom:.25rem}.jump .button{min-height:3rem;padding-top:.5rem;padding-bottom:.5rem}
.notice{padding-top:1rem}.notice .mark{display:none}.notice h1{font-size:1.375rem}}
@media (prefers-reduced-motion:reduce){html{scroll-behavior:auto}}
@media print{.jump,form{display:none}.columns{display:block}.aside{position:static;max-height:none;overflow:visible}figure,.approvers li{break-inside:avoid}h2{break-after:avoid}}
`

/** The stylesheet's source expression for `style-src`. */
export const styleSource = `'sha256-${createHash('sha256').update(stylesheet).digest('base64')}'`
