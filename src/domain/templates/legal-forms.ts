/** What companies are in law, at the end of their names; longer ones first, as `gmbh & co. kg` ends in another one. */
const legalForms: readonly string[] = [
  ...'gmbh & co. kg, sp. z o.o., limited, pty ltd, s.a.s., s.r.l., s.p.a., s.r.o., corp., inc., ltd., gmbh, e.k.'.split(
    ', ',
  ),
  ...'sarl, s.a., s.l., b.v., n.v., kft., 株式会社, corp, inc, llc, ltd, plc, sas, srl, spa, a/s, aps, mbh'.split(', '),
  ...'ag, kg, se, ug, sa, bv, ab, as, oy, nv'.split(', '),
]

/** The name of a company without its legal form, such as `GmbH & Co. KG`: the brand is known without it. A name that is nothing else stays. */
export const withoutLegalForm = (name: string): string => {
  const lower = name.toLowerCase()
  const form = legalForms.find(one => lower.endsWith(` ${one}`))
  return form === undefined ? name : withoutLegalForm(name.slice(0, -form.length - 1).trim())
}
