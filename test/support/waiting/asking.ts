import * as assert from 'uvu/assert'
import { restClient } from '../../../src/cli/rest.ts'
import { type Respond, withFakeRest } from '../servers/fake-rest.ts'

export const key = 'svc_secret-of-the-test'

/** A client that records pauses instead of waiting. */
export const asking = (respond: Respond, work: (asked: Asked) => Promise<void>) =>
  withFakeRest(respond, async ({ base, calls }) => {
    const pauses: number[] = []
    const waits: string[] = []
    const rest = restClient({
      base: `${base}/`,
      key,
      sleep: async seconds => {
        pauses.push(seconds)
      },
      onWait: why => waits.push(why),
    })
    await work({ rest, calls, pauses, waits })
  })
type Asked = {
  readonly rest: ReturnType<typeof restClient>
  readonly calls: Parameters<Parameters<typeof withFakeRest>[1]>[0]['calls']
  readonly pauses: readonly number[]
  /** The reported reasons for waiting. */
  readonly waits: readonly string[]
}
/** The error of a failing call; asserts that the message does not contain the key. */
export const failing = async (asked: Promise<unknown>): Promise<Error> =>
  asked.then(
    () => assert.unreachable('it did not fail') as never,
    (error: Error) => {
      assert.not.match(error.message, key)
      return error
    },
  )
