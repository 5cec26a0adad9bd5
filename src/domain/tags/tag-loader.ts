import { frameReports } from './ad-script.ts'

/** Sandbox permissions of the ad's frame: run scripts, open the click URL, and navigate the window to it on a click. */
export const tagSandbox =
  'allow-scripts allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation'

/**
 * The script of every tag: one line of ES5 without any values. It only sends values that look like expanded macros: a click
 * URL by its scheme, plain or encoded, the others by their characters, so an unexpanded `${CLICK_URL_ENC}` is harmless. The
 * script contains no macro and no percent sign, as ad servers scan for those, and no ampersand, as some content
 * management systems write it as `&#038;` wherever it is. A page that is isolated from other origins, as those with shared memory are, shows
 * only frames without credentials, as an ad cannot know that all it loads allows such pages; Firefox and Safari have no such frames, so the ad is
 * asked for with a policy of its own. In a shadow tree a script does not know where it is,
 * so the box is looked for there, too. The frame is hidden until the ad in it reports itself, because it may hold the error page of a
 * browser, whose ad blocker, name server or network refuses the host of the ad, or a blank document, which is white in a dark page. One that has
 * loaded and says nothing is shown a second later: the page may keep messages from others. The first
 * report holds, as it is sent before any script of the ad, and nothing is listened for afterwards.
 */
export const loader = [
  '(function(d){',
  'var q="ins[data-endcap]:not([data-endcap-shown])",s=d.currentScript,p=s?s.previousElementSibling:s,',
  'b=(p?p.matches?p.matches(q):0:0)?p:z(d);',
  'function z(n){var t=n.querySelector(q);if(!t)[].some.call(n.querySelectorAll("*"),function(h){return t=h.shadowRoot?z(h.shadowRoot):null});return t}',
  'if(!b)return;',
  'b.setAttribute("data-endcap-shown","");',
  'function a(n){return b.getAttribute("data-"+n)||""}',
  'function x(n){var v=a(n);return/^[\\w.~,-]+$/.test(v)?v:""}',
  'var c=a("click").replace(/\\s+/g,""),e=encodeURIComponent,r=x("cb")||(new Date).getTime()+""+Math.floor(Math.random()*1e9),u=a("endcap")+"?cb="+r;',
  'if(/^https?:/i.test(c))c=e(c);',
  'if(/^https?\\x25(25)*3a/i.test(c))u+="\\x26click="+c.replace(/[^\\w.~\\x25!*()\\x27-]/g,e);',
  '[["gdpr"],["consent","gdpr_consent"],["gpp"],["gpp-sid","gpp_sid"],["usp","us_privacy"]].map(function(n){var v=x(n[0]);if(v)u+="\\x26"+(n[1]||n[0])+"="+v});',
  'var f=d.createElement("iframe"),k,o={width:a("width"),height:a("height"),title:"Advertisement",scrolling:"no",frameborder:"0",marginwidth:"0",marginheight:"0",',
  `sandbox:"${tagSandbox}"};`,
  'for(k in o)if(o.hasOwnProperty(k))f.setAttribute(k,o[k]);',
  'f.style.cssText="display:block;border:0;width:"+a("width")+"px;height:"+a("height")+"px;visibility:hidden";',
  'var w="";function y(){f.style.visibility=w;self.removeEventListener("message",m)}',
  `function m(v){if(v.source===f.contentWindow){if(v.data==="${frameReports.blank}")w="hidden";else if(v.data!=="${frameReports.ad}")return;y()}}`,
  'self.addEventListener("message",m);f.onload=function(){setTimeout(y,1e3)};',
  'if(self.crossOriginIsolated){if("credentialless"in f)f.setAttribute("credentialless","");else u+="\\x26isolated=1"}',
  'f.src=u;b.appendChild(f)',
  '})(document)',
].join('')
