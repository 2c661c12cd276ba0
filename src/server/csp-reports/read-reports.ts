import type { CspReport } from './csp-reports-queries.ts'

/** What one violation tells that may be kept. */
export type Violation = Pick<CspReport, 'directive' | 'blocked' | 'page'>

const MOST_IN_ONE_BODY = 20
const LONGEST = 200
const DIRECTIVE = /^[a-z-]{3,40}$/
/** Pages of one visitor: what follows their first words may be an id or a token. */
const PRIVATE_PAGE = /^(\/(?:en|ru))?\/(?:account|cart|checkout|country|hints|newsletter|order)(?:\/|$)/i
/** Words of our own paths. */
const TOKEN = /^[a-z]+(?:-[a-z]+)*$/
/** Ids of Medusa's (`cart_01J…`), hashes and tokens. */
const ID = /^\w{2,12}_[0-9A-Za-z]{20,}$|^(?=.*\d)[\w.~-]{24,}$|^.{80,}$/

/**
 * Reads the body of a report: `application/csp-report` (CSP Level 2) or `application/reports+json` (Reporting API).
 * @param host our own; reports about other pages are left out
 * @returns what may be kept of it: no query, no fragment, no id, and nothing of what a browser extension did
 */
export function readReports(body: unknown, host: string): Violation[] {
  const reports = Array.isArray(body) ? body.slice(0, MOST_IN_ONE_BODY).map(fromReportingApi) : [fromCspReport(body)]
  return reports.flatMap((report) => (report ? (toViolation(report, host) ?? []) : []))
}

interface RawReport {
  document: unknown
  blocked: unknown
  directive: unknown
}

function fromReportingApi(report: unknown): RawReport | undefined {
  const { type, body } = fieldsOf(report)
  if (type !== 'csp-violation') return undefined
  const { documentURL, blockedURL, effectiveDirective } = fieldsOf(body)
  return { document: documentURL, blocked: blockedURL, directive: effectiveDirective }
}

function fromCspReport(body: unknown): RawReport {
  const report = fieldsOf(fieldsOf(body)['csp-report'])
  return {
    document: report['document-uri'],
    blocked: report['blocked-uri'],
    directive: report['effective-directive'] ?? report['violated-directive'],
  }
}

function toViolation({ document, blocked, directive }: RawReport, host: string): Violation | undefined {
  if (typeof document !== 'string' || typeof blocked !== 'string' || typeof directive !== 'string') return undefined
  const page = URL.canParse(document) ? new URL(document) : undefined
  const [name = ''] = directive.split(' ')
  if (!page || page.host !== host || !DIRECTIVE.test(name)) return undefined
  const what = toBlocked(blocked)
  return what === undefined ? undefined : { directive: name, blocked: what, page: toPath(page.pathname) }
}

/** @returns undefined where it is a visitor's own browser extension */
function toBlocked(text: string): string | undefined {
  if (/^[a-z-]{2,30}$/.test(text)) return text
  if (!URL.canParse(text)) return text === '' ? 'inline' : 'unknown'
  const { protocol, host, pathname } = new URL(text)
  if (protocol.endsWith('extension:')) return undefined
  return /^(?:https?|wss?):$/.test(protocol) ? `${protocol}//${host}${toPath(pathname)}`.slice(0, LONGEST) : protocol
}

function toPath(pathname: string): string {
  const isPrivate = PRIVATE_PAGE.test(pathname)
  const parts = pathname.split('/').map((part, nth) => {
    const isId = isPrivate ? !TOKEN.test(part) || part.length > 30 : ID.test(part)
    return nth > 0 && part !== '' && isId ? '…' : part
  })
  return parts.join('/').slice(0, LONGEST)
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
