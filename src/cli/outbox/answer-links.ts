import { UserError } from '../user-error.ts'

export type Decision = 'Approved' | 'Rejected'

/** Answers an approval through the form of its page, as its approver would. Rejects with the reason of the page. */
export const answerLink = async (link: string, decision: Decision, comment: string): Promise<void> => {
  const body = new URLSearchParams({ decision, comment })
  const answered = await fetch(link, { method: 'POST', body }).catch(cause => {
    throw new UserError(`${link} cannot be reached. Is the service running, and is PUBLIC_URL its address?`, { cause })
  })
  if (answered.ok) return
  const page = await answered.text()
  const from = page.indexOf('>', page.indexOf('<h1')) + 1
  const title = page.slice(from, page.indexOf('<', from))
  throw new UserError(`${link} was not answered: ${answered.status} ${title}`)
}
