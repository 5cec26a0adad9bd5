import { heldPrefix } from '../creatives/pixels.ts'
import { sent } from './ad-script.ts'

/** A transparent GIF of 3 × 3 pixels, as the stand-in of a picture that may be a counting pixel: larger than one, so that it shows whether it has room. */
export const standInGif = 'R0lGODlhAwADAIAAAExpcQAAACH5BAUAAAAALAAAAAADAAMAAAIDhH8FADs='

/**
 * Runs in the document of a preview before the ad's own scripts: what the ad loads without showing it is not loaded (TAGS-19). Pictures and frames
 * of other hosts are loaded once the page shows them with more than 2 × 2 pixels, however they came into it: in the markup, whose addresses the
 * document holds back (`heldPlaces`), in markup that a script writes, or made by a script. Until then a picture is the stand-in. What a style
 * shows later is found by looking again.
 */
export const quietScript = sent(`function(){
  var d=document,w=window,held=new Map,most=1000,mark="${heldPrefix}",names=["src","srcset"];
  function elsewhere(u){
    try{u=new URL(u,d.baseURI);return/^https?:$/.test(u.protocol)&&u.host!==w.location.host}catch(e){return false}
  }
  // a srcset is held back whatever it names: it may name several hosts
  function isHeld(n,u){return n==="srcset"?/\\/\\//.test(u):elsewhere(u)}
  function isShown(e){
    var b=e.getBoundingClientRect();
    return e.isConnected&&b.width>0&&b.height>0&&Math.max(b.width,b.height)>2
      &&e.checkVisibility({visibilityProperty:true,opacityProperty:true})
  }
  function load(e){
    var a=held.get(e);
    held.delete(e);
    names.forEach(function(n){if(n in a)put(e,n,a[n])})
  }
  function look(){held.forEach(function(a,e){if(isShown(e))load(e)})}
  function hold(e,n,u){
    var a=held.get(e)||{};
    // in this order: the first of the map is the oldest
    if(!held.has(e)&&held.size>=most)return;
    a[n]=u;held.set(e,a);
    if(isShown(e))return load(e);
    if(e.localName==="img")put(e,"src","data:image/gif;base64,${standInGif}")
  }
  var A=Element.prototype.setAttribute;
  function put(e,n,u){A.call(e,n,u)}
  function set(e,n,u){
    u=String(u);
    if(isHeld(n,u))return hold(e,n,u);
    var a=held.get(e);
    if(a){delete a[n];if(!Object.keys(a).length)held.delete(e)}
    put(e,n,u)
  }
  [HTMLImageElement,HTMLIFrameElement].forEach(function(c){
    var P=c.prototype;
    names.forEach(function(n){
      var D=Object.getOwnPropertyDescriptor(P,n);
      if(D)Object.defineProperty(P,n,{configurable:true,enumerable:true,set:function(u){set(this,n,u)},get:function(){
        adopt(this);
        var a=held.get(this)||{};
        return n in a?n==="src"?new URL(a[n],d.baseURI).href:a[n]:D.get.call(this)
      }})
    });
    P.setAttribute=function(n,v){
      var m=String(n).toLowerCase();
      if(names.indexOf(m)<0)A.call(this,n,v);else set(this,m,v)
    }
  });
  // markup comes with its addresses held back; the sources of a picture go with its image
  function adopt(e){
    names.forEach(function(n){
      var u=e.getAttribute(mark+n);
      if(u===null)return;
      e.removeAttribute(mark+n);
      if(e.localName==="source")put(e,n,u);else set(e,n,u)
    })
  }
  function adoptAll(){
    d.querySelectorAll("img["+mark+"src],img["+mark+"srcset],iframe["+mark+"src]").forEach(adopt);
    d.querySelectorAll("source["+mark+"srcset]").forEach(function(s){
      var i=s.parentNode.querySelector("img");
      if(i&&!held.has(i)&&isShown(i))adopt(s)
    })
  }
  new MutationObserver(adoptAll).observe(d,{childList:true,subtree:true});
  w.addEventListener("load",look);
  setInterval(function(){look();adoptAll()},100);
  // what is drawn on a canvas is seen: its picture is loaded, and its script draws it when it has been
  ["drawImage","createPattern"].forEach(function(n){
    var P=CanvasRenderingContext2D.prototype,f=P[n];
    P[n]=function(i){
      if(held.has(i))load(i);else return f.apply(this,arguments)
    }
  });
  function kept(s){
    return String(s).replace(/<(?:img|iframe|source)\\b[^>]*>/gi,function(t){
      var e=new DOMParser().parseFromString(t,"text/html").body.firstElementChild;
      if(!e||!names.some(function(n){return isHeld(n,e.getAttribute(n)||"")}))return t;
      names.forEach(function(n){
        var u=e.getAttribute(n);
        if(u!==null){e.removeAttribute(n);A.call(e,mark+n,u)}
      });
      return e.outerHTML.replace(/<\\/iframe>$/,"")
    })
  }
  function within(o,n){
    var f=o[n];
    o[n]=function(){
      return f.apply(this,Array.prototype.map.call(arguments,function(a){return typeof a==="string"?kept(a):a}))
    }
  }
  within(d,"write");within(d,"writeln");within(Element.prototype,"insertAdjacentHTML");
  within(Range.prototype,"createContextualFragment");
  ["innerHTML","outerHTML"].forEach(function(n){
    var D=Object.getOwnPropertyDescriptor(Element.prototype,n);
    Object.defineProperty(Element.prototype,n,{configurable:true,enumerable:true,get:D.get,set:function(s){
      D.set.call(this,kept(s))
    }})
  })
}`)
