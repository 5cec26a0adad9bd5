/** The member of a record that has this name itself: names such as `constructor`, which people may give to a column, are those of all objects, too. */
export const own = <A>(record: Readonly<Record<string, A>> | undefined, name: string): A | undefined =>
  record !== undefined && Object.hasOwn(record, name) ? record[name] : undefined
