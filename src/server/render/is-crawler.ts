import { isbot } from 'isbot'

/** Tools, and browsers without a window, are on the list too, and are no crawlers: they get what a person gets. */
const TOOL =
  /^(?:curl|wget|httpie|node|undici|axios|got|python|go-http-client|java|okhttp|ruby|lua|postman)\b|HeadlessChrome/i

/** Whether a user agent reads pages for a search engine or a link preview. */
export function isCrawler(userAgent: string | undefined): boolean {
  return userAgent !== undefined && !TOOL.test(userAgent) && isbot(userAgent)
}
