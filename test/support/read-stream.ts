import { request } from 'node:http'

export interface StreamedAnswer {
  status: number
  headers: NodeJS.Dict<string | string[]>
  html: string
  /** Milliseconds from the first byte of the body until the text arrived. @throws if it never arrived */
  arrivalOf: (text: string | RegExp) => number
}

export const BROWSER =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36'
export const CRAWLER = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'

/** Reads a response as a stream, uncompressed, and records when each chunk arrived. */
export async function readStream(url: string, userAgent: string): Promise<StreamedAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<StreamedAnswer>()
  const call = request(url, {
    headers: { 'user-agent': userAgent, accept: 'text/html', 'accept-encoding': 'identity' },
  })
  call.on('error', reject)
  call.on('response', (response) => {
    const moments: { at: number; length: number }[] = []
    let html = ''
    response.setEncoding('utf8')
    response.on('error', reject)
    response.on('data', (text: string) => {
      html += text
      moments.push({ at: performance.now(), length: html.length })
    })
    response.on('end', () => {
      const arrivalOf = (text: string | RegExp) => {
        const match = typeof text === 'string' ? { index: html.indexOf(text), 0: text } : text.exec(html)
        if (!match || match.index === -1) throw new Error(`the page never held ${text}`)
        const end = match.index + match[0].length
        const moment = moments.find(({ length }) => length >= end)
        return (moment?.at ?? Number.NaN) - (moments[0]?.at ?? Number.NaN)
      }
      resolve({ status: response.statusCode ?? 0, headers: response.headers, html, arrivalOf })
    })
  })
  call.end()
  return promise
}

/** Contents of the executable inline scripts of a page. */
export function inlineScripts(html: string): string[] {
  return [...html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)]
    .filter(([, attributes = '']) => !/\bsrc=|type="application\/(ld\+)?json"/.test(attributes))
    .map(([, , body = '']) => body)
}
