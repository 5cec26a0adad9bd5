/** The time format of classic campaigns: UTC `YYYY-MM-DD HH:MM:SS.S` (HTTP-5). `iso`: ISO 8601 with milliseconds. */
export const classicTimestamp = (iso: string): string => `${iso.slice(0, 10)} ${iso.slice(11, 21)}`
