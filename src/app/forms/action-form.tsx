import { useEffect, useRef, useState, type ReactNode, type SubmitEvent } from 'react'

import type { Flash } from '#shared/shop-data.ts'

import { usePage } from '../routing/page-context.tsx'
import { Notice } from '../ui/notice.tsx'

/** Long enough for a slow connection, and for a cart that moves to another region. */
const TIMEOUT_MS = 20_000

/** In the page's language. */
export interface FormProblem {
  message: string
  /** By the name of the field. */
  fields?: Record<string, string> | undefined
}

/** The trimmed text of each field. */
type Fields = Record<string, string>

interface FormState {
  isBusy: boolean
  problem: FormProblem | null
  /** The problem's message. */
  notice: ReactNode
  /** As the visitor sent them without JavaScript. */
  values: Record<string, string>
}

interface ActionFormProps<Body> {
  /** The URL that takes the form, with and without JavaScript. */
  action: string
  /** Where the form without JavaScript leads, with its language. */
  returnTo: string
  flash?: Flash | null
  /** The message if no response came from the shop. */
  failed: string
  /** Finds what needs no server. */
  check?: (fields: Fields) => FormProblem | null
  onDone: (body: Body, fields: Fields) => void
  onFailed?: () => void
  /** Another value hides the problem. */
  scope?: string
  className?: string
  children: (state: FormState) => ReactNode
}

/**
 * A form that the browser or this component sends to the same URL. After a problem, the first wrong field gets the focus.
 * It contains the honeypot field that only bots fill in.
 */
export function ActionForm<Body>({
  action,
  returnTo,
  flash = null,
  failed,
  check,
  onDone,
  onFailed,
  scope,
  className,
  children,
}: ActionFormProps<Body>) {
  const { locale } = usePage()
  const form = useRef<HTMLFormElement>(null)
  const [isBusy, setBusy] = useState(false)
  const [found, setFound] = useState<{ problem: FormProblem | null; scope: string | undefined }>({
    problem: flash?.done ? null : flash,
    scope,
  })
  const problem = found.scope === scope ? found.problem : null
  const setProblem = (next: FormProblem | null) => setFound({ problem: next, scope })

  useEffect(() => {
    if (problem) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [problem])

  async function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const fields = readFields(event.currentTarget)
    const wrong = check?.(fields) ?? null
    setProblem(wrong)
    if (wrong) return
    setBusy(true)
    const result = await post(action, fields)
    setBusy(false)
    if ('body' in result) return onDone(result.body as Body, fields)
    setProblem({ ...result, message: result.message || failed })
    onFailed?.()
  }

  return (
    <form
      ref={form}
      action={action}
      method="post"
      noValidate
      onSubmit={(event) => void send(event)}
      className={className}
    >
      <input type="hidden" name="lang" value={locale} />
      <input type="hidden" name="return_to" value={returnTo} />
      <span aria-hidden className="sr-only">
        <input name="website" tabIndex={-1} autoComplete="off" defaultValue="" />
      </span>
      {children({
        isBusy,
        problem,
        notice: problem ? <Notice tone="error">{problem.message}</Notice> : null,
        values: flash?.values ?? {},
      })}
    </form>
  )
}

/** Never throws. The message is empty if the response contains none. */
async function post(url: string, fields: Fields): Promise<{ body: unknown } | FormProblem> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      body: JSON.stringify(toBody(fields)),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const body: unknown = await response.json().catch(() => null)
    return response.ok ? { body } : problemIn(body)
  } catch {
    return { message: '' }
  }
}

function readFields(form: HTMLFormElement): Fields {
  const texts = [...new FormData(form)].map(([name, value]) => [name, typeof value === 'string' ? value.trim() : ''])
  return Object.fromEntries(texts) as Fields
}

/** An empty field is null. What is only for the form without JavaScript is left out. */
function toBody(fields: Fields): Record<string, unknown> {
  const sent = Object.entries(fields).filter(([name, text]) => name !== 'return_to' && (name !== 'website' || text))
  return Object.fromEntries(sent.map(([name, text]) => [name, text === 'true' || text || null]))
}

/** The response comes from our server or from a proxy in front of it. */
function problemIn(body: unknown): FormProblem {
  const { message, error, details } = (body ?? {}) as Record<string, unknown>
  const text = message ?? (error as FormProblem | undefined)?.message ?? error
  return { message: typeof text === 'string' ? text : '', fields: (details as FormProblem | undefined)?.fields }
}
