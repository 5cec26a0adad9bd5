import { clicks } from './ad-clicks.ts'

/** What the document in the frame of a tag says to the page around it: that it is an ad, which is shown then, or that it is blank. */
export const frameReports = { ad: 'endcap-ad', blank: 'endcap-blank' } as const

/** A script as it is sent: without the comments and indentation of its source. */
export const sent = (source: string): string => source.replace(/^ *\/\/.*\n/gm, '').replace(/^ +/gm, '')

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

/**
 * The script of an ad (TAGS-11), as a function of its options: i impressions, v viewable trackers, l load trackers, s tracker scripts, c click
 * beacons, u click URL, w whether the whole ad is the link; t, m and q see `clicks`.
 */
export const adScript = sent(`function(o){
  var d=document,w=window,shown=0;
  if(w.parent!==w)w.parent.postMessage("${frameReports.ad}","*");
${trackers}${clicks}}`)
