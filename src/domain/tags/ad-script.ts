/** What the document in the frame of a tag says to the page around it: that it is an ad, which is shown then, or that it is blank. */
export const frameReports = { ad: 'endcap-ad', blank: 'endcap-blank' } as const

/**
 * The script in the own document of an ad, as it is sent: without the comments and indentation of its source. `o`: i impressions, v viewable
 * trackers, l load trackers, s tracker scripts, c click beacons, u click URL, w whether the whole ad is the link.
 */
const sent = (source: string): string => source.replace(/^ *\/\/.*\n/gm, '').replace(/^ +/gm, '')

const trackers = `
  // keepalive lets a beacon outlive the page. A request that fails is not repeated: a tracker that forbids its answer to
  // other sites, or leads on to an address that is blocked, has counted by then.
  function ask(u){
    try{w.fetch(u,{mode:"no-cors",credentials:"include",keepalive:true}).catch(function(){})}
    catch(e){(new Image).src=u}
  }
  function run(u){
    var e=d.createElement("script");
    e.async=true;e.src=u;d.body.appendChild(e)
  }
  // Impressions are requested once, when the ad has loaded and its page is visible.
  function show(){
    if(shown||d.visibilityState==="hidden")return;
    shown=1;o.i.forEach(ask);o.s.forEach(run)
  }
  // Visibility is measured on a box over the whole frame, as an ad's own elements may have no height.
  function view(){
    if(!o.v.length||!w.IntersectionObserver)return;
    var e=d.createElement("i"),half,due,s;
    e.style.cssText="position:fixed;top:0;left:0;width:100%;height:100%;visibility:hidden;pointer-events:none";
    function wait(){
      clearTimeout(due);
      if(half&&d.visibilityState!=="hidden")due=setTimeout(seen,1000)
    }
    function seen(){
      s.disconnect();d.removeEventListener("visibilitychange",wait);o.v.forEach(ask)
    }
    s=new IntersectionObserver(function(r){half=r[r.length-1].intersectionRatio>=.5;wait()},{threshold:.5});
    d.documentElement.appendChild(e);s.observe(e);d.addEventListener("visibilitychange",wait)
  }
  w.addEventListener("load",function(){
    if(o.w&&o.u)keys(d.body);
    o.l.forEach(ask);show();view()
  });
  d.addEventListener("visibilitychange",function(){if(d.readyState==="complete")show()});
`

const clicks = `
  // What a click is on: also in a shadow tree, whose host would be the target of the event.
  function link(e){
    return e.composedPath().filter(function(n){
      return n.matches&&n.matches("a[*|href],area[href],button,input,select,textarea,label,video[controls]")
    })[0]
  }
  // The address of a link as it is written, "" for what is no link; one without an address leads to the ad.
  function address(l){
    if(!l||!/^(a|area)$/i.test(l.tagName))return"";
    return(l.getAttribute("href")||l.getAttributeNS("http://www.w3.org/1999/xlink","href")||"").trim()||"#"
  }
  function isCode(h){return/^javascript:/i.test(h)}
  function isPlace(h){return h.charAt(0)==="#"}
  // A <base href> of the ad would lead links to a place in it to another host.
  function isMoved(h){return isPlace(h)&&d.baseURI.split("#")[0]!==d.URL.split("#")[0]}
  // Click beacons are requested once for what a visitor does, when a link is followed or a script opens a window.
  function count(){if(!counted){counted=1;o.c.forEach(ask)}}
  function anew(e){if(e.isTrusted)counted=0}
  // Links open in a tab of their own (<base>, which does not count for links of an SVG), but not those to a place in the ad
  // and those that are code.
  function press(e){
    anew(e);
    var l=link(e),h=address(l);
    if(!h||e.button>1)return;
    if(isPlace(h)||isCode(h)){l.setAttribute("target","_self");return}
    if(!l.hasAttribute("target"))l.setAttribute("target","_blank");
    count()
  }
  function go(){w.open(o.u,"_blank","noopener")}
  // An ad that is a link as a whole is one for the keyboard and for screen readers, too.
  function keys(b){
    b.tabIndex=0;b.setAttribute("role","link");d.documentElement.style.cursor="pointer";
    d.addEventListener("keydown",function(e){if(e.key==="Enter"&&e.target===b&&!e.defaultPrevented)go()})
  }
  w.open=function(u){
    if(u===""&&!o.u)return null;
    count();
    return open.apply(w,arguments)
  };
  ["pointerdown","keydown"].forEach(function(n){w.addEventListener(n,anew,true)});
  ["click","auxclick"].forEach(function(n){w.addEventListener(n,press,true)});
  d.addEventListener("click",function(e){
    var l=link(e),h=address(l);
    if(e.defaultPrevented)return;
    if(h==="#"||isCode(h)||isMoved(h))e.preventDefault();
    // Chromium runs no code of a link in a sandboxed frame. It is run as it is written: decoded, an address in it could end its text.
    if(isCode(h))w.eval(h.slice(11));
    else if(h!=="#"&&isMoved(h))w.location.hash=h;
    if(!l&&o.w&&o.u)go()
  });
`

/** The script of an ad (TAGS-11), as a function of its options. */
export const adScript = sent(`function(o){
  var d=document,w=window,shown=0,counted=1,open=w.open;
  w.clickTag=w.clickTAG=o.u||"";
  if(w.parent!==w)w.parent.postMessage("${frameReports.ad}","*");
${trackers}${clicks}}`)
