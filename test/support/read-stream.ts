import { request } from 'node:http'

interface StreamedAnswer {
  status: number
  headers: NodeJS.Dict<string | string[]>
  html: string
}

export const BROWSER =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36'
export const CRAWLER = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'

export async function readStream(
  url: string,
  userAgent: string,
  onText?: (text: string) => void,
): Promise<StreamedAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<StreamedAnswer>()
  const call = request(url, {
    headers: { 'user-agent': userAgent, accept: 'text/html', 'accept-encoding': 'identity' },
  })
  call.on('error', reject)
  call.on('response', (response) => {
    let html = ''
    response.setEncoding('utf8')
    response.on('error', reject)
    response.on('data', (text: string) => {
      html += text
      onText?.(text)
    })
    response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, html }))
  })
  call.end()
  return promise
}

export function inlineScripts(html: string): string[] {
  return [...html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)]
    .filter(([, attributes = '']) => !/\bsrc=|type="application\/(ld\+)?json"/.test(attributes))
    .map(([, , body = '']) => body)
}
