import * as assert from 'uvu/assert'
import type { Answered, Service } from '../service/service.ts'

type Request = readonly [method: string, path: string, body?: unknown]

const shown = ({ status, text }: Answered) => `${status} ${text.slice(0, 500)}`

const outcomeOf = (answering: Promise<Answered>) => ({
  /** The response itself, for assertions not covered below. */
  answer: () => answering,
  /** 200, with at least these members in the body. */
  async thenAnswered(members: Readonly<Record<string, unknown>> = {}): Promise<Answered> {
    const answer = await answering
    assert.is(answer.status, 200, shown(answer))
    for (const [name, expected] of Object.entries(members)) assert.equal(answer.json[name], expected, name)
    return answer
  },
  /** 200 with exactly this body. */
  async thenAnsweredExactly(body: unknown): Promise<Answered> {
    const answer = await answering
    assert.is(answer.status, 200, shown(answer))
    assert.equal(answer.json, body)
    return answer
  },
  /** A problem with this status and code, and faults at exactly these pointers. */
  async thenRefused(status: number, code: string, ...pointers: readonly string[]): Promise<Answered> {
    const answer = await answering
    assert.equal([answer.status, answer.json?.code], [status, code], shown(answer))
    if (pointers.length > 0)
      assert.equal(
        answer.json.errors.map((fault: { pointer: string }) => fault.pointer),
        pointers,
      )
    return answer
  },
})

/**
 * givenService(service)(setUp).when(made => ['POST', path, body]).thenAnswered({ … }) | .thenRefused(409, 'code', …pointers)
 *
 * HTTP tests in the style of the deciders' tests. `setUp` creates the objects for the request and returns them.
 */
export const givenService =
  (service: Pick<Service, 'call'>) =>
  <Made>(setUp: () => Promise<Made>) => {
    const made = setUp()
    return {
      when: (request: (made: Made) => Request) => outcomeOf(made.then(m => service.call(...request(m)))),
    }
  }
