/** A visitor with a cookie jar, for a shop whose origin may change. */
export interface HttpShopper {
  /** @param origin current origin of the shop */
  call: (origin: string, method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<HttpAnswer>
  /** Follows a link as a browser does, but no redirect. */
  open: (url: string) => Promise<Response>
}

export interface HttpAnswer {
  /** 0 if there was no response. */
  status: number
  body: unknown
}

export function createHttpShopper(): HttpShopper {
  const cookies = new Map<string, string>()
  const cookie = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return {
    open: async (url) =>
      fetch(url, {
        headers: { accept: 'text/html', cookie: cookie() },
        redirect: 'manual',
      }),
    async call(origin, method, path, body) {
      const response = await fetch(`${origin}${path}`, {
        method,
        headers: {
          accept: 'application/json',
          cookie: cookie(),
          ...(body ? { 'content-type': 'application/json' } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      }).catch(() => undefined)
      if (!response) return { status: 0, body: undefined }
      for (const line of response.headers.getSetCookie()) keep(cookies, line)
      return { status: response.status, body: await response.json().catch(() => undefined) }
    },
  }
}

function keep(cookies: Map<string, string>, line: string): void {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
  if (value === '' || /max-age=0/i.test(line)) cookies.delete(name)
  else cookies.set(name, value)
}
