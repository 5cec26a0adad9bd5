import escapeHtml from 'escape-html'
import { type ClickRoute, clickBeacons, clickChain, webUrl } from './click-chain.ts'
import type { ClickSlot, PreparedAd } from './prepared-ad.ts'

/** The content for one impression; trackers already contain their values (`withValues`). */
export type Served = ClickRoute & {
  /** The ad, from the active snapshot. */
  readonly ad: PreparedAd
  readonly impressionTrackers: readonly string[]
  /** Requested after half of the ad was in view for one continuous second, the Media Rating Council's standard for display ads. */
  readonly viewableTrackers?: readonly string[]
  /** Requested once the ad has loaded, visible or not. */
  readonly loadTrackers?: readonly string[]
  /** Scripts loaded into the ad's own document when it is visible. */
  readonly scriptTrackers?: readonly string[]
}

// encodeURIComponent does not encode the apostrophe.
const encodedCharacter = (c: string): string => (c === "'" ? '%27' : encodeURIComponent(c))

// JSON inside <script>: no `<`, so that nothing can end the element, and no line separators of old JavaScript.
const scriptJson = (value: unknown): string =>
  JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, c => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)

/**
 * Runs in the ad's own document. `o`: i impressions, v viewable trackers, l load trackers, s tracker scripts, c click beacons,
 * u click URL, w whether the whole ad is the link. Impressions are requested once, when the ad has loaded and its page is
 * visible. keepalive lets a beacon outlive the page. A request that fails is not repeated: a tracker that forbids its answer to other
 * sites, or leads on to an address that is blocked, has counted by then.
 * Visibility is measured on a box over the whole frame, as an ad's own elements may have no height.
 * Links open in a tab of their own (`<base>`), but not those to a place in the ad and those that are code. Chromium runs no code of a link
 * in a sandboxed frame, so it is run here, as it is written: decoded, an address in it could end its text.
 * `<base>` does not count for links of an SVG. A `<base href>` of the ad would lead links to a place in it to another host. A link without
 * an address leads to the ad.
 * An ad that is a link as a whole is one for the keyboard and for screen readers, too.
 * Click beacons are requested once for what a visitor does, when a link is followed or a script of the ad opens a window.
 */
const watch = `function(o){
var d=document,w=window,shown=0,counted=1,open=w.open;w.clickTag=w.clickTAG=o.u||"";
function ask(u){try{w.fetch(u,{mode:"no-cors",credentials:"include",keepalive:true}).catch(function(){})}catch(e){(new Image).src=u}}
function show(){if(shown||d.visibilityState==="hidden")return;shown=1;o.i.forEach(ask);o.s.forEach(run)}
function run(u){var e=d.createElement("script");e.async=true;e.src=u;d.body.appendChild(e)}
function view(){if(!o.v.length||!w.IntersectionObserver)return;var e=d.createElement("i"),half,due,s;
e.style.cssText="position:fixed;top:0;left:0;width:100%;height:100%;visibility:hidden;pointer-events:none";
function wait(){clearTimeout(due);if(half&&d.visibilityState!=="hidden")due=setTimeout(seen,1000)}
function seen(){s.disconnect();d.removeEventListener("visibilitychange",wait);o.v.forEach(ask)}
s=new IntersectionObserver(function(r){half=r[r.length-1].intersectionRatio>=.5;wait()},{threshold:.5});
d.documentElement.appendChild(e);s.observe(e);d.addEventListener("visibilitychange",wait)}
function link(e){return e.composedPath().filter(function(n){return n.matches&&n.matches("a[*|href],area[href],button,input,select,textarea,label,video[controls]")})[0]}
w.addEventListener("load",function(){if(o.w&&o.u)keys(d.body);o.l.forEach(ask);show();view()});d.addEventListener("visibilitychange",function(){if(d.readyState==="complete")show()});
function address(l){return l&&/^(a|area)$/i.test(l.tagName)?(l.getAttribute("href")||l.getAttributeNS("http://www.w3.org/1999/xlink","href")||"").trim()||"#":""}
function isCode(h){return/^javascript:/i.test(h)}
function count(){if(!counted){counted=1;o.c.forEach(ask)}}
function anew(e){if(e.isTrusted)counted=0}
function press(e){anew(e);var l=link(e),h=address(l);if(!h||e.button>1)return;
if(h.charAt(0)==="#"||isCode(h))l.setAttribute("target","_self");
else{if(!l.hasAttribute("target"))l.setAttribute("target","_blank");count()}}
function go(){w.open(o.u,"_blank","noopener")}
function keys(b){b.tabIndex=0;b.setAttribute("role","link");d.documentElement.style.cursor="pointer";
d.addEventListener("keydown",function(e){if(e.key==="Enter"&&e.target===b&&!e.defaultPrevented)go()})}
w.open=function(u){if(u===""&&!o.u)return null;count();return open.apply(w,arguments)};
["pointerdown","keydown"].forEach(function(n){w.addEventListener(n,anew,true)});
["click","auxclick"].forEach(function(n){w.addEventListener(n,press,true)});
function isMoved(h){return h.charAt(0)==="#"&&d.baseURI.split("#")[0]!==d.URL.split("#")[0]}
d.addEventListener("click",function(e){var l=link(e),h=address(l);if(e.defaultPrevented)return;
if(h==="#"||isCode(h)||isMoved(h))e.preventDefault();
if(isCode(h))w.eval(h.slice(11));
else if(h!=="#"&&isMoved(h))w.location.hash=h;
if(!l&&o.w&&o.u)go()})
}`

