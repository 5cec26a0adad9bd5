import { Gauge, type Registry } from 'prom-client'
import type { StoreSizes } from '../../ports/service-state.ts'

/** Bytes that are stored; what cannot be known is absent. `cache`: pictures that this node keeps. */
export type StoredBytes = StoreSizes & { readonly cache?: number }

/** The metric of stored bytes. They are read at each scrape, and never otherwise; a store that is away has no sample. */
export const sizeGauge = (registry: Registry) => {
  let read = async (): Promise<StoredBytes> => ({})
  new Gauge({
    name: 'endcap_stored_bytes',
    help: 'Bytes of the log, of views, of files (blobs), and of the render cache of this node.',
    labelNames: ['of'],
    registers: [registry],
    async collect() {
      this.reset()
      // its outage is logged and shown where it is noticed
      const bytes = await read().catch((): StoredBytes => ({}))
      for (const [of, count] of Object.entries(bytes)) if (count !== undefined) this.set({ of }, count)
    },
  })
  return (reader: () => Promise<StoredBytes>): void => {
    read = reader
  }
}
