/** The words around and instead of the name of a brand, as pages, documents and logos have them in many languages: data of `brandName`. */

/** The phrases of a text that commas and line ends part. */
const listed = (text: string): readonly string[] =>
  text.split(/[,\n]/).flatMap(phrase => (phrase.trim() === '' ? [] : [phrase.trim()]))

/** What pages, documents and platforms are called; none of it is a brand. */
export const genericNames: readonly string[] = listed(`
  home, homepage, home page, start, main, index, welcome, untitled, document, new page, page, website, my site, my
  website, site, shop, store, online shop, onlineshop, online store, logo, react app, vite app, vue app, next app,
  create next app, angular, app, loading, wordpress, wix, shopify, squarespace, my shopify store, about, about us,
  contact, products, sale, brand, menu, just a moment, access denied, error, 404, page not found, not found,
  login, log in, sign in, site logo, company logo, header logo, logo image, brand logo, image, icon, picture, to
  homepage, startseite, willkommen, zur startseite, über uns, ueber uns, kontakt, produkte, anmelden, accueil,
  bienvenue, page d accueil, produits, boutique, inicio, bienvenido, bienvenidos, tienda, pagina iniziale,
  benvenuto, benvenuti, pagina principal, página inicial, início, welkom, winkel, hem, startsida, forside, hjem,
  etusivu, strona główna, domů, úvod, kezdőlap, acasă, αρχική, ana sayfa, anasayfa, главная, главная страница,
  ホーム, トップページ, 首页, 홈, الرئيسية, דף הבית, brand guidelines, brand guideline, guidelines, style guide, styleguide,
  brand book, brandbook, corporate design, brand manual, markenhandbuch, gestaltungsrichtlinien, charte graphique,
  brand guide
`)

/** What stands before the name of a brand in titles and names of logos, with a blank between. */
export const phrasesBefore: readonly string[] = listed(`
  welcome to, logo of, logo:, homepage of, willkommen bei, willkommen im, logo von, bienvenue chez, bienvenue sur,
  bienvenido a, bienvenidos a, benvenuti su, benvenuti da, welkom bij, bem-vindo à, välkommen till, velkommen til,
  logo de, logo di
`)

/** What stands after it, with a blank between. */
export const phrasesAfter: readonly string[] = listed(`
  logo, logotype, wordmark, icon, home, homepage, home page, startseite, official site, official website, official
  store, official online store, online shop, onlineshop, online store, online-shop, website, site officiel, tienda
  oficial, sito ufficiale, web oficial, 公式サイト, 公式オンラインストア, brand guidelines, brand guideline, guidelines, style
  guide, brand book, brand manual, corporate design, markenhandbuch, gestaltungsrichtlinien, charte graphique,
  brand guide
`)
