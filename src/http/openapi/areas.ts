import type { Row } from '../../operations/row.ts'

/** Areas of the interface by the words of their paths; the first that fits. */
const areas: readonly (readonly [RegExp, string])[] = [
  [/\/events$|\/history$/, 'Audit'],
  [/\/tmplGenAI\//, 'Templates'],
  [/\/dsp-configurations|^\/svc\/serverApis|dsp-callback/, 'DSP'],
  [/\/cloud(\/|$)/, 'Cloud services'],
  [/\/activat/, 'Activation'],
  [/approval/, 'Approval'],
  [/export|download-tags|\/trackers$|\/queues\/|^\/downloads\//, 'Exports and tags'],
  [/\/creatives?(\/|$)|hybrid-creative|\/brands$|product-content|^\/previews\//, 'Creatives'],
  [/media-channel|ad-servers/, 'Media channels'],
  [/media-plans/, 'Media plans'],
  [/asset-sources/, 'Asset sources'],
  [/data-signals|\/campaigns(\/|$)/, 'Classic campaigns'],
  [
    /template-campaigns|retail-settings|\/retail-campaigns|^\/v2\/org\/:orgId$|^\/v2\/accounts\/:accountId$/,
    'Provisioning',
  ],
  [/api-keys/, 'Keys'],
  [/\/assets(\/|$)/, 'Assets'],
  [/^\/serve\//, 'Serving'],
  [/^\/(docs|console|openapi|healthz|readyz|metrics)/, 'Service'],
]

/** Tags of a row in the OpenAPI document: its area, and `Extension` when the interface does not name the operation. */
export const tagsOf = (row: Row): readonly string[] => {
  const area = areas.find(([pattern]) => pattern.test(row.path))?.[1] ?? 'Other'
  return row.operation.extension ? [area, 'Extension'] : [area]
}
