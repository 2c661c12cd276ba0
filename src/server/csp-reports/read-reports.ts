/** The stored part of one violation. */
export interface Violation {
  directive: string
  /** `inline`, `eval`, or a URL without its query. */
  blocked: string
  /** The path of the page, without ids. */
  page: string
}

const MAX_REPORTS = 20
const MAX_LENGTH = 200
const DIRECTIVE = /^[a-z-]{3,40}$/
/** Pages of one visitor: the later path segments may be an id or a token. */
const PRIVATE_PAGE = /^(\/(?:en|ru))?\/(?:account|cart|checkout|country|hints|newsletter|order)(?:\/|$)/i
/** A segment of our own routes. */
const ROUTE_SEGMENT = /^[a-z]+(?:-[a-z]+)*$/
/** Medusa ids (`cart_01J…`), hashes and tokens. */
const ID = /^\w{2,12}_[0-9A-Za-z]{20,}$|^(?=.*\d)[\w.~-]{24,}$|^.{80,}$/

/**
 * Reads the body of a report: `application/csp-report` (CSP Level 2) or `application/reports+json` (Reporting API).
 * @param host the shop's host; reports about other hosts' pages are ignored
 * @returns violations without query, fragment and ids; none that a browser extension caused
 */
export function readReports(body: unknown, host: string): Violation[] {
  const reports = Array.isArray(body) ? body.slice(0, MAX_REPORTS).map(fromReportingApi) : [fromCspReport(body)]
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
  const source = toBlocked(blocked)
  return source === undefined ? undefined : { directive: name, blocked: source, page: toPath(page.pathname) }
}

/** @returns undefined for a browser extension */
function toBlocked(text: string): string | undefined {
  if (/^[a-z-]{2,30}$/.test(text)) return text
  if (!URL.canParse(text)) return text === '' ? 'inline' : 'unknown'
  const { protocol, host, pathname } = new URL(text)
  if (protocol.endsWith('extension:')) return undefined
  return /^(?:https?|wss?):$/.test(protocol) ? `${protocol}//${host}${toPath(pathname)}`.slice(0, MAX_LENGTH) : protocol
}

function toPath(pathname: string): string {
  const isPrivate = PRIVATE_PAGE.test(pathname)
  const parts = pathname.split('/').map((part, index) => {
    const isId = isPrivate ? !ROUTE_SEGMENT.test(part) || part.length > 30 : ID.test(part)
    return index > 0 && part !== '' && isId ? '…' : part
  })
  return parts.join('/').slice(0, MAX_LENGTH)
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
