/** What begins a movement in CSS, SVG and scripts, and names of libraries that do. */
const beginnings = [
  ...['@keyframes', '<animate', '.animate(', 'settimeout(', 'setinterval(', 'requestanimationframe('],
  ...['gsap', 'tweenmax', 'tweenlite', 'timelinemax', 'timelinelite', 'createjs'],
]

/** Whether the HTML of an ad may move by itself. It names what would begin that; whether it does is seen when it is drawn. */
export const seemsToMove = (html: string): boolean => {
  const folded = html.toLowerCase()
  return beginnings.some(beginning => folded.includes(beginning))
}
