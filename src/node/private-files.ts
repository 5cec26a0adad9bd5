/**
 * Makes what this process creates from now on readable and writable by its user only (ARCH-4): the log, the files and the
 * mails of customers lie in DATA_DIR and in backups, which other users of the machine may reach.
 */
export const keepFilesPrivate = (): void => void process.umask(0o077)
