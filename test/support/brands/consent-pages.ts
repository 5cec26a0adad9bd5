/** Markup of cookie banners as their tools write it, by tool and language, in front of a page or behind it. */
export const banners: Readonly<Record<string, string>> = {
  'OneTrust, English': `<div id="onetrust-consent-sdk"><div class="onetrust-pc-dark-filter"></div><div id="onetrust-banner-sdk" class="otFlat bottom" role="region" aria-label="Cookie banner"><div role="alertdialog" aria-describedby="onetrust-policy-text" aria-label="Privacy"><div class="ot-sdk-container"><h2 id="onetrust-policy-title">Your choice matters</h2><div id="onetrust-policy-text">By clicking “Accept All Cookies”, you agree to the storing of cookies on your device.</div><button id="onetrust-pc-btn-handler">Cookies Settings</button><button id="onetrust-reject-all-handler">Reject All</button><button id="onetrust-accept-btn-handler">Accept All Cookies</button></div></div></div></div>`,
  'Cookiebot, Danish': `<div id="CybotCookiebotDialog" name="CybotCookiebotDialog" role="dialog" aria-modal="true"><h2 id="CybotCookiebotDialogBodyContentTitle">Dette website bruger cookies</h2><p>Vi bruger cookies til at tilpasse vores indhold og annoncer.</p><div><h3>Nødvendige</h3><h3>Statistik</h3></div><button id="CybotCookiebotDialogBodyButtonDecline">Afvis</button><a class="CybotCookiebotDialogBodyButton" role="button">Tillad alle</a></div>`,
  'Usercentrics, German': `<div id="usercentrics-root" data-created-at="1"></div><aside id="usercentrics-cmp-ui"><div data-testid="uc-default-wall"><h1>Datenschutzeinstellungen</h1><p>Wir nutzen Technologien von Drittanbietern.</p><button data-testid="uc-accept-all-button">Alle akzeptieren</button><button>Ablehnen</button><button>Mehr</button></div></aside>`,
  'Didomi, French': `<div id="didomi-host"><div class="didomi-popup-container" role="dialog" aria-modal="true"><p class="didomi-popup-notice-text">Avec votre accord, nos partenaires et nous utilisons des traceurs.</p><button id="didomi-notice-learn-more-button" class="didomi-components-button">En savoir plus</button><button id="didomi-notice-agree-button">Accepter &amp; Fermer</button><span class="didomi-continue-without-agreeing" role="button">Continuer sans accepter →</span></div></div>`,
  'TrustArc, English': `<div id="consent_blackbar"><div id="truste-consent-track"><div id="truste-consent-content"><div id="truste-consent-text"><h2>This site needs a decision</h2>We and third parties store information on your device.</div><button id="truste-consent-button">Agree and Proceed</button><button id="truste-show-consent">Manage Settings</button></div></div></div>`,
  'Quantcast, Spanish': `<div class="qc-cmp2-container" id="qc-cmp2-container"><div class="qc-cmp2-main"><div id="qc-cmp2-ui" role="dialog" aria-modal="true"><h2 class="qc-cmp2-summary-info">Valoramos tu privacidad</h2><p>Nosotros y nuestros socios almacenamos información.</p><button mode="secondary">MÁS OPCIONES</button><button mode="primary">ACEPTO</button></div></div></div>`,
  'Borlabs, German': `<div data-nosnippet><div id="BorlabsCookieBox" class="BorlabsCookie" role="dialog" aria-modal="true"><div class="cookie-box"><p class="h3" role="heading">Datenschutzeinstellungen</p><h3>Essenziell</h3><h3>Externe Medien</h3><a class="btn cookie-btn" role="button">Individuelle Datenschutzeinstellungen</a><a class="btn" role="button" id="CookieBoxSaveButton">Speichern</a><a class="btn _brlbs-btn-accept-all">Alle akzeptieren</a></div></div></div>`,
  'Complianz, Dutch': `<div id="cmplz-cookiebanner-container"><div class="cmplz-cookiebanner cmplz-bottom-right banner-1" aria-modal="true" role="dialog" aria-live="polite"><div class="cmplz-title">Beheer toestemming</div><p>Om de beste ervaringen te bieden, gebruiken wij technologieën.</p><button class="cmplz-btn cmplz-accept">Accepteren</button><button class="cmplz-btn cmplz-deny">Weigeren</button></div></div>`,
  'CookieYes, Italian': `<div class="cky-consent-container cky-box-bottom-left"><div class="cky-consent-bar"><p class="cky-title">Teniamo alla tua privacy</p><p>Utilizziamo i cookie per migliorare la navigazione.</p><button class="cky-btn cky-btn-customize">Personalizza</button><button class="cky-btn cky-btn-accept">Accetta tutto</button></div></div>`,
  'Osano, Portuguese': `<div role="dialog" aria-label="cookieconsent" class="cc-window cc-banner cc-type-info"><span class="cc-message">Este site usa cookies. <a class="cc-link">Saiba mais</a></span><div class="cc-compliance"><a class="cc-btn cc-dismiss">Entendi!</a></div></div>`,
  'an unknown tool with names, Polish': `<section class="site-cookie-notice js-notice"><h3>Dbamy o Ciebie</h3><p>Używamy plików cookie w celach statystycznych.</p><button class="btn btn-primary">Akceptuję</button></section>`,
  'an unknown tool without names, English': `<div class="x1 fixed"><div class="x2"><div><h2>We value your privacy</h2><p>We and our 842 partners store information and show you ads that you may like.</p></div><div class="x3"><button>Accept all</button><button>Reject all</button></div></div></div>`,
  'an unknown tool without names, Swedish': `<div class="sheet"><h3>Vi använder kakor</h3><p>Vi använder kakor för att webbplatsen ska fungera.</p><button>Godkänn alla</button><button>Endast nödvändiga</button></div>`,
  'a dialog without names, Japanese': `<div role="dialog" aria-modal="true"><p>当サイトではクッキーを使用しています。</p><button>すべて受け入れる</button><button>設定</button></div>`,
  'a dialog element, Czech': `<dialog open><h2>Soukromí</h2><p>Používáme cookies, abychom web zlepšili.</p><form method="dialog"><button>Souhlasím</button><button>Odmítnout vše</button></form></dialog>`,
  'a plain line, Finnish': `<p class="alert">Käytämme evästeitä. <button>OK</button></p>`,
  'a language without words, Thai': `<div id="cookie-consent-banner"><h3>ความเป็นส่วนตัว</h3><p>เว็บไซต์นี้จัดเก็บข้อมูล</p><button>ยอมรับ</button></div>`,
  'an unclosed list of purposes': `<div id="cookie-modal" role="dialog"><h2>Cookie preferences</h2><ul><li><h3>Statistics</h3><p>Helps us<li><h3>Marketing</h3><p>Ads</ul><button>Save preferences</button></div>`,
  'parts of the page itself, with plain buttons': `<h2>We use cookies</h2><p>We use cookies to improve your experience.</p><button>Accept</button><button>Decline</button>`,
  'a layer whose heading says it': `<div id="consent-layer"><h2>Privacy</h2><p>We process data.</p><button>Agree</button><button>Options</button></div>`,
  'form with inputs as buttons, Turkish': `<form class="kvkk" action="/izin"><p>Sitemizde çerez kullanıyoruz.</p><input type="submit" value="Tümünü kabul et"><input type="button" value="Tümünü reddet"></form>`,
}

