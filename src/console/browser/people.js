// @ts-check
import { h, typed } from './dom.js'
import { number } from './wording.js'

/** @typedef {import('../../audit/people/person.ts').PersonShown} Person */

/** People whom an entry names, at most. */
const most = 5

const roles = /** @type {const} */ ({
  approver: 'approver',
  requester: 'requester',
  recipient: 'mail to',
  'key-owner': 'key of',
})

/** @param {Person} person */
const personView = ({ role, name = 'External User', address, isRequester }) => [
  `${roles[role]} `,
  typed(name),
  ...(address === undefined || address === name ? [] : [' ', typed(address)]),
  isRequester ? ' (requester)' : '',
]

/**
 * Whom an entry of the history is about, as auditors read it: `approver Ann a•••@example.com`; nothing if it names nobody.
 * @param {readonly Person[]} people
 */
export const peopleView = people => {
  if (people.length === 0) return undefined
  const named = people.slice(0, most).flatMap((person, i) => [i === 0 ? '' : '; ', ...personView(person)])
  const more = people.length - most
  return h('p', { class: 'soft' }, ...named, more > 0 ? `; ${number(more)} more` : '')
}
