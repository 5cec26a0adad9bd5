/** The files of the embedded stores in DATA_DIR. */
export const fileOf = { log: 'log.db', views: 'views.db' } as const
