import { activation } from '../../src/domain/activation/activation.ts'
import { assetSource } from '../../src/domain/asset-sources/asset-source.ts'
import { droppedRows } from '../../src/domain/asset-sources/dropped-rows.ts'
import { sourceViews } from '../../src/domain/asset-sources/source-views.ts'
import { asset } from '../../src/domain/assets/asset.ts'
import { assetOfId } from '../../src/domain/assets/asset-id.ts'
import { exportKeyOf, exportOf } from '../../src/domain/exports/export.ts'
import { templateCampaign } from '../../src/domain/provisioning/aggregates.ts'
import { sha256 } from '../../src/domain/shared/digest.ts'
import { partsOfId } from '../../src/domain/shared/parts-of-id.ts'
import {
  HeldBytes,
  nothing,
  withFile,
  withFileForEver,
  withoutFile,
  withoutVersions,
  withVersion,
} from '../../src/domain/storage/held.ts'
import { templateConversation } from '../../src/domain/templates/conversation.ts'
import { templateWorkflow } from '../../src/domain/templates/workflow/workflow.ts'
import { on, projectionOn } from '../../src/engine/read/projection-of.ts'

/** Documents among which the asset sources of an account are shared out, so that none grows with all of them; and as many for its campaigns. */
const shares = 32

/** The document that counts the asset library of an account. */
export const ofLibrary = (accountId: string): string => `${accountId}:library`
/** The document that counts the rows of an asset source. */
export const ofRows = (accountId: string, assetSourceId: number): string =>
  `${accountId}:rows:${assetSourceId % shares}`
/** The document that counts the exports of a campaign. */
export const ofExports = (accountId: string, retailCampaignIdx: number): string =>
  `${accountId}:exports:${retailCampaignIdx % shares}`

/** The document that counts the files of a generation, of a conversation, or of a template campaign, by the id of its stream. */
export const ofGenerated = (stream: string): string =>
  ofTemplates(partsOfId(stream)[0], Number.parseInt(sha256(stream).slice(0, 8), 16) % shares)
const ofTemplates = (accountId: string, share: number): string => `${accountId}:templates:${share}`
/** The document that counts the snapshots of a campaign's activations. */
export const ofSnapshots = (accountId: string, retailCampaignIdx: number): string =>
  `${accountId}:snapshots:${retailCampaignIdx % shares}`

/** All documents that count bytes of an account. */
export const documentsOf = (accountId: string): readonly string[] => [
  ofLibrary(accountId),
  ...Array.from({ length: shares }, (_, share) => [
    ofRows(accountId, share),
    ofExports(accountId, share),
    ofTemplates(accountId, share),
    ofSnapshots(accountId, share),
  ]).flat(),
]

const accountOf = (stream: string): string => partsOfId(stream)[0]
/** The document of an asset source, from the id of one of its streams. */
const ofSource = (stream: string): string => {
  const [accountId, number] = partsOfId(stream)
  return ofRows(accountId, Number(number))
}

/** The events of generations and conversations that name files. */
const ofWorkflow = new Set([
  'TemplateWorkflowInitiated',
  'TemplateBrandRead',
  'TemplateComposed',
  'TemplateWorkflowSourcesDeleted',
])
const ofConversation = new Set(['TemplateVersionCreated', 'RegenerationRequested'])

/** A file that an event of `owner` names; one that an event before has stored says no size. */
const withNamed = (
  held: HeldBytes | undefined,
  owner: string,
  file: string,
  bytes: number | undefined,
): HeldBytes | undefined =>
  bytes === undefined ? held : withFile(held ?? nothing(accountOf(owner)), owner, file, bytes)

