// @ts-check
import { bar } from './bar.js'
import { h, setText } from './dom.js'
import { place } from './notices.js'
import { activationPath } from './running.js'
import { badge } from './wording.js'

/**
 * A campaign's activation: status, message, and progress while it runs.
 * @param {import('./api.js').Client} client
 * @param {number} idx
 * @param {AbortSignal} signal
 */
export const activationPart = (client, idx, signal) => {
  const body = place('The activation')
  const status = badge()
  const message = h('p', { class: 'message', dir: 'auto' })
  const progress = bar('Activation')
  let runs = true
  return {
    node: h('section', { class: 'sheet' }, h('h2', {}, 'Activation'), body.node),
    /** @param {boolean} fresh @returns {Promise<boolean>} */
    async read(fresh) {
      if (!fresh && !runs) return false
      const read = await client.read(activationPath(idx), {}, signal)
      if (!read.ok) {
        runs = body.refuse(read)
        return runs
      }
      status.update(read.body.status)
      setText(message, read.body.message)
      runs = read.body.status === 'IN_PROGRESS'
      progress.node.hidden = !runs
      progress.update(read.body.percentage)
      body.show(status.node, progress.node, message)
      return runs
    },
  }
}
