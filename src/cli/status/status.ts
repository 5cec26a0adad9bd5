import { Command } from 'commander'
import { type ServiceStatus, serviceStatus } from '../../jobs/service-status.ts'
import { viewStates } from '../../node/stores/view-states.ts'
import { print } from '../say.ts'
import { readingLog } from '../with-stores.ts'
import { exitCodes } from '../wrong-use.ts'
import { statusLines } from './lines.ts'

/** Whether something needs an operator: a view stopped, or a node is not ready. */
const isFaulty = ({ views, nodes }: ServiceStatus): boolean =>
  views.some(({ state }) => state === 'stopped') || nodes.some(({ ready }) => !ready)

const status = ({ json }: { readonly json?: boolean }) =>
  readingLog(async stores => {
    const service = { views: () => viewStates(stores), sizes: stores.sizes }
    const found = await serviceStatus({ ...stores, service })
    print(json ? JSON.stringify(found) : statusLines(found).join('\n'))
    if (isFaulty(found)) process.exitCode = exitCodes.fault
  })

/** `endcap status`: how the service is (JOBS-6). */
export const statusCommand = (): Command => new Command('status').option('--json', 'print JSON').action(status)
