import { sent } from './ad-script.ts'

/**
 * Runs before the scripts of an ad that nobody sees: what they send only to count is not sent (TAGS-19). Beacons go nowhere. A request to another
 * host is sent once the script reads what it answers, which nobody does of a count: a `fetch` when its body is read, an XMLHttpRequest if somebody
 * listens for its answer. What cannot be read (`no-cors`), or would write (`POST`), is never sent.
 */
export const quietRequests = sent(`function(){
  var d=document,w=window,X=w.XMLHttpRequest.prototype,F=w.fetch,asked=new WeakMap,heard=new WeakSet;
  function elsewhere(u){
    try{u=new URL(u,d.baseURI);return/^https?:$/.test(u.protocol)&&u.host!==w.location.host}catch(e){return false}
  }
  w.navigator.sendBeacon=function(){return true};
  // the answer of a request that is sent when its body is read
  function later(r){
    var a=new Response,real,reader;
    function answer(){return real=real||F.call(w,r)}
    ["arrayBuffer","blob","bytes","formData","json","text"].forEach(function(n){
      a[n]=function(){return answer().then(function(x){return x.clone()[n]()})}
    });
    a.clone=function(){return a};
    Object.defineProperty(a,"url",{value:r.url});
    Object.defineProperty(a,"body",{get:function(){
      return new ReadableStream({pull:function(c){
        return answer().then(function(x){
          reader=reader||x.clone().body.getReader();
          return reader.read()
        }).then(function(p){if(p.done)c.close();else c.enqueue(p.value)})
      }},{highWaterMark:0})
    }});
    return a
  }
  w.fetch=function(q,o){
    var r;
    try{r=new Request(q,o)}catch(e){return Promise.reject(e)}
    if(!elsewhere(r.url))return F.call(w,r);
    return Promise.resolve(r.method!=="GET"||r.mode==="no-cors"?new Response:later(r))
  };
  var open=X.open,send=X.send,listen=X.addEventListener;
  X.open=function(m,u){
    asked.set(this,{get:String(m).toUpperCase()==="GET",url:u});
    return open.apply(this,arguments)
  };
  X.addEventListener=function(){heard.add(this);return listen.apply(this,arguments)};
  X.send=function(){
    var q=asked.get(this),t=this;
    var isHeard=heard.has(t)||t.onload||t.onloadend||t.onreadystatechange;
    if(q&&elsewhere(q.url)&&!(q.get&&isHeard))return;
    return send.apply(t,arguments)
  }
}`)
