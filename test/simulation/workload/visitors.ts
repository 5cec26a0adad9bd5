import type { Random } from '../random.ts'
import type { Stage } from '../stage.ts'
import type { Make } from './action.ts'
import { actions } from './actions.ts'
import { openClient, pause } from './client.ts'
import { isAccepted } from './history.ts'
import { setUp } from './set-up.ts'

/** The actions as often as they are drawn. Each simulation does some of them more often than others, and some never. */
const hatOf = (random: Random): readonly Make[] => {
  const hat = actions.flatMap(([weight, make]) =>
    Array.from({ length: weight * random.pick([0, 1, 1, 4]) }, () => make),
  )
  return hat.length > 0 ? hat : actions.map(([, make]) => make)
}

/** Takes the links from mails to approvers that arrived since the last call. */
const openMailbox = ({ world: { mailServer }, known: { links } }: Stage) => {
  let read = 0
  return () => {
    for (const { text } of mailServer.accepted.slice(read)) {
      const [link] = /\/approvals\/[\w-]+/.exec(text) ?? []
      if (link !== undefined) links.push(link)
    }
    read = mailServer.accepted.length
  }
}

/** Texts that no other request holds, and that are valid in names and addresses. */
const openMarkers = () => {
  let count = 0
  return () => `mark-${++count}.`
}

/** Those who use the service: an administrator who prepares it, then clients who all work at once. */
export const openVisitors = (stage: Stage) => {
  const { world, known } = stage
  const marker = openMarkers()
  const readMails = openMailbox(stage)
  const hat = hatOf(world.random.fork())

  return {
    prepare: (): Promise<void> => {
      const machine = world.machine('administrator')
      return machine.run(async () => {
        const administrator = openClient(machine, { ...stage, intents: [] })
        for (const action of setUp(known, machine.random)) {
          const mark = marker()
          // repeated until there is an answer; a PUT ignores the key
          const answer = await administrator.ask(action, mark, `key-${mark}`)
          if (!answer || !isAccepted(answer))
            throw new Error(`${action.operationId}: ${answer?.status} ${answer?.text}`)
        }
      })
    },
    visit: (name: string, wishes: number): Promise<void> => {
      const machine = world.machine(name)
      const { random } = machine
      return machine.run(async () => {
        const client = openClient(machine, stage)
        for (let i = 0; i < wishes; i++) {
          await pause(random.between(1, 400))
          readMails()
          const mark = marker()
          const action = random.pick(hat)(known, mark, random)
          if (action === undefined) continue
          const takesKey = action.request.method === 'POST' && action.request.form === undefined
          await client.ask(action, mark, takesKey && random.chance(0.8) ? `key-${mark}` : undefined)
        }
      })
    },
  }
}