/** The bytes of files that each account holds, from the events that name them until those that say that they were deleted (HTTP-32). */
export const heldBytes = projectionOn<HeldBytes>({ name: 'held-bytes', version: 1, codec: HeldBytes, indexes: [] }, [
  on(asset, {
    idOf: (_, stream) => ofLibrary(assetOfId(stream).accountId),
    evolve: (held, { data: { accountId, size } }) => withFileForEver(held ?? nothing(accountId), size),
  }),
  on(assetSource, {
    idOf: ({ type }, stream) => (type === 'AssetSourceLoaded' ? ofSource(stream) : undefined),
    evolve(held, event, stream) {
      if (event.type !== 'AssetSourceLoaded') return held
      const { version, set } = event.data.load
      return withVersion(held ?? nothing(accountOf(stream)), stream, version, set.bytes)
    },
  }),
  on(droppedRows, {
    idOf: (_, stream) => ofSource(stream),
    evolve: (held, { data: { version } }, stream) => held && withoutVersions(held, stream, version),
  }),
  on(sourceViews, {
    idOf: (_, stream) => ofSource(stream),
    evolve(held, event, stream) {
      if (event.type === 'AssetSourceViewsDropped') return held && withoutFile(held, stream, event.data.blob)
      const { blob, bytes } = event.data.set
      return withFile(held ?? nothing(accountOf(stream)), stream, blob, bytes)
    },
  }),
  on(exportOf, {
    idOf({ type }, stream) {
      if (type !== 'ExportCompleted' && type !== 'ExportMadeAvailable' && type !== 'ExportFileDropped') return undefined
      const { accountId, retailCampaignIdx } = exportKeyOf(stream)
      return ofExports(accountId, retailCampaignIdx)
    },
    evolve(held, event, stream) {
      switch (event.type) {
        case 'ExportCompleted':
        case 'ExportMadeAvailable':
          return withFile(held ?? nothing(accountOf(stream)), stream, event.data.zip, event.data.size)
        case 'ExportFileDropped':
          return held && withoutFile(held, stream, event.data.zip)
        default:
          return held
      }
    },
  }),
  on(templateWorkflow, {
    idOf: ({ type }, stream) => (ofWorkflow.has(type) ? ofGenerated(stream) : undefined),
    evolve(held, event, stream) {
      const owner = `${stream}#workflow`
      switch (event.type) {
        case 'TemplateWorkflowInitiated':
          return event.data.sources.reduce<HeldBytes | undefined>(
            (before, source) => (source.kind === 'url' ? before : withNamed(before, owner, source.blob, source.bytes)),
            held,
          )
        case 'TemplateBrandRead':
          return withNamed(held, owner, event.data.briefSha256, event.data.bytes)
        case 'TemplateComposed':
          return withNamed(held, owner, event.data.htmlSha256, event.data.bytes)
        case 'TemplateWorkflowSourcesDeleted':
          return event.data.blobs.reduce<HeldBytes | undefined>(
            (before, blob) => before && withoutFile(before, owner, blob),
            held,
          )
        default:
          return held
      }
    },
  }),
  on(templateConversation, {
    idOf: ({ type }, stream) => (ofConversation.has(type) ? ofGenerated(stream) : undefined),
    evolve(held, event, stream) {
      const owner = `${stream}#conversation`
      switch (event.type) {
        case 'TemplateVersionCreated':
          return withNamed(held, owner, event.data.htmlSha256, event.data.bytes)
        case 'RegenerationRequested':
          return withNamed(held, owner, event.data.baseSha256, event.data.bytes)
        default:
          return held
      }
    },
  }),
  on(templateCampaign, {
    idOf: (_, stream) => ofGenerated(stream),
    evolve: (held, { data: { value } }, stream) =>
      value.adUnits.reduce<HeldBytes | undefined>(
        (before, { htmlSha256 }, i) => withNamed(before, `${stream}#campaign`, htmlSha256, value.htmlBytes[i]),
        held,
      ),
  }),
  on(activation, {
    idOf({ type }, stream) {
      if (type !== 'ActivationCompleted' && type !== 'ActivationPushRequested') return undefined
      const [accountId, number] = partsOfId(stream)
      return ofSnapshots(accountId, Number(number))
    },
    evolve(held, event, stream) {
      if (event.type !== 'ActivationCompleted' && event.type !== 'ActivationPushRequested') return held
      return withNamed(held, stream, event.data.snapshot, event.data.bytes)
    },
  }),
])
