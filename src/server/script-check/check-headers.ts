import { createPagePolicy, REPORTING_ENDPOINTS } from '#server/pages/render/page-policy.ts'
import type { PublicConfig } from '#shared/page/public-config.ts'

interface HeaderCheckOptions {
  inlineScript: string
  /** The PayPal settings in the page's public configuration. */
  payPal: PublicConfig['payPal']
  isHttps: boolean
}

/** Required headers, each with a check for the weakest accepted value. */
const REQUIRED: readonly [name: string, isGood: (value: string) => boolean, should: string][] = [
  ['x-content-type-options', (value) => value === 'nosniff', 'nosniff'],
  ['x-frame-options', (value) => /^deny$/i.test(value), 'DENY'],
  [
    'referrer-policy',
    (value) => /^(?:no-referrer|same-origin|strict-origin(?:-when-cross-origin)?)$/.test(value),
    'strict-origin-when-cross-origin',
  ],
  ['cross-origin-opener-policy', (value) => /^same-origin(?:-allow-popups)?$/.test(value), 'same-origin-allow-popups'],
  ['cache-control', (value) => /\bno-store\b/.test(value), 'no-store'],
  ['reporting-endpoints', (value) => value.includes(REPORTING_ENDPOINTS), REPORTING_ENDPOINTS],
]
const YEAR_SECONDS = 31_536_000

/**
 * Compares the headers of a checkout document with those of this build.
 * @returns a sentence for each header that is missing or weaker
 */
export function checkHeaders(headers: Headers, { inlineScript, payPal, isHttps }: HeaderCheckOptions): string[] {
  const differences = REQUIRED.flatMap(([name, isGood, should]) => {
    const value = headers.get(name)
    if (value === null) return [`header ${name} is missing; it should be ${should}`]
    return isGood(value) ? [] : [`header ${name} is weaker: ${value}; it should be ${should}`]
  })
  if (isHttps) {
    const [, seconds = 0] = /max-age=(\d+)/.exec(headers.get('strict-transport-security') ?? '') ?? []
    if (Number(seconds) < YEAR_SECONDS)
      differences.push('header strict-transport-security is missing or shorter than a year')
  }
  return [...differences, ...checkPolicy(headers.get('content-security-policy'), inlineScript, payPal)]
}

/** Returns the nonce of the Content-Security-Policy; undefined if it is missing or too short. */
export function nonceOf(headers: Headers): string | undefined {
  return /'nonce-([\w+/=-]{22,})'/.exec(headers.get('content-security-policy') ?? '')?.[1]
}

function checkPolicy(policy: string | null, inlineScript: string, payPal: PublicConfig['payPal']): string[] {
  if (policy === null) return ['header content-security-policy is missing']
  const nonce = /'nonce-([^']*)'/.exec(policy)?.[1] ?? ''
  const publicConfig: PublicConfig = {
    consent: 'required',
    mixpanelToken: null,
    pixels: [],
    contentQuery: 'parameters',
    payPal,
  }
  const create = createPagePolicy({ inlineScript, dev: false, publicConfig })
  const expected = toDirectives(create({ nonce, isMeasured: false, isCheckout: true }))
  // A header may hold several policies, separated by commas. The browser enforces each, so one of them must be ours.
  const found = policy.split(',').map((one) => compare(toDirectives(one), expected))
  return found.toSorted((a, b) => a.length - b.length)[0] ?? []
}

type Directives = Map<string, string[]>

function compare(actual: Directives, expected: Directives): string[] {
  return [...expected]
    .flatMap(([name, sources]) => {
      const found = actual.get(name)
      if (!found) return [`Content-Security-Policy: ${name} is missing`]
      const isReport = name.startsWith('report-')
      const more = found.filter((source) => !sources.includes(source))
      const missing = isReport ? sources.filter((source) => !found.includes(source)) : []
      return [
        ...more.map((source) => `Content-Security-Policy: ${name} also allows ${source}`),
        ...missing.map((source) => `Content-Security-Policy: ${name} does not name ${source}`),
      ]
    })
    .concat(
      // A more specific directive would override ours.
      [...actual.keys()].flatMap((name) =>
        /^(?:script|style|worker|child|frame|object|connect)-src/.test(name) && !expected.has(name)
          ? [`Content-Security-Policy: ${name} was added`]
          : [],
      ),
    )
}

/** Parses a policy. Browsers use the first of two directives with one name. */
function toDirectives(policy: string): Directives {
  const directives: Directives = new Map()
  for (const part of policy.split(';')) {
    const [name = '', ...sources] = part.trim().split(/\s+/)
    if (name && !directives.has(name.toLowerCase())) directives.set(name.toLowerCase(), sources)
  }
  return directives
}