/** The page of a bakery with a banner before or after it. */
export const bakeryWith = (banner: string, isFirst = true): string =>
  `<!doctype html><html lang="en" class="js cookie-consent-open"><head><meta charset="utf-8"><title>Alder &amp; Moss | Home</title></head><body class="has-cookie-banner didomi-popup-open"><div id="page">${isFirst ? banner : ''}<header><nav><a href="/">Home</a> <a href="/shop">Shop</a></nav></header><section class="hero"><h2>Bread baked by hand</h2><p>Slow dough and a hot oven, every morning since 1987.</p><a class="btn" href="#">Order a loaf</a></section><footer><p>Alder &amp; Moss. <a href="/cookies">Cookie policy</a> <button class="footer-link">Cookie settings</button></p></footer></div>${isFirst ? '' : banner}</body></html>`

const bare = (title: string, body: string, head = ''): string =>
  `<!doctype html><html><head><meta charset="utf-8"><title>${title}</title>${head}</head><body>${body}</body></html>`

export type Instead = {
  readonly html: string
  readonly is: string
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
}
/** What is found instead of the page of a brand, and what it is told as. */
export const insteadOfPages: Readonly<Record<string, Instead>> = {
  'Cloudflare, managed challenge': {
    status: 403,
    is: 'challenge by Cloudflare',
    html: bare(
      'Just a moment...',
      `<div class="main-wrapper" role="main"><div class="main-content"><noscript><div id="challenge-error-text">Enable JavaScript and cookies to continue</div></noscript></div></div><script>(function(){window._cf_chl_opt={cvId:'3',cType:'managed'};var a=document.createElement('script');a.src='/cdn-cgi/challenge-platform/h/b/orchestrate/chl_page/v1?ray=1';})();</script>`,
      '<meta http-equiv="refresh" content="390">',
    ),
  },
  'Cloudflare, block': {
    status: 403,
    is: 'challenge by Cloudflare',
    html: bare(
      'Attention Required! | Cloudflare',
      `<div id="cf-wrapper"><div id="cf-error-details" class="cf-error-details-wrapper"><h1 data-translate="block_headline">Sorry, you have been blocked</h1><h2 class="cf-subheadline">You are unable to access brand.example</h2><h2>Why have I been blocked?</h2><p>This website is using a security service to protect itself from online attacks.</p><h2>What can I do to resolve this?</h2><p>You can email the site owner.</p></div></div>`,
    ),
  },
  'Cloudflare, German, by its header alone': {
    status: 403,
    headers: { 'cf-mitigated': 'challenge' },
    is: 'challenge by Cloudflare',
    html: bare('Nur einen Moment…', '<h1>brand.example</h1><p>Überprüfung läuft.</p>'),
  },
  'Akamai, block': {
    status: 403,
    is: 'challenge by Akamai',
    html: `<HTML><HEAD><TITLE>Access Denied</TITLE></HEAD><BODY><H1>Access Denied</H1>You don't have permission to access "http&#58;&#47;&#47;brand&#46;example&#47;" on this server.<P>Reference&#32;&#35;18&#46;1<P>https&#58;&#47;&#47;errors&#46;edgesuite&#46;net&#47;18</BODY></HTML>`,
  },
  'Akamai, challenge': {
    is: 'challenge by Akamai',
    html: bare(
      'Challenge Validation',
      `<div id="sec-if-cpt-container"><div id="sec-if-cpt-if"></div><p>Powered and protected by Akamai</p></div><script src="/_sec/cp_challenge/ak-challenge-3-8.js"></script>`,
    ),
  },
  DataDome: {
    status: 403,
    is: 'challenge by DataDome',
    html: bare(
      'brand.example',
      `<p id="cmsg">Please enable JS and disable any ad blocker</p><script data-cfasync="false">var dd={'rt':'c','cid':'A','hsh':'B','t':'bv','host':'geo.captcha-delivery.com'}</script><script src="https://ct.captcha-delivery.com/c.js"></script>`,
    ),
  },
  'PerimeterX (HUMAN)': {
    status: 403,
    is: 'challenge by HUMAN',
    html: bare(
      'Access to this page has been denied',
      `<section class="container"><h1>Before we continue...</h1><p>Press &amp; Hold to confirm you are a human (and not a bot).</p><div id="px-captcha"></div><p>Reference ID 1</p></section><script>window._pxAppId='PX1'</script><script src="//captcha.px-cdn.net/PX1/captcha.js"></script>`,
    ),
  },
  'Imperva, frame': {
    is: 'challenge by Imperva',
    html: `<html style="height:100%"><head><META NAME="ROBOTS" CONTENT="NOINDEX, NOFOLLOW"><script src="/_Incapsula_Resource?SWJIYLWA=719"></script></head><body style="margin:0px"><iframe id="main-iframe" src="/_Incapsula_Resource?CWUDNSAI=23&xinfo=1" frameborder=0>Request unsuccessful. Incapsula incident ID: 1</iframe></body></html>`,
  },
  'Imperva, interruption': {
    is: 'challenge by Imperva',
    html: bare(
      'Pardon Our Interruption',
      `<h1>Pardon Our Interruption</h1><p>As you were browsing something about your browser made us think you were a bot.</p><script src="/reese84.js"></script>`,
    ),
  },
  'AWS WAF, challenge': {
    status: 202,
    is: 'challenge by AWS WAF',
    html: bare(
      '',
      `<div id="challenge-container"></div><script>window.awsWafCookieDomainList=[];window.gokuProps={"key":"A"}</script><script src="https://1.token.awswaf.com/1/challenge.js"></script><noscript><h1>JavaScript is disabled</h1>In order to continue, we need to verify that you're not a robot.</noscript>`,
    ),
  },
  'AWS WAF, captcha': {
    status: 405,
    is: 'challenge by AWS WAF',
    html: bare(
      'Human Verification',
      `<div id="captcha-container"></div><script src="https://1.captcha.awswaf.com/captcha.js"></script>`,
    ),
  },
  'a check of its own, Spanish': {
    is: 'challenge',
    html: bare('Un momento…', '<h1>tienda.example</h1><p>Comprobando su navegador antes de continuar.</p>'),
  },
  'a captcha alone, French': {
    is: 'challenge',
    html: bare(
      'boutique.example',
      `<h1>Vérifiez que vous êtes humain</h1><form method="post"><div class="h-captcha"></div><button>Continuer</button></form><script src="https://js.hcaptcha.com/1/api.js"></script>`,
    ),
  },
  'a security check, Japanese': {
    is: 'challenge',
    html: bare('しばらくお待ちください', '<h1>brand.example</h1><p>人間であることを確認しています。</p>'),
  },
  'a login of a portal': {
    is: 'login',
    html: bare(
      'Brand Portal – Sign in',
      `<h1>Welcome back</h1><form action="/login" method="post"><label>Email <input type="email" name="email"></label><label>Password <input type="password" name="password"></label><button class="btn">Sign in</button><a href="/forgot">Forgot password?</a></form>`,
    ),
  },
  'a login, German, status 401': {
    status: 401,
    is: 'login',
    html: bare(
      'Markenportal',
      `<div class="card"><h2>Anmeldung</h2><form><input name="user"><input type="password" name="pw"><button type="submit">Anmelden</button></form></div>`,
    ),
  },
  'a login that asks the name first': {
    is: 'login',
    html: bare(
      'Sign in to your account',
      `<form><input type="email" name="loginfmt" placeholder="Email"><input type="submit" value="Next"></form>`,
    ),
  },
  'a shop behind a password': {
    is: 'login',
    html: bare(
      'Alder &amp; Moss',
      `<h2>Opening soon</h2><form action="/password"><input type="password" name="password"><button>Enter</button></form>`,
    ),
  },
  'a login, Japanese': {
    is: 'login',
    html: bare(
      'ログイン',
      `<h1>ログイン</h1><form><input name="login"><input type="password"><button>ログイン</button></form>`,
    ),
  },
  'a wall of consent, German': {
    is: 'wall',
    html: bare(
      'Nachrichten',
      `<div class="message type-modal"><h1>Mit Werbung weiterlesen</h1></div><div id="sp_message_container_1"><p>Wir verwenden Cookies.</p><button>Alle akzeptieren</button></div>`.replace(
        '<div class="message type-modal"><h1>Mit Werbung weiterlesen</h1></div>',
        '',
      ),
    ),
  },
  'a wall of consent that is the body': {
    is: 'wall',
    html: bare(
      'Before you continue',
      `<h1>Before you continue</h1><p>We use cookies and data to deliver and maintain our services.</p><form action="/save"><button>Reject all</button></form><form action="/save"><button>Accept all</button></form>`,
    ),
  },
  'a wall of consent that names partners': {
    is: 'wall',
    html: bare(
      'Alder',
      `<div class="a"><h1>Your privacy matters</h1><p>We and our 842 partners store information on your device.</p><button>Accept all</button><button>Reject all</button></div>`,
    ),
  },
  'a wall of consent or payment, German': {
    is: 'wall',
    html: bare(
      'Zeitung',
      `<h1>Weiterlesen mit Werbung</h1><p>Besuchen Sie uns wie gewohnt mit Werbung und Tracking.</p><button>Akzeptieren und weiter</button><a class="btn">Jetzt abonnieren</a>`,
    ),
  },
  'letters to copy': {
    is: 'challenge',
    html: bare(
      'shop.example',
      `<h4>Enter the characters you see below</h4><p>Sorry, we just need to make sure you're not a robot.</p><form><input name="field-keywords"><button>Continue shopping</button></form>`,
    ),
  },
  'an age gate': {
    is: 'wall',
    html: bare(
      'Northlight Gin',
      `<div class="age"><h1>Are you over 18?</h1><button>Yes</button><button>No</button></div>`,
    ),
  },
  'an application of React': {
    is: 'application',
    html: bare(
      'React App',
      `<noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div><script src="/static/js/main.js"></script>`,
      '<meta property="og:site_name" content="React App">',
    ),
  },
  'an application of Angular that loads': {
    is: 'application',
    html: bare(
      'Shop',
      `<app-root><div class="spinner">Loading...</div></app-root><script type="module" src="main.js"></script>`,
    ),
  },
  'an application that asks for scripts, French': {
    is: 'application',
    html: bare('Boutique', `<div id="app"><h1>Veuillez activer JavaScript</h1></div><script src="app.js"></script>`),
  },
}

