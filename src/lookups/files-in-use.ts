import { assetSources } from '../../projections/asset-sources/asset-sources.ts'
import { viewsToDrop } from '../../projections/asset-sources/views-to-drop.ts'
import { assets } from '../../projections/assets/assets.ts'
import { dspExportsToDo } from '../../projections/dsp/dsp-exports-to-do.ts'
import { exportsView } from '../../projections/exports/exports.ts'
import { templateCampaigns } from '../../projections/provisioning/template-campaigns.ts'
import { retailCampaigns } from '../../projections/retail-campaigns/retail-campaigns.ts'
import { templateConversations } from '../../projections/templates/template-conversations.ts'
import { templateWorkflows } from '../../projections/templates/template-workflows.ts'
import { lastSnapshot } from '../domain/activation/state.ts'
import { neededFiles } from '../domain/exports/past-files.ts'
import { filesOfConversation } from '../domain/templates/conversation-state.ts'
import { filesOf } from '../domain/templates/workflow/state.ts'
import { parsed } from '../engine/read/documents.ts'
import type { AnyProjection, Projection } from '../engine/read/projection.ts'
import type { Ports } from '../ports/ports.ts'

/** The files that a document of a view names at a time, by their SHA-256. */
export type FileUse = {
  readonly view: AnyProjection
  // biome-ignore lint/suspicious/noExplicitAny: the documents are those of the view
  readonly files: (document: any, now: Date) => readonly string[]
}

const use = <D>(view: Projection<D>, files: (document: D, now: Date) => readonly string[]): FileUse => ({ view, files })

const htmlOf = (adUnits: readonly { readonly htmlSha256: string }[]) => adUnits.map(({ htmlSha256 }) => htmlSha256)

/**
 * Every view whose documents name files. All accounts share the store, so the same bytes are one file, whoever stored them:
 * a sweep asks all of these before it deletes one (ADR 0100). An event that names a file whose view is not here fails a test.
 */
export const fileUses: readonly FileUse[] = [
  use(assets, ({ sha256 }) => [sha256]),
  use(exportsView, (view, now) => neededFiles(view.export, now)),
  use(assetSources, view => ('source' in view ? view.source.loads.map(({ set }) => set.blob) : [])),
  use(viewsToDrop, ({ views: { set } }) => (set ? [set.blob] : [])),
  use(templateWorkflows, filesOf),
  use(templateConversations, ({ conversation }) => filesOfConversation(conversation)),
  use(templateCampaigns, ({ value }) => htmlOf(value.adUnits)),
  use(retailCampaigns, ({ record: { campaign, activation } }) => [
    ...htmlOf(campaign.adUnits),
    ...[lastSnapshot(activation)].filter(snapshot => snapshot !== undefined),
  ]),
  use(dspExportsToDo, ({ run }) => [run.snapshot]),
]

/** Those of these files that a document of any view names now. The views must have reached the head of the log. */
export const filesInUse = async (
  candidates: ReadonlySet<string>,
  { readModels, clock }: Pick<Ports, 'readModels' | 'clock'>,
): Promise<Set<string>> => {
  const found = new Set<string>()
  const now = clock.now()
  for (const { view, files } of fileUses) {
    if (found.size === candidates.size) break
    for await (const stored of readModels.all(view))
      for (const file of files(parsed(view, stored), now)) if (candidates.has(file)) found.add(file)
  }
  return found
}
