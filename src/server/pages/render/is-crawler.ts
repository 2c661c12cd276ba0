import { isbot } from 'isbot'

/** Tools, and browsers without a window, are on the list too, and are no crawlers: they get what a person gets. */
const TOOL =
  /^(?:curl|wget|httpie|node|undici|axios|got|python|go-http-client|java|okhttp|ruby|lua|postman)\b|HeadlessChrome/i

/** The expression is long, and most visitors come with one of a few names. */
const MOST_REMEMBERED = 500
const remembered = new Map<string, boolean>()

/** Whether a user agent reads pages for a search engine or a link preview. */
export function isCrawler(userAgent: string | undefined): boolean {
  if (userAgent === undefined) return false
  const answer = remembered.get(userAgent) ?? (!TOOL.test(userAgent) && isbot(userAgent))
  if (remembered.size < MOST_REMEMBERED) remembered.set(userAgent, answer)
  return answer
}
