const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).filter(word => word !== ''))

/** Elements of HTML that templates may have. Tables are not among them: browsers move text out of them, and with it placeholders. */
export const htmlElements = words(`
  html head body meta title style div span p h1 h2 h3 h4 h5 h6 a img b strong i em small s del ins u sup sub br ul ol li
  section article header footer main figure figcaption button`)
/** Elements of SVG: shapes only, in the spelling of parse5. */
export const svgElements = words('svg g path circle ellipse rect line polyline polygon')

/** Attributes of every element, besides `aria-` and `data-`. */
export const commonAttributes = words('class id style title lang dir role hidden width height alt')
export const svgAttributes = words(`
  viewBox xmlns preserveAspectRatio focusable fill fill-rule fill-opacity stroke stroke-width stroke-linecap stroke-linejoin
  stroke-dasharray stroke-opacity clip-rule opacity d cx cy r rx ry x y x1 x2 y1 y2 points transform`)

/** At-rules of style sheets; the others load something, or serve no ad. */
export const atRules = words('media supports keyframes -webkit-keyframes')
/**
 * Properties of CSS. Not among them: what hides text from the measurements of contrast and size (clip-path, mask, filter, blend modes,
 * -webkit-text-fill-color), and what can leave the ad.
 */
export const properties = words(`
  align-content align-items align-self animation animation-delay animation-direction animation-duration animation-fill-mode
  animation-iteration-count animation-name animation-timing-function aspect-ratio background background-color background-image
  background-position background-repeat background-size border border-bottom border-bottom-color border-bottom-left-radius
  border-bottom-right-radius border-bottom-style border-bottom-width border-color border-left border-left-color border-left-style
  border-left-width border-radius border-right border-right-color border-right-style border-right-width border-style border-top
  border-top-color border-top-left-radius border-top-right-radius border-top-style border-top-width border-width bottom box-shadow
  box-sizing color column-gap content display fill flex flex-basis flex-direction flex-flow flex-grow flex-shrink flex-wrap float
  font font-family font-feature-settings font-kerning font-size font-stretch font-style font-variant font-variant-numeric
  font-weight gap grid grid-area grid-auto-columns grid-auto-flow grid-auto-rows grid-column grid-column-end grid-column-gap
  grid-column-start grid-gap grid-row grid-row-end grid-row-gap grid-row-start grid-template grid-template-areas
  grid-template-columns grid-template-rows height hyphens inset isolation justify-content justify-items justify-self left
  letter-spacing line-height list-style list-style-type margin margin-bottom margin-left margin-right margin-top max-height
  max-width min-height min-width object-fit object-position opacity order outline overflow overflow-wrap overflow-x overflow-y
  padding padding-bottom padding-left padding-right padding-top place-content place-items place-self pointer-events position right
  rotate row-gap scale stroke stroke-width tab-size text-align text-decoration text-decoration-color text-decoration-line
  text-decoration-style text-decoration-thickness text-indent text-overflow text-shadow text-transform text-underline-offset
  text-wrap top transform transform-origin translate vertical-align visibility white-space width word-break word-spacing word-wrap
  z-index -webkit-box-orient -webkit-line-clamp line-clamp -webkit-font-smoothing -moz-osx-font-smoothing`)
/** Functions in values. Those that load something (`url` is decided by its address) or read attributes are not among them. */
export const functions = words(`
  rgb rgba hsl hsla oklch oklab lab lch color-mix calc min max clamp var linear-gradient radial-gradient conic-gradient
  repeating-linear-gradient translate translatex translatey translate3d scale scalex scaley rotate skew skewx skewy matrix
  cubic-bezier steps repeat minmax fit-content`)
/** Parts of selectors that begin with a colon. */
export const pseudos = words(`
  root first-child last-child only-child nth-child nth-last-child first-of-type last-of-type nth-of-type not is where empty hover
  focus focus-visible active before after`)
