export type LogoSigns = {
  /** File or layer name, alternative text, or class. */
  readonly name: string
  readonly width: number
  readonly height: number
  readonly hasAlpha: boolean
  /** Colors that cover more than a hundredth of it. */
  readonly colors: number
  /** The source itself calls it its logo. */
  readonly isDeclared: boolean
}

/** Pictures with less are not taken for a logo. */
export const leastLogoScore = 3

/** How likely a picture is the logo of its brand, by its name, transparency, size and number of colors. */
export const logoScore = ({ name, width, height, hasAlpha, colors, isDeclared }: LogoSigns): number => {
  const ratio = width / height
  const isShaped = ratio >= 0.5 && ratio <= 8
  const score =
    (isDeclared ? 5 : 0) +
    (/logo/i.test(name) ? 4 : /\b(?:brand|wordmark|mark|icon)\b/i.test(name) ? 1 : 0) +
    (hasAlpha ? 1.5 : 0) +
    (colors <= 4 ? 1.5 : colors <= 6 ? 0.5 : -1) +
    (width * height <= 500_000 ? 0.5 : -0.5) +
    (isShaped ? 0 : -2) +
    // a favicon is a logo of last resort
    (Math.max(width, height) < 48 ? -2 : 0)
  return score
}
