/** A banner as people write them. */
export type Shape = {
  readonly html: string
  /** `banner.js` beside it. */
  readonly script?: string
  /** Where its click ends; default `/shop`, the click-through. */
  readonly ends?: string
  /** Whether it ends in a window of its own (default), or in that of the page. */
  readonly opens?: boolean
}

const box = (attributes = '') => `<div id="ad" style="width:90px;height:90px;background:#fc0" ${attributes}>Buy</div>`
const placeholder = 'https://placeholder.invalid/'
const onBox = (code: string) =>
  `${box()}<script>document.getElementById("ad").addEventListener("click",function(e){${code}})</script>`
const inLink = (href: string, attributes = '') => `<a href="${href}" ${attributes}>${box()}</a>`
const fromQuery = `function q(n){var m=new RegExp("[?&]"+n+"=([^&]*)").exec(location.search);return m?decodeURIComponent(m[1]):""}`
const codeLink = inLink('javascript:window.open(window.clickTag)')

/** Ads that differ in how their clicks lead on, by name; `/own` is an address of their own, `#ad` what is clicked. */
export const clickShapes: Readonly<Record<string, Shape>> = {
  'var clickTag and a link of code': { html: `<script>var clickTag = "${placeholder}";</script>${codeLink}` },
  'var clickTAG without a scheme': {
    html: `<script>var clickTAG = "www.brand.example"</script>${inLink('#', 'onclick="window.open(clickTAG)"')}`,
  },
  'var clicktag in lower case': { html: `<script>var clicktag='${placeholder}'</script>${onBox('open(clicktag)')}` },
  'var CLICKTag in a case of its own': {
    html: `<script>var CLICKTag='${placeholder}'</script>${onBox('open(CLICKTag)')}`,
  },
  'clickTag1 and clickTAG2': {
    html: `<script>var clickTag1='${placeholder}',clickTAG2='${placeholder}2'</script>${onBox('open(clickTAG2)')}`,
  },
  'const clickTag': { html: `<script>const clickTag = "${placeholder}"</script>${onBox('window.open(clickTag)')}` },
  'let clickTag without a value yet': {
    html: `<script>let clickTag = ''; clickTag = clickTag || '${placeholder}'</script>${onBox('window.open(clickTag)')}`,
  },
  'const clickTag in backticks in a function': {
    html: `${box()}<script>(() => { const clickTag = \`${placeholder}\`; ad.onclick = () => window.open(clickTag) })()</script>`,
  },
  'const clickTag in a module': {
    html: `${box()}<script type="module">const clickTag = '${placeholder}'; ad.onclick = () => window.open(clickTag)</script>`,
  },
  'const clickTag of two texts': {
    html: `<script>const clickTag = 'https://' + 'placeholder.invalid'</script>${onBox('window.open(clickTag)')}`,
  },
  'const clickTag with a macro of another ad server': {
    html: `<script>const clickTag = '%%CLICK_URL_UNESC%%'</script>${onBox('window.open(clickTag)')}`,
  },
  'clickTag of a configuration': {
    html: `<script>const config = { size: 1, clickTag: "${placeholder}" }</script>${onBox('window.open(config.clickTag)')}`,
  },
  'window.clickTag': { html: `<script>window.clickTag = "${placeholder}"</script>${onBox('open(window.clickTag)')}` },
  'window["clickTAG"] of texts that are put together': {
    html: `<script>var h='placeholder.invalid';window["clickTAG"] = "https://"+h</script>${onBox('open(clickTAG)')}`,
  },
  'a placeholder without a declaration': {
    html: `<script>clickTag = "${placeholder}"</script>${box('onclick="window.open(clickTag)"')}`,
  },
  'clickTag of a file': {
    html: `<script src="banner.js"></script>${box('onclick="window.open(clickTag)"')}`,
    script: `var clickTag = "${placeholder}";`,
  },
  'clickTag and its click in a file': {
    html: `${box()}<script src="banner.js"></script>`,
    script: `var clickTag = "${placeholder}"; document.getElementById("ad").onclick = function(){ window.open(clickTag) }`,
  },
  'const clickTag of a file': {
    html: `${box()}<script src="banner.js"></script>`,
    script: `const clickTag = "${placeholder}"; document.getElementById("ad").onclick = () => window.open(clickTag)`,
  },
  'let clickTAG of a file into a link': {
    html: `<a id="go" target="_blank">${box()}</a><script src="banner.js"></script>`,
    script: `let clickTAG = "${placeholder}"; document.getElementById("go").href = clickTAG`,
  },
  'clickTag that gets a parameter of the ad': {
    html: `<script>var clickTag = "${placeholder}"; clickTag += "&from=ad"</script>${onBox('window.open(clickTag)')}`,
    ends: '/shop',
  },
  'clickTag read from the query': {
    html: `<script>${fromQuery};var clickTag=q("clickTag")</script>${onBox('open(clickTag)')}`,
  },
  'clickTAG read from the query in a function': {
    html: `${box()}<script>!function(){${fromQuery};var u=q("clickTAG")||"${placeholder}";ad.onclick=function(){open(u)}}()</script>`,
  },
  'clicktag read with URLSearchParams into a link': {
    html: `<a id="go" target="_blank">${box()}</a><script>go.href=new URLSearchParams(location.search).get('clicktag')</script>`,
  },
  'clickTag read from the address by a file': {
    html: `${box()}<script src="banner.js"></script>`,
    script: `!function(){var u=new URL(document.URL).searchParams.get("clickTag")||"${placeholder}";ad.onclick=function(){open(u,"_blank")}}()`,
  },
  'clickTag split from the query without decoding': {
    html: `${box()}<script>var to=location.search.split("clickTag=")[1];ad.onclick=function(){window.open(to)}</script>`,
  },
  'a link with an address of its own': { html: inLink('/own'), ends: '/own' },
  'a link with an address of its own and a target': { html: inLink('/own', 'target="_blank"'), ends: '/own' },
  'a link that keeps its click to itself': { html: inLink('/own', 'onclick="event.stopPropagation()"'), ends: '/own' },
  'a script that opens an address of its own': { html: onBox('window.open("/own")'), ends: '/own' },
  'a script that opens the address of a link': {
    html: inLink('/own', 'onclick="window.open(this.href);return false"'),
    ends: '/own',
  },
  'a link of code that keeps its click to itself': {
    html: inLink('javascript:window.open(clickTag)', 'onclick="event.stopImmediatePropagation()"'),
  },
  'a link of code that does nothing, and a listener': {
    html: inLink('javascript:void(0)', 'onclick="window.open(window.clickTag)"'),
  },
  'a link with void(window.open(…))': { html: inLink('javascript:void(window.open(clickTag))') },
  'a link of code with an address of its own': { html: inLink("javascript:window.open('/own')"), ends: '/own' },
  'an ad without any link that keeps its clicks to itself': { html: box('onclick="event.stopPropagation()"') },
  'an ad without any link': { html: box() },
  'a link that a script makes and clicks': {
    html: onBox("var a=document.createElement('a');a.href=clickTag;a.target='_blank';a.click()"),
  },
  'a link that a script makes and clicks, to an address of its own': {
    html: onBox(
      "var a=document.createElement('a');a.href='/own';a.target='_blank';document.body.appendChild(a).click()",
    ),
    ends: '/own',
  },
  'a window that is led on when it is open': {
    html: onBox("var w=window.open('about:blank');w.location=window.clickTag"),
  },
  'a map of areas': {
    html: `<map name="m"><area href="/own" coords="0,0,90,90" shape="rect"></map><img id="ad" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" usemap="#m" width="90" height="90">`,
    ends: '/own',
  },
  'a link of an SVG': { html: '<svg><a href="/own"><rect id="ad" width="90" height="90"/></a></svg>', ends: '/own' },
  'a link of an old SVG': {
    html: '<svg><a xlink:href="/own"><rect id="ad" width="90" height="90"/></a></svg>',
    ends: '/own',
  },
  'the click macro of another ad server before an address': { html: inLink('%%CLICK_URL_UNESC%%/own'), ends: '/own' },
  'the click macro of another ad server alone': { html: inLink('%%CLICK_URL_UNESC%%%%DEST_URL%%') },
  'the click macro of another ad server in a script': {
    html: onBox("window.open('$' + '{CLICK_URL}' + '/own')"),
    ends: '/own',
  },
  'a form': {
    html: '<form action="/own"><input name="q" value="pots"><button id="ad">Search</button></form>',
    ends: '/own?q=pots',
  },
  'a form that posts its fields, but what is private': {
    html: '<form action="/own?a=1" method="post"><input type="hidden" name="size" value="m l"><input type="email" name="mail" value="a@b.example"><input type="password" name="word" value="x"><button id="ad" name="go" value="1">Send</button></form>',
    ends: '/own?a=1&size=m+l&go=1',
  },
  'a form that leads to the click': {
    html: '<form action="{{clickUrl}}" method="post"><input id="ad" type="submit"></form>',
  },
  'a form whose script opens the click': {
    html: '<form onsubmit="window.open(clickTag);return false"><button id="ad">Buy</button></form>',
  },
  'a form that a script sends': {
    html: `<form action="/own" name="f"></form>${onBox('document.forms.f.submit()')}`,
    ends: '/own',
  },
  'a script that leads its own frame on': { html: onBox('location.href = clickTag') },
  'a script that leads its own frame to an address of its own': {
    html: onBox('window.location = "/own"'),
    ends: '/own',
  },
  'a script that replaces its own frame': { html: onBox('window.location.replace(clickTag)') },
  'a script that leads its own frame on a moment later': {
    html: onBox('setTimeout(function(){document.location.assign(window.clickTag)}, 50)'),
  },
  'an attribute that leads its own frame on': { html: box(`onclick="location.href='/own'"`), ends: '/own' },
  'an attribute with entities that leads its own frame on': {
    html: box('onclick=" self.location=&quot;/own?a=1&amp;b=2&quot;"'),
    ends: '/own?a=1&b=2',
  },
  'an attribute without quotes that leads its own frame on': { html: box('onclick=location=clickTag'), ends: '/shop' },
  'a link of code that leads its own frame on': { html: inLink('javascript:location.href=clickTag') },
  'a script that leads the page on': { html: onBox('top.location.href = clickTag'), opens: false },
  'a script that leads the page to an address of its own': {
    html: onBox('window.parent.location = "/own"'),
    ends: '/own',
    opens: false,
  },
  'an attribute that leads the page to an address of its own': {
    html: box(`onclick="top['location'].replace('/own')"`),
    ends: '/own',
    opens: false,
  },
  'a window that is led to an address of its own when it is open': {
    html: onBox("var w=window.open('about:blank');w.location.href='/own'"),
    ends: '/own',
  },
}
