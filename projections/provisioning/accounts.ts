import { Account, account } from '../../src/domain/provisioning/aggregates.ts'
import type { Projection } from '../../src/engine/read/projection.ts'
import { type ConfiguredView, configuredView } from './configured-view.ts'

/** Accounts by accountId. */
export const accounts: Projection<ConfiguredView<Account>> = configuredView('accounts', account, Account)
