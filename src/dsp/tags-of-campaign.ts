import { pipe } from 'fp-ts/lib/function.js'
import { activation } from '../domain/activation/activation.ts'
import { type Activation, lastSnapshot } from '../domain/activation/state.ts'
import { type Rejection, rejection } from '../domain/shared/decider.ts'
import * as TE from '../engine/task-either.ts'
import type { Work } from '../engine/write/execute.ts'
import { loaded } from '../engine/write/steps.ts'
import { readSnapshot } from '../lookups/snapshot.ts'
import type { Ports } from '../ports/ports.ts'
import { type ExportTag, exportTags } from './export-tag.ts'

/** The refusal of a campaign that has ended (DSP-22). */
export const campaignEnded = rejection(
  'dsp-unreadable',
  'The campaign has ended, so its tags show nothing. Clone it to run it again.',
)
const notActivated = rejection('dsp-unreadable', 'The campaign has no tags yet. Activate it first.')
const notGenerated = rejection(
  'dsp-unreadable',
  'The campaign has no tags: the media channel generates none, as its tagGeneration is off.',
)

/** The tags of a snapshot, by its SHA-256; at least one. */
export type CampaignTags = { readonly snapshot: string; readonly tags: readonly ExportTag[] }
type SnapshotPorts = Pick<Ports, 'blobs' | 'config'>

/** The tags of a stored snapshot. Rejects with BlobMissing if it is gone. */
export const tagsOfSnapshot = async (
  sha256: string,
  { blobs, config: { publicUrl } }: SnapshotPorts,
): Promise<readonly ExportTag[]> => exportTags(await readSnapshot(blobs, sha256), publicUrl)

/** The tags that an activation has made; a refusal if there are none, or the campaign has ended (DSP-22). */
export const tagsOfActivation = (state: Activation, ports: SnapshotPorts): TE.TaskEither<Rejection, CampaignTags> =>
  pipe(
    TE.right(state),
    TE.filterOrElse(
      ({ status }) => status !== 'ENDED',
      () => campaignEnded,
    ),
    TE.flatMap(activated => TE.fromNullable(notActivated)(lastSnapshot(activated))),
    TE.bindTo('snapshot'),
    TE.bind('tags', ({ snapshot }) => TE.fromTask(() => tagsOfSnapshot(snapshot, ports))),
    TE.filterOrElse(
      ({ tags }) => tags.length > 0,
      () => notGenerated,
    ),
  )

/** The same, of a campaign's activation in the log. */
export const tagsFromLog = (
  work: Pick<Work, 'load'>,
  campaignKey: string,
  ports: SnapshotPorts,
): TE.TaskEither<Rejection, CampaignTags> =>
  pipe(
    loaded(work, activation, campaignKey),
    TE.flatMap(({ state }) => tagsOfActivation(state, ports)),
  )