/** Pages of brands that have something of the pages above. */
export const likePages: Readonly<
  Record<string, { readonly html: string; readonly headline: string; readonly action?: string }>
> = {
  'a bakery of cookies': {
    headline: 'Our cookies',
    action: 'Order cookies',
    html: bare(
      'Crumb &amp; Co',
      `<section class="cookies cookie-settings-free"><h1>Our cookies</h1><p>We bake cookies with butter and patience.</p><a class="btn">Order cookies</a></section>`,
    ),
  },
  'a page behind Cloudflare': {
    headline: 'Lamps that last',
    action: 'See lamps',
    html: bare(
      'Luma',
      `<h1>Lamps that last</h1><a class="btn">See lamps</a><script src="/cdn-cgi/challenge-platform/scripts/jsd/main.js"></script>`,
    ),
  },
  'a page with reCAPTCHA in its contact form': {
    headline: 'Chairs for slow evenings',
    html: bare(
      'Ebony',
      `<h1>Chairs for slow evenings</h1><p>Made of ash and oak.</p><form><input name="email"><div class="g-recaptcha"></div><button>Send</button></form><script src="https://www.google.com/recaptcha/api.js"></script>`,
    ),
  },
  'a shop with a login in its header': {
    headline: 'New boots',
    action: 'Shop boots',
    html: bare(
      'Tread',
      `<header><form><input name="email"><input type="password"><button>Log in</button></form></header><main><h1>New boots</h1><p>Stitched, not glued, and easy to repair.</p><a class="btn">Shop boots</a></main>`,
    ),
  },
  'an application that was drawn on the server': {
    headline: 'Tea worth waiting for',
    html: bare(
      'Marlow Teas',
      `<div id="__next"><main><h1>Tea worth waiting for</h1></main></div><script src="/_next/main.js"></script>`,
    ),
  },
  'a privacy promise beside a newsletter': {
    headline: 'Ten percent off',
    action: 'Join the list',
    html: bare(
      'Fern',
      `<section class="newsletter"><h2>Ten percent off</h2><p>We respect your privacy. No spam.</p><button>Join the list</button></section>`,
    ),
  },
  'a tagline like a challenge': {
    headline: 'Just a moment of calm',
    action: 'Book a table',
    html: bare(
      'Stillhouse',
      `<h1>Just a moment of calm</h1><p>A tea room by the river.</p><a class="btn">Book a table</a>`,
    ),
  },
}
