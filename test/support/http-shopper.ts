export type HttpShopper = ReturnType<typeof createHttpShopper>
interface HttpAnswer {
  status: number
  body: unknown
}

export function createHttpShopper(own: Record<string, string> = {}) {
  const cookies = new Map<string, string>()

  async function send(url: string, headers: Record<string, string>, request: RequestInit): Promise<Response> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, { ...request, headers: { ...own, ...headers, cookie } })
    for (const line of response.headers.getSetCookie()) keep(cookies, line)
    return response
  }

  return {
    cookies,
    async call(origin: string, method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<HttpAnswer> {
      const headers = { accept: 'application/json', ...(body ? { 'content-type': 'application/json' } : {}) }
      const response = await send(`${origin}${path}`, headers, {
        method,
        ...(body ? { body: JSON.stringify(body) } : {}),
      }).catch(() => undefined)
      if (!response) return { status: 0, body: undefined }
      return { status: response.status, body: await response.json().catch(() => undefined) }
    },
    open: (url: string) => send(url, { accept: 'text/html' }, { redirect: 'manual' }),
    /** Submits a form as a browser without JavaScript does. Redirects are not followed. */
    submit: (url: string, fields: Record<string, string>) =>
      send(
        url,
        { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'same-origin' },
        { method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) },
      ),
  }
}

function keep(cookies: Map<string, string>, line: string): void {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
  if (value === '' || /max-age=0/i.test(line)) cookies.delete(name)
  else cookies.set(name, value)
}
