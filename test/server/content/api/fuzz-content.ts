import { fuzz, isErrorAnswer, parse, type FuzzResult } from '#test/support/fuzz.ts'
import { createRandom } from '#test/support/random.ts'

import { openContentServer } from './content-server.ts'
import { nastyAddress } from './malformed-queries.ts'

interface FuzzOptions {
  contentDir: string
  queries: number
  seed: number
}

/** Sends malformed queries to a server. Any status but 200, 400 and 404 is wrong, and an error without a message. */
export async function fuzzContent({ contentDir, queries, seed }: FuzzOptions): Promise<FuzzResult> {
  const random = createRandom(seed)
  const app = await openContentServer(contentDir)
  try {
    return await fuzz({
      origin: await app.listen({ port: 0, host: '127.0.0.1' }),
      requests: queries,
      next: () => ({ path: nastyAddress(random) }),
      isRight: (status, text) =>
        status === 200 ? parse(text) !== undefined : [400, 404].includes(status) && isErrorAnswer(status, text),
    })
  } finally {
    await app.close()
  }
}
