import { sent } from './ad-script.ts'

/** A transparent GIF of 3 × 3 pixels, as the stand-in of a picture that may be a counting pixel: larger than one, so that it shows whether it has room. */
export const standInGif = 'R0lGODlhAwADAIAAAExpcQAAACH5BAUAAAAALAAAAAADAAMAAAIDhH8FADs='

/**
 * Runs in the document of a preview before the ad's own scripts: what they send without showing it is not sent (TAGS-19). A picture from
 * elsewhere that a script makes is loaded once it has room on the page, which a counting pixel never has; beacons go nowhere, and pixels in
 * markup that a script writes lose their address.
 */
export const quietScript = sent(`function(){
  var d=document,w=window,held=new WeakMap,P=HTMLImageElement.prototype,S=Object.getOwnPropertyDescriptor(P,"src");
  w.navigator.sendBeacon=function(){return true};
  function elsewhere(u){
    try{u=new URL(u,d.baseURI);return/^https?:$/.test(u.protocol)&&u.host!==w.location.host}catch(e){return false}
  }
  var seen=new IntersectionObserver(function(r){
    r.forEach(function(e){
      var b=e.boundingClientRect,i=e.target;
      if(!held.has(i)||b.width<=2&&b.height<=2||!b.width)return;
      var u=held.get(i);
      held.delete(i);seen.unobserve(i);S.set.call(i,u)
    })
  });
  function set(u){
    u=String(u);
    if(this.isConnected||!elsewhere(u))return held.delete(this),S.set.call(this,u);
    held.set(this,u);seen.observe(this);
    S.set.call(this,"data:image/gif;base64,${standInGif}")
  }
  Object.defineProperty(P,"src",{configurable:true,enumerable:true,set:set,get:function(){
    return held.get(this)||S.get.call(this)
  }});
  var A=P.setAttribute;
  P.setAttribute=function(n,v){
    if(String(n).toLowerCase()==="src")set.call(this,v);else A.call(this,n,v)
  };
  function cut(s){
    return String(s).replace(/<img\\b[^>]*>/gi,function(t){
      var e=new DOMParser().parseFromString(t,"text/html").images[0],s=e&&e.style;
      function side(n){
        var v=parseFloat(s[n]||e.getAttribute(n));
        return v===v?v:1
      }
      if(!e||!elsewhere(e.getAttribute("src")||""))return t;
      var given=s.width||s.height||e.getAttribute("width")||e.getAttribute("height");
      return given&&side("width")<=2&&side("height")<=2||e.hidden||s.display==="none"||s.visibility==="hidden"||s.opacity==="0"?"":t
    })
  }
  function within(o,n){
    var f=o[n];
    o[n]=function(){
      return f.apply(this,Array.prototype.map.call(arguments,function(a){return typeof a==="string"?cut(a):a}))
    }
  }
  within(d,"write");within(d,"writeln");within(Element.prototype,"insertAdjacentHTML");
  var I=Object.getOwnPropertyDescriptor(Element.prototype,"innerHTML");
  Object.defineProperty(Element.prototype,"innerHTML",{configurable:true,enumerable:true,get:I.get,set:function(s){
    I.set.call(this,cut(s))
  }})
}`)
