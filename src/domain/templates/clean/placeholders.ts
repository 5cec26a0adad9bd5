/** Names of columns in placeholders; characters that HTML escapes would no longer be the name. */
const name = /^[^<>&"'={}#^/!]{1,128}$/
const triple = /\{\{\{([^{}]*)\}\}\}/g
const tag = /\{\{([#^/&!>=]?)([^{}]*)\}\}/g

export type CleanText = {
  readonly text: string
  readonly removed: readonly string[]
  /** The tags of sections in order: `#`, `^` or `/`, and the column. */
  readonly sections: readonly (readonly [kind: '#' | '^' | '/', column: string])[]
}

/**
 * A text whose placeholders are `{{column}}` and, where sections may be, `{{#column}}`, `{{^column}}` and `{{/column}}`: values that
 * would not be escaped are, and all else that Mustache knows (partials, comments, other delimiters) is removed.
 */
export const cleanPlaceholders = (given: string, { sections: mayHave }: { readonly sections: boolean }): CleanText => {
  const removed: string[] = []
  const sections: ['#' | '^' | '/', string][] = []
  const escaped = given.replace(triple, (found, column: string) => {
    removed.push(`${JSON.stringify(found.slice(0, 80))}: values must be escaped, with two braces`)
    return `{{${column.trim()}}}`
  })
  const text = escaped.replace(tag, (found, kind: string, rest: string) => {
    const column = rest.trim()
    const refuse = (why: string, instead = '') => {
      removed.push(`${JSON.stringify(found.slice(0, 80))}: ${why}`)
      return instead
    }
    if (!name.test(column)) return refuse('this is no column')
    switch (kind) {
      case '':
        return `{{${column}}}`
      case '&':
        return refuse('values must be escaped', `{{${column}}}`)
      case '#':
      case '^':
      case '/':
        if (!mayHave) return refuse('sections are not allowed here')
        sections.push([kind, column])
        return `{{${kind}${column}}}`
    }
    return refuse('only columns and sections are allowed')
  })
  return { text, removed, sections }
}

/** What is wrong with the sections of one element, of which each must begin and end in it; undefined: nothing. */
export const sectionFault = (sections: CleanText['sections']): string | undefined => {
  const open: string[] = []
  for (const [kind, column] of sections)
    if (kind !== '/') open.push(column)
    else if (open.pop() !== column)
      return `the section ${JSON.stringify(column)} ends in another element than it begins`
  return open.length === 0
    ? undefined
    : `the section ${JSON.stringify(open[0])} does not end in the element where it begins`
}
