/** The spellings of the variable, and of the parameter in the query of the frame, from which the scripts of ads take the address behind the click. */
export const clickTagSpellings = ['ClickTag', 'ClickTAG', 'CLICKTAG', 'clicktag', 'clickTAG', 'clickTag'] as const

/** Whether a name is one of a clickTag, in any case and with a number (`clickTag`, `clickTAG2`, `click_tag`). */
export const isClickTag = (name: string): boolean => /^click_?tag_?\d{0,2}$/i.test(name)

/**
 * What a clickTag has until an ad server gives it the address behind the click: an address, a macro or nothing. A plain word is none: it may be
 * the name of a parameter or of an element.
 */
export const placeholderText = /^\s*$|[.:/%#${[]/
