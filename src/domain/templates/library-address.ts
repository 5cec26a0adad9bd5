/** Address of a file in the library of an account, as templates name it. */
export const libraryAddress = (accountId: string, path: string): string =>
  `/assets/${accountId}/${path.split('/').map(encodeURIComponent).join('/')}`
