import { maxAddressLength, redirectToken } from './click-chain.ts'
import { clickTagSpellings, placeholderText } from './click-tag.ts'
import { clickMacros } from './foreign-macros.ts'

/** The function of the ad's window through which its code gives a `location` an address. */
export const ledFunction = 'endcapTo'

const addresses = `
  var acted=0,open=w.open,enc=encodeURIComponent,known=[],counted=1,opened=0;
  function absolute(u){
    if(/^https?%3a/i.test(u))try{u=decodeURIComponent(u.split("&")[0])}catch(e){}
    try{u=new URL(u,d.baseURI);return/^https?:$/.test(u.protocol)?u.href:""}catch(e){return""}
  }
  // The address of the click, with what an ad appends to it, and those that lead through the chain already.
  function isKnown(a){return known.some(function(k){return a.indexOf(k)===0||a.indexOf(enc(k))>=0})}
  // An address of the ad is the end of the click chain, as the click-through would be. The macro of another ad server before it is ours to fill.
  // A clickTag that a file declares with const or let is beside that of the window: only code that runs in the same scope reads it.
  function declared(u){
    return o.u&&names.some(function(n){
      try{n=(0,w.eval)(n)}catch(e){return}
      return n&&isPlaceholder(n)&&n===u
    })
  }
  function through(u){
    if(declared(u))u=o.u;
    var h=u.replace(${clickMacros},"")||o.u||u,a=absolute(h),n=a;
    if(!a||isKnown(a))return a||u;
    function step(l){if(l.length<=${maxAddressLength})n=l}
    if(o.m)step(o.m+enc(n));
    o.t.slice().reverse().forEach(function(t){step(t.split("${redirectToken}").join(enc(n)))});
    if(n!==a)known.push(n=absolute(n));
    return n
  }
  if(o.u&&(o.m||o.t.length))known.push(absolute(o.u));
  // Click beacons are requested once for what a visitor does, when a link is followed or a script opens a window.
  function count(){if(!counted){counted=1;o.c.forEach(ask)}}
  function anew(e){if(e.isTrusted){counted=0;acted=Date.now()}}
  w.open=function(u){
    var a=[].slice.call(arguments);
    if(u===""&&!o.u)return null;
    opened=1;count();
    if(u)a[0]=through(String(u));
    return open.apply(w,a)
  };
  function lead(u){w.open(u,"_blank","noopener")}
`

/**
 * What code gives a `location`, which cannot be observed: for as long as browsers take it for the doing of a visitor, the address leads through the
 * chain, and what would fill the frame of the ad opens a tab instead. Of whose location (k): 0 the ad's own, 1 the page's, 2 another object's, which
 * is a window if one was opened just before.
 */
const locations = `
  function bare(a){return a.split(/[?#]/)[0]}
  Object.defineProperty(w,"${ledFunction}",{value:function(k){
    var u=arguments[arguments.length-1],h=String(u).trim();
    // An ad that shows itself again is no click, either.
    if(Date.now()-acted>5e3||!h||isPlace(h)||isCode(h)||bare(absolute(h))===bare(d.URL))return u;
    if(k===2)return opened&&/^(https?:)?\\/\\//i.test(h)?through(h):u;
    if(k===1){opened=1;count();return through(h)}
    lead(h);
    return"javascript:void 0"
  }});
`

/** A clickTag is the address of the click, whatever an ad gives it, unless it made that of the address. */
const clickTags = `
  function isPlaceholder(v){
    return v==null||(typeof v==="string"&&v.indexOf(o.u)<0&&v.indexOf(enc(o.u))<0&&${placeholderText}.test(v))
  }
  function tag(n){
    var v=o.u;
    Object.defineProperty(w,n,{configurable:true,enumerable:true,get:function(){return v},set:function(x){if(!o.u||!isPlaceholder(x))v=x}})
  }
  var names=[];
  ${JSON.stringify(clickTagSpellings)}.forEach(function(n){
    for(var i=-1;i<10;i++)names.push(i<0?n:n+i)
  });
  names.forEach(tag);
  // In the query, the usual spelling comes last: some scripts take all that follows its name.
  if(o.u&&o.q)try{
    w.history.replaceState(null,"",w.location.pathname+(w.location.search||"?cb=")+${JSON.stringify(clickTagSpellings)}.map(function(n){
      return["1","2",""].map(function(i){return"&"+n+i+"="+enc(o.u)}).join("")
    }).join("")+w.location.hash)
  }catch(e){}
`