const webUrls = (trackers: readonly string[]): readonly string[] =>
  trackers.filter(tracker => webUrl(tracker) !== undefined)

/**
 * An address that ends nothing around it: no text in quotes, no attribute without quotes, no comment of a line. In an attribute the browser
 * puts back what is escaped before a script in it runs, so escaping for markup alone is not enough.
 */
const contained = (url: string): string => url.replace(/["'<>\\`\s\u0000-\u001f\u007f-\u009f]/g, encodedCharacter)

const filled = {
  markup: (url: string): string => escapeHtml(contained(url)),
  script: contained,
} as const satisfies Record<ClickSlot['in'], (url: string) => string>

/** The ad from a position on, with an address in its click slots. */
const withAddress = ({ html, clickSlots }: PreparedAd, from: number, address: string): string => {
  const texts = { markup: filled.markup(address), script: filled.script(address) }
  const parts: string[] = []
  let at = from
  for (const slot of clickSlots.filter(s => s.at >= from)) {
    parts.push(html.slice(at, slot.at), texts[slot.in])
    at = slot.at + slot.length
  }
  return parts.join('') + html.slice(at)
}

/**
 * The HTML document in a tag's frame (TAGS-11). `{{clickUrl}}` and `{{{clickUrl}}}` become the click URL, escaped for
 * markup, but not in a script; without a click URL, `#`, which does nothing. A small script requests
 * the impression trackers when the ad is shown, and the counting click trackers on a click. If the ad contains neither
 * `{{clickUrl}}` nor `clickTag` nor a link, the whole ad is a link. It is the customer's HTML: serve it with
 * `adDocumentHeaders('anyone')`.
 */
export const servedDocument = (served: Served): string => {
  const { ad } = served
  const url = clickChain(served)
  const options = {
    i: webUrls(served.impressionTrackers),
    v: webUrls(served.viewableTrackers ?? []),
    l: webUrls(served.loadTrackers ?? []),
    s: webUrls(served.scriptTrackers ?? []),
    c: clickBeacons(served.clickTrackers),
    u: url ?? '',
    w: ad.isOneLink,
  }
  const script = `<base target="_blank"><script>(${watch})(${scriptJson(options)})</script>`
  return ad.html.slice(0, ad.startsAt) + script + withAddress(ad, ad.startsAt, url ?? '#')
}

/** Served outside the campaign's dates, and when there is nothing to show; the reason is in a comment, for those who look. */
export const emptyDocument = (reason: string): string =>
  `<!doctype html><html lang="en"><title></title><!-- ${escapeHtml(reason)} --></html>`
