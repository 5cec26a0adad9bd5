/** The value of a `style` attribute, without the properties that are undefined. */
export const styled = (values: Readonly<Record<string, string | number | undefined>>): string =>
  Object.entries(values)
    .flatMap(([property, value]) => (value === undefined ? [] : [`${property}:${value}`]))
    .join(';')
