import { openSecrets } from '../../../src/adapters/secrets/sealing.ts'
import { auditReader } from '../../../src/audit/reader.ts'
import { brokenStreams, otherThanFolded } from '../../support/log-faults.ts'
import { keyPair } from '../../support/memory/secrets.ts'
import type { FaultKind } from '../faults.ts'
import type { Stage } from '../stage.ts'
import { differentAnswers, internalErrors, keysThatDoNotWork } from './answers.ts'
import { wrongEffects } from './effects.ts'
import { wrongJobs, wrongMails } from './jobs.ts'
import { missingThings } from './named.ts'

/** Everything that is not as promised, once the service is quiet. */
export const failuresOf = async (
  { world, intents, misread }: Stage,
  kinds: readonly FaultKind[],
): Promise<readonly string[]> => {
  const { log, views, mailServer, secretStore, errors } = world
  const { events } = log
  const secrets = await openSecrets({ dataDir: '/nowhere', secretsKey: keyPair('k1'), store: secretStore })
  // the marker of a request may be a name, which is sealed
  const opened = await Promise.all(events.map(auditReader({ secrets }).shownEvent))
  return [
    ...brokenStreams(events),
    ...wrongEffects(intents, opened),
    ...differentAnswers(intents),
    ...keysThatDoNotWork(intents, events, secrets),
    ...internalErrors(intents),
    ...misread,
    ...wrongJobs(events),
    ...wrongMails(events, mailServer.accepted, kinds),
    ...(await missingThings(world)),
    ...(await otherThanFolded(events, view => views.all(view))),
    ...errors,
  ]
}
