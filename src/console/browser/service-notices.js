// @ts-check
import { h, typed } from './dom.js'
import { age } from './times.js'
import { count } from './wording.js'

/** @typedef {import('../../jobs/service-status.ts').ServiceStatus} ServiceStatus */
/** What needs an operator, and what to do. @typedef {{ readonly key: string, readonly what: string, readonly todo: import('./dom.js').Child[] }} Notice */

/** Seconds after which an item that is due and that no worker takes needs a look. */
const longDue = 3600

/** @param {ServiceStatus['views'][number]} view @returns {Notice} */
const ofView = ({ name, lag, reason }) => {
  const command = h('code', {}, `endcap rebuild ${name}`)
  // the reason of a damaged document ends with the command
  const [why = '', advised] = (reason ?? 'the reason is not known').split('; run endcap rebuild')
  const todo =
    advised === undefined
      ? ['If this release cannot read an event, install one that can and restart; else run ', command, '.']
      : ['Run ', command, '. The nodes may run meanwhile, and feed the view again by themselves.']
  const behind = lag === 0 ? '' : ` What it shows is ${count(lag, 'position')} of the log old.`
  return { key: `view ${name}`, what: `The view ${name} has stopped: ${why}.${behind}`, todo }
}

/** @param {ServiceStatus['nodes'][number]} node @returns {Notice} */
const ofNode = ({ worker }) => ({
  key: `node ${worker}`,
  what: `The node ${worker} is not ready.`,
  todo: ['Its ', h('code', {}, '/readyz'), ' names the view or store that is away.'],
})

/** @param {ServiceStatus['processes'][number]} process @returns {Notice} */
const ofProcess = ({ process, oldestDueSeconds }) => ({
  key: `process ${process}`,
  what: `A job of ${process} has been due for ${age(oldestDueSeconds ?? 0)}, and no worker takes it.`,
  todo: [
    'Add nodes, or look in the log for “an item could not be worked on”. ',
    h('code', {}, 'endcap jobs'),
    ' lists it.',
  ],
})

/** @param {ServiceStatus} status @returns {readonly Notice[]} */
export const noticesOf = ({ views, nodes, processes }) => {
  const releases = [...new Set(nodes.map(({ version }) => version))]
  return [
    ...views.filter(({ state }) => state === 'stopped').map(ofView),
    ...nodes.filter(({ ready }) => !ready).map(ofNode),
    ...processes.filter(({ oldestDueSeconds }) => (oldestDueSeconds ?? 0) > longDue).map(ofProcess),
    ...(releases.length > 1
      ? [
          {
            key: 'releases',
            what: `The nodes run different releases: ${releases.join(', ')}.`,
            todo: ['This is right only during an upgrade.'],
          },
        ]
      : []),
  ]
}

/** A notice in the list. @param {Notice} first */
export const noticeItem = first => {
  const what = h('strong')
  const todo = h('span', {}, ...first.todo)
  return {
    node: h('li', { class: 'refusal' }, what, todo),
    /** @param {Notice} notice */
    update(notice) {
      if (what.textContent !== notice.what) what.replaceChildren(typed(notice.what))
    },
  }
}
