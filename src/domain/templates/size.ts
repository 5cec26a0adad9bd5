/** Pixels. */
export type TemplateSize = { readonly width: number; readonly height: number }

const size = (width: number, height: number): TemplateSize => ({ width, height })
const onSite: readonly TemplateSize[] = [size(300, 250), size(728, 90), size(970, 250), size(320, 50)]
const offSite: readonly TemplateSize[] = [...onSite, size(160, 600), size(300, 600)]

/** The sizes that templates are made in for an inventory type (TEMPLATE-17); a type other than OffSite has those of OnSite. */
export const sizesOf = (inventoryType: string): readonly TemplateSize[] =>
  inventoryType.toLowerCase().replace(/[^a-z]/g, '') === 'offsite' ? offSite : onSite

/** A size as in adUnitSize: `300x250`. */
export const adUnitSizeOf = ({ width, height }: TemplateSize): string => `${width}x${height}`

/** The size of an adUnitSize that is valid. */
export const sizeOfAdUnit = (adUnitSize: string): TemplateSize => {
  const [width = 0, height = 0] = adUnitSize.split('x').map(Number)
  return { width, height }
}

export const isSameSize = (a: TemplateSize, b: TemplateSize): boolean => a.width === b.width && a.height === b.height
