import { accounts } from '../../../projections/provisioning/accounts.ts'
import { organisations } from '../../../projections/provisioning/organisations.ts'
import { readDocument } from '../../engine/read/documents.ts'
import { oneLine } from '../../pages/html.ts'
import type { ReadModels } from '../../ports/read-models.ts'
import type { ConsentState } from './state.ts'

/** For whom a consent is, as people read it; ids in place of names that the views do not have. */
export type ConsentParties = {
  readonly accountId: string
  readonly account: string
  readonly organisation: string
  readonly orgId: string
  readonly partnerId: number
}

/** For which account, organisation and partner a consent is (DSP-25). */
export const consentParties = async (
  { accountId, partnerId }: ConsentState,
  readModels: Pick<ReadModels, 'get'>,
): Promise<ConsentParties> => {
  const account = (await readDocument(readModels, accounts, accountId))?.value
  const organisation = account && (await readDocument(readModels, organisations, account.orgId))?.value
  return {
    accountId,
    account: oneLine(account?.name ?? accountId),
    organisation: oneLine(organisation?.name ?? account?.orgId ?? 'unknown'),
    orgId: account?.orgId ?? 'unknown',
    partnerId,
  }
}