const links = `
  // What a click is on: also in a shadow tree, whose host would be the target of the event.
  function link(e){
    return e.composedPath().filter(function(n){
      return n.matches&&n.matches("a[*|href],area[href],button,input,select,textarea,label,video[controls]")
    })[0]
  }
  // The address of a link as it is written, "" for what is no link; one without an address leads to the ad.
  function address(l){
    if(!l||!/^(a|area)$/i.test(l.tagName))return"";
    return(l.getAttribute("href")||l.getAttributeNS(xlink,"href")||"").trim()||"#"
  }
  var xlink="http://www.w3.org/1999/xlink";
  function write(l,h){
    if(l.hasAttribute("href")||!l.hasAttributeNS(xlink,"href"))l.setAttribute("href",h);
    else l.setAttributeNS(xlink,"xlink:href",h)
  }
  function isCode(h){return/^javascript:/i.test(h)}
  function isPlace(h){return h.charAt(0)==="#"}
  // A <base href> of the ad would lead links to a place in it to another host.
  function isMoved(h){return isPlace(h)&&d.baseURI.split("#")[0]!==d.URL.split("#")[0]}
  // After all that the ad does with a click, also if it keeps the click to itself.
  function afterwards(e,go){setTimeout(function(){if(!e.defaultPrevented)go()})}
  // Chromium runs no code of a link in a sandboxed frame. It is run as it is written: decoded, an address in it could end its text.
  function runCode(e,l,h){
    write(l,"javascript:void 0");
    setTimeout(function(){write(l,h)});
    afterwards(e,function(){w.eval(h.slice(11))})
  }
  // Links open in a tab of their own (<base>, which does not count for links of an SVG), but not those to a place in the ad.
  function follow(l,h){
    var t=through(h);
    if(t!==h&&absolute(h)!==t)write(l,t);
    if(!l.hasAttribute("target"))l.setAttribute("target","_blank");
    opened=1;count()
  }
  function press(e){
    anew(e);
    var l=link(e),h=address(l);
    if(e.button>1)return;
    if(isPlace(h)||isCode(h))l.setAttribute("target","_self");
    if(e.type==="click"&&isCode(h))runCode(e,l,h);
    else if(h&&!isPlace(h)&&!isCode(h))follow(l,h);
    else if(e.type==="click"&&!l&&o.w&&o.u)afterwards(e,function(){if(!opened)lead(o.u)});
    else if(e.type==="click"&&l&&l.form&&/^(submit|image)$/.test(l.type))afterwards(e,function(){submit(l.form,l)})
  }
  // An ad that is a link as a whole is one for the keyboard and for screen readers, too.
  function keys(b){
    b.tabIndex=0;b.setAttribute("role","link");d.documentElement.style.cursor="pointer";
    d.addEventListener("keydown",function(e){if(e.key==="Enter"&&e.target===b&&!e.defaultPrevented)lead(o.u)})
  }
  ["pointerdown","keydown"].forEach(function(n){w.addEventListener(n,function(e){anew(e);opened=0},true)});
  ["click","auxclick"].forEach(function(n){w.addEventListener(n,press,true)});
  d.addEventListener("click",function(e){
    var h=address(link(e));
    if(e.defaultPrevented)return;
    if(h==="#"||isMoved(h))e.preventDefault();
    if(h!=="#"&&isMoved(h))w.location.hash=h
  });
  // A link that is in no document sends its click to nobody else.
  var click=HTMLElement.prototype.click;
  HTMLElement.prototype.click=function(){
    var h=address(this);
    if(!this.isConnected&&h&&!isPlace(h)&&!isCode(h))follow(this,h);
    return click.call(this)
  };
`

/** Browsers send no forms of a sandboxed frame, and do not ask its scripts: a form leads to its address, with its fields. */
const forms = `
  var form=HTMLFormElement.prototype,check=form.reportValidity;
  function submit(f,b){
    var e=new SubmitEvent("submit",{bubbles:true,cancelable:true,submitter:b||null});
    if((f.hasAttribute("novalidate")||check.call(f))&&f.dispatchEvent(e))send(f,b)
  }
  function send(f,b){
    function of(n){return(b&&b.getAttribute("form"+n))||f.getAttribute(n)||""}
    var h=of("action").trim(),a=absolute(h),isPost=/^post$/i.test(of("method")),u,q;
    if(isCode(h))return w.eval(h.slice(11));
    if(!h||isPlace(h))a=absolute(o.u);
    if(!a)return;
    u=new URL(a);
    if(!isKnown(a)){
      q=b?new FormData(f,b):new FormData(f);
      // A click has no body: what is sent by POST goes into the address, which trackers see, too.
      if(isPost)[].forEach.call(f.elements,function(e){
        if(/^(password|file|email|tel)$/.test(e.type))q.delete(e.name)
      });
      if(!isPost)u.search="";
      new URLSearchParams(q).forEach(function(v,n){u.searchParams.append(n,v)})
    }
    lead(u.href)
  }
  form.submit=function(){send(this)};
  form.requestSubmit=function(b){submit(this,b)};
`

/**
 * How an ad's script leads its clicks through the click chain (TAGS-13). Options: u the address of the click, t the trackers that lead on, m
 * the click URL of the ad server, q whether the ad may read a clickTag from its query, c the beacons, w whether the whole ad is the link.
 */
export const clicks = addresses + locations + clickTags + links + forms
