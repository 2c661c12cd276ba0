import { createBoundedCache } from '#content/query/bounded-cache.ts'
import type { ContentRequests } from '#content/request/content-requests.ts'

/** Pages ask a few hundred different questions. Beyond it the one that was not asked for longest is forgotten. */
const MOST = 500

const known = new WeakMap<ContentRequests, ContentRequests>()

/**
 * The same questions, each answered once for as long as the words stand: every page asks for the footer. Drafts are
 * looked up each time.
 */
export function rememberAnswers(requests: ContentRequests): ContentRequests {
  const remembering = known.get(requests) ?? remember(requests)
  known.set(requests, remembering)
  return remembering
}

function remember({ query, navigation }: ContentRequests): ContentRequests {
  return {
    query: once(query),
    navigation: once(navigation),
  }
}

function once<Answer>(ask: (params: unknown, options?: object) => Answer): typeof ask {
  const answers = createBoundedCache<{ answer: Answer }>(MOST)
  return (params, options = {}) => {
    const key = isDraft(options) ? undefined : keyOf(params, options)
    if (key === undefined) return ask(params, options)
    return answers(key, () => ({ answer: ask(params, options) })).answer
  }
}

function isDraft(options: { preview?: boolean }): boolean {
  return options.preview === true
}

/** @returns undefined for a question with an expression in it, which JSON cannot tell from another */
function keyOf(params: unknown, options: object): string | undefined {
  let isPlain = true
  const key = JSON.stringify([params, options], (_name, value: unknown) => {
    if (value instanceof RegExp) isPlain = false
    return value
  })
  return isPlain ? key : undefined
}
